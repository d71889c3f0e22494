import NIOCore
import Sharing
import Wire

/// Finds the messages in what a link's neighbour sends, and hands them on one by one. Nothing more is
/// read meanwhile, since what takes them does so on the thread that reads.
final class LinkHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let link: StreamLink
  private let links: StreamLinks
  private let child: ChildProcess?
  private var decoder = FrameDecoder()
  /// Until the program at the other end speaks for itself; nil from then on, or from the start.
  private var awaited: Preamble?
  private let saysPreamble: Bool
  private var cause: TransportFault.Cause?
  /// Of several ways that were tried at once only one becomes the link.
  private var isChosen = false
  /// Nil of who was dialled.
  private var budget: ReadingBudget?

  init(_ link: StreamLink, of links: StreamLinks, to child: ChildProcess?) {
    (self.link, self.links, self.child) = (link, links, child)
    let isDialled = link.address != nil
    awaited = links.hasPreambles && isDialled ? Preamble() : nil
    saysPreamble = links.hasPreambles && !isDialled
    budget = isDialled ? nil : ReadingBudget(at: Self.now)
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
    // One that is being closed is only read so that it can end in order.
    guard link.isOpen, cause == nil else { return }
    do {
      guard try begins(unwrapInboundIn(data).readableBytesView) else { return }
      // What is taken of one message may change how large the next may be.
      while let message = try next() {
        guard link.isOpen else { return }
        budget?.spend(messageOf: message.count)
        links.hand(.received(message, over: link.id))
      }
    } catch {
      if case .tooLarge = error as? FrameError, let words = link.limit.lastWords {
        return links.refuse(link, saying: words)
      }
      cause = .unreadable
      context.close(promise: nil)
    }
  }

  /// Asked before anything more is read.
  func read(context: ChannelHandlerContext) {
    guard let wait = budget?.wait(at: Self.now), wait > 0 else { return context.read() }
    context.eventLoop.assumeIsolated().scheduleTask(in: .microseconds(wait)) { context.read() }
  }

  private static var now: Int64 { Int64(clamping: NIODeadline.now().uptimeNanoseconds / 1_000) }

  private func next() throws -> [UInt8]? {
    decoder.limit = link.limit.bytes
    return try decoder.next()
  }

  /// Takes bytes; false where they are not the other end's own words yet.
  private func begins(_ bytes: ByteBufferView) throws -> Bool {
    guard awaited != nil else {
      decoder.append(bytes)
      return true
    }
    guard let rest = try awaited?.rest(after: bytes) else { return false }
    awaited = nil
    tellOpened()
    decoder.append(rest)
    return true
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    cause = cause ?? TransportFault.Cause(error)
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    if let child { return bury(child) }
    if isChosen { links.ended(link, cause) }
  }

  /// What a program ended with says why the link did.
  private func bury(_ child: ChildProcess) {
    let (link, links, cause) = (link, links, cause)
    child.awaitEnd { status in
      links.endedElsewhere(link, status == 0 ? cause : .ended(status: status))
    }
  }
}
