import EaselPlatform
import GroupCore
import GroupWire
import NIOCore

/// Splits the bytes from a link's neighbour into messages, and hands them on one by one. Meanwhile
/// it reads nothing more, because the receiver of the messages runs on the reading thread.
final class LinkHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let link: StreamLink
  private let links: StreamLinks
  private let child: ChildProcess?
  private var decoder = FrameDecoder()
  /// The first bytes of a program that this side dialled; nil once they may be those of an Easel.
  private var greeting: [UInt8]?
  /// The expected preamble of the program at the other end; nil after it has arrived, or if none is
  /// expected.
  private var awaited: Preamble?
  private let saysPreamble: Bool
  private var cause: TransportFault.Cause?
  /// Whether this channel became the link. If several addresses are tried at once, only one channel
  /// becomes the link.
  private var isChosen = false
  /// The limit on reading from the neighbour; nil if this side dialled the neighbour.
  private var budget: ReadingBudget?
  private var speech = MessageRateMeter(at: .now)
  /// Whether received messages still wait, because other links get the thread's time first.
  private var isAmid = false

  init(_ link: StreamLink, of links: StreamLinks, to child: ChildProcess?) {
    (self.link, self.links, self.child) = (link, links, child)
    let isDialled = link.address != nil
    awaited = links.hasPreambles && isDialled ? Preamble() : nil
    saysPreamble = links.hasPreambles && !isDialled
    greeting = isDialled ? [] : nil
    budget = isDialled ? nil : ReadingBudget(at: .now)
  }

  func channelActive(context: ChannelHandlerContext) {
    isChosen = link.open(context.channel)
    guard isChosen else { return context.close(promise: nil) }
    if saysPreamble {
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: Preamble.bytes)), promise: nil)
    }
    if awaited == nil { tellOpened() }
  }

  private func tellOpened() { links.hand(.opened(link.id, isDialled: link.address != nil)) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // A link that is being closed is read only so that it can end in order.
    guard link.isOpen, cause == nil else { return }
    do {
      guard try begins(unwrapInboundIn(data).readableBytesView) else { return }
      let now = ContinuousClock.now
      if speech.heard(at: now) { links.spoke(link.id, at: now) }
      if !isAmid { try takeTurn() }
    } catch {
      fail(error, context)
    }
  }

  private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
    isAmid = false
    if case .tooLarge = error as? FrameError, let words = link.limit.lastWords {
      return links.refuse(link, saying: words)
    }
    cause =
      error as? Preamble.Fault == .unreleasedVersion
      ? .unreleasedVersion : (error as? TransportFault)?.cause ?? .unreadable
    context.close(promise: nil)
  }

  /// Hands on all received messages, or as many as `ReadingBudget.turnMost` allows.
  private func takeTurn() throws {
    guard budget != nil else { return try takeAll() }
    let (began, before) = (ContinuousClock.now, ReadingBudget.threadTime)
    defer { budget?.spend(ReadingBudget.threadTime - before) }
    try takeAll { ContinuousClock.now - began >= ReadingBudget.turnMost }
  }

  private func takeAll(unless isOver: () -> Bool = { false }) throws {
    isAmid = false
    // A message may change the size limit of the next one.
    while let message = try next() {
      guard link.isOpen else { return }
      links.hand(.received(message, over: link.id))
      if isOver() {
        isAmid = true
        return
      }
    }
  }

  /// NIO calls this method before it reads more bytes. The method delays the read if other links
  /// need the time.
  func read(context: ChannelHandlerContext) {
    let wait = wait()
    guard isAmid || wait > .zero else { return context.read() }
    // The pause is never zero: other work of the thread comes before the next read.
    let pause = min(max(wait, Self.pauseLeast), ReadingBudget.pauseMost)
    context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(pause)) { self.goOn(context) }
  }

  private func wait() -> Duration {
    let now = ContinuousClock.now
    return budget?.wait(at: now, isShared: links.needTime(of: link.id, at: now)) ?? .zero
  }

  private func goOn(_ context: ChannelHandlerContext) {
    // A link that is being closed is read only so that it can end in order.
    guard cause == nil, link.isOpen else { return context.read() }
    do {
      if isAmid, wait() == .zero { try takeTurn() }
    } catch {
      fail(error, context)
    }
    read(context: context)
  }

  private static let pauseLeast = Duration.microseconds(20)

  private func next() throws -> [UInt8]? {
    decoder.limit = link.limit.bytes
    return try decoder.next()
  }

  /// Accepts received bytes. Returns false while the preamble of the other end has not arrived.
  private func begins(_ bytes: ByteBufferView) throws -> Bool {
    guard awaited != nil else {
      try checkGreeting(bytes)
      decoder.append(bytes)
      return true
    }
    guard let rest = try awaited?.rest(after: bytes) else { return false }
    awaited = nil
    tellOpened()
    decoder.append(rest)
    return true
  }

  /// Recognises the greeting of another program, such as `SSH-2.0` or `HTTP/1.1`. It would be the
  /// length of a message that never becomes complete.
  ///
  /// - Throws: an error if the first bytes are text. An Easel sends text only as a ticket, which
  ///   follows a byte with its length.
  private func checkGreeting(_ bytes: ByteBufferView) throws {
    guard let first = greeting else { return }
    let greeting = Array((first + bytes).prefix(Self.greetingCount))
    self.greeting = greeting.count < Self.greetingCount ? greeting : nil
    guard greeting.count == Self.greetingCount, greeting.allSatisfy(\.isPrintable),
      !greeting.dropFirst().elementsEqual("eas".utf8)
    else { return }
    throw TransportFault(link.address, .notEasel)
  }

  private static let greetingCount = 4

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    guard link.isOpen else { return }
    links.keepsUp(link.id, context.channel.isWritable)
    if context.channel.isWritable { links.drain(link, into: context.channel) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    cause = cause ?? TransportFault.Cause(error)
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    // The messages that came before the end are handed on before the end is reported.
    if isAmid, cause == nil {
      do { try takeAll() } catch { cause = .unreadable }
    }
    if let child { return bury(child) }
    if isChosen { links.ended(link, cause) }
  }

  /// Ends the link once the program has ended; the program's exit status gives the reason, unless
  /// its version does.
  private func bury(_ child: ChildProcess) {
    let (link, links, cause) = (link, links, cause)
    child.awaitEnd { status in
      let isOwnReason = status == 0 || cause == .unreleasedVersion
      links.endedElsewhere(link, isOwnReason ? cause : .ended(status: status))
    }
  }
}

extension UInt8 {
  /// Whether it is a printable ASCII character, or ends a line.
  fileprivate var isPrintable: Bool { (32...126).contains(self) || self == 10 || self == 13 }
}
