import DequeModule
import EaselBase
import GroupBase
import GroupCore
import GroupWire
import OrderedCollections
import Synchronization

/// A member's links over all transports. Each link has one id here, and another id in its
/// transport.
struct LinkMultiplexer {
  /// A link, named by its transport and by its id in the transport.
  struct Port: Hashable {
    let transport: Int
    let link: LinkID
  }

  /// A link that is open, or being dialled.
  private struct Open {
    let port: Port
    /// The dialled address; nil if the other side dialled.
    var address: String?
    /// The member that the other side claims to be; proved if the transport requires proof.
    var neighbour: MemberID?
    var encoder = LinkEncoder()
    var decoder = LinkDecoder()
    var patience = BackpressurePolicy()
    /// The result of the last check of the backlog. Cached, because a check costs more than most
    /// sends.
    var verdict = BackpressurePolicy.Verdict.fine
    var judgedAt: Uptime?
  }

  /// The outcome of sending a message.
  enum Sending {
    case sent
    /// The neighbour has no room for the message, or the link is gone.
    case lost
    /// The neighbour does not read any more.
    case stuck
  }

  private static let endedMax = 256
  /// Milliseconds between two checks of a neighbour's backlog, while the backlog is small.
  private static let judgeEvery: Int64 = 50

  private let transports: [any Transport]
  private let seal: (any Seal)?
  /// The envelope that was sent last, its sealed form, which is the same over each link, and the
  /// bytes that all links share.
  private var last: (envelope: Envelope, travelling: LinkMessage, shared: SharedEnvelope)?
  private var addresses: [[String]]
  private var open: OrderedDictionary<LinkID, Open> = [:]
  private var links: [Port: LinkID] = [:]
  private var lastLink: UInt64 = 0
  /// The links that ended last. A transport may report the end of such a link once more.
  private var ended: Deque<Port> = []
  /// The transport of each link, including links that closed during this event.
  private var homes: [LinkID: Int] = [:]

  /// - Parameter seal: seals the envelopes; nil if the transports themselves keep out all
  ///   outsiders.
  init(_ transports: [any Transport], seal: (any Seal)? = nil) {
    self.transports = transports
    self.seal = seal
    addresses = transports.map { _ in [] }
  }

  /// Returns the link's id, and gives the link an id if it has none.
  mutating func link(_ port: Port) -> LinkID {
    if let link = links[port] { return link }
    lastLink += 1
    let link = LinkID(lastLink)
    (links[port], open[link], homes[link]) = (link, Open(port: port), port.transport)
    return link
  }

  /// Returns the link's id; nil if the link was closed here.
  func known(_ port: Port) -> LinkID? { links[port] }

  mutating func forget(_ port: Port) -> LinkID? {
    let link = links.removeValue(forKey: port)
    guard let link else { return nil }
    open[link] = nil
    ended.append(port)
    if ended.count > Self.endedMax { ended.removeFirst() }
    return link
  }

  /// Returns whether the link was known here and ended a short time ago.
  func hasEnded(_ port: Port) -> Bool { ended.contains(port) }

  func transport(of link: LinkID) -> Int? { homes[link] }
  /// The neighbours to which a link over this machine leads.
  var nearby: Set<MemberID> {
    Set(
      open.values.lazy.filter { transports[$0.port.transport].medium?.isOfThisMachine == true }
        .compactMap(\.neighbour))
  }
  /// Returns whether this user met the user of a member.
  func hasMet(_ member: MemberID) -> Bool { seal?.hasMet(member) ?? false }

  /// Returns the address that was dialled; nil if the other side dialled, or if the
  /// address may not be dialled again.
  func redialAddress(of link: LinkID) -> String? {
    guard let end = open[link], let address = end.address else { return nil }
    return transports[end.port.transport].mayRedial(address) ? address : nil
  }

  /// Forgets the links that were closed. Call it after each event.
  mutating func finishEvent() {
    if homes.count > open.count { homes = homes.filter { open[$0.key] != nil } }
  }

  /// Returns the transport that reaches an address; nil if no transport does.
  func transport(reaching address: String) -> Int? {
    transports.firstIndex { $0.reaches(address) }
  }

  /// Returns a function that decides whether the transport may dial an address that a member
  /// announced.
  func reaching(_ transport: Int) -> (String) -> Bool { transports[transport].mayDialAnnounced }

  /// - Parameter isAnnounced: whether a member announced the address; false if the user asked for it.
  mutating func dial(
    _ address: String, over transport: Int, isAnnounced: Bool = false
  ) -> LinkID {
    let end = transports[transport]
    let link = link(
      Port(
        transport: transport, link: isAnnounced ? end.dialAnnounced(address) : end.dial(address)))
    open[link]?.address = address
    return link
  }

  mutating func send(_ message: LinkMessage, over link: LinkID, at now: Uptime) -> Sending {
    guard let index = open.index(forKey: link) else { return .lost }
    let verdict = judge(index, at: now)
    guard verdict != .over else { return .stuck }
    let port = open.values[index].port
    if message.mode == .unreliable {
      if sendAsDatagram(message, over: port) { return .sent }
      guard verdict == .fine else { return .lost }
    }
    guard let message = travelling(message) else { return .lost }
    let frame = frame(of: message, at: index)
    guard transports[port.transport].send(frame, over: port.link) else { return .lost }
    open.values[index].encoder.sent(message)
    return .sent
  }

  private mutating func judge(_ index: Int, at now: Uptime) -> BackpressurePolicy.Verdict {
    let end = open.values[index]
    if end.verdict == .fine, let last = end.judgedAt, now.since(last) < Self.judgeEvery {
      return .fine
    }
    let backlog = transports[end.port.transport].backlog(of: end.port.link)
    let verdict = open.values[index].patience.judge(backlog, held: held, at: now)
    (open.values[index].verdict, open.values[index].judgedAt) = (verdict, now)
    return verdict
  }

  // MARK: Data that waits

  /// The memory of all data that waits for neighbours, over all transports, in bytes.
  private var held: Int { transports.reduce(0) { $0 + $1.held } }

  /// Returns the link to cut because too much data waits for all links together; nil if there is
  /// room.
  func linkToCut() -> LinkID? {
    guard held > BackpressurePolicy.heldMax else { return nil }
    let ranks = ranks
    return BackpressurePolicy.linkToCut(
      among: open.map { link, end in
        BackpressurePolicy.Candidate(
          link, waiting: transports[end.port.transport].backlog(of: end.port.link).waiting,
          isWatcher: ranks(link) == .watcher)
      })
  }

  /// Closes a link at once; the data that waits for it is lost.
  mutating func cut(_ link: LinkID) {
    guard let port = open[link]?.port else { return }
    _ = forget(port)
    transports[port.transport].cut(port.link)
  }

  private mutating func frame(of message: LinkMessage, at index: Int) -> LinkFrame {
    let encoder = open.values[index].encoder
    guard case .envelope = message, var shared = last?.shared else {
      return LinkFrame(encoder.encoded(message))
    }
    defer { last?.shared = shared }
    return encoder.encoded(message, from: &shared)
  }

  /// Sends an envelope with all its fields beside the link, whose encoder must not count it.
  ///
  /// - Returns: false if the envelope has to take the stream.
  private mutating func sendAsDatagram(_ message: LinkMessage, over port: Port) -> Bool {
    let transport = transports[port.transport]
    let most = transport.lossyBytesMax(over: port.link)
    guard most > 0, let message = travelling(message), var shared = last?.shared else {
      return false
    }
    let whole = LinkEncoder.whole(message, from: &shared)
    last?.shared = shared
    return whole.count <= most && transport.sendLossy(whole, over: port.link)
  }

  /// Decodes an envelope that came as a datagram, and opens it. Nil if it is anything else.
  func readLossy(_ bytes: [UInt8]) -> LinkMessage? {
    guard let message = LinkDecoder.lossyEnvelope(bytes), case .envelope(let envelope) = message
    else { return nil }
    guard let seal else { return message }
    return seal.opened(envelope).map { .envelope(envelope.opened(as: $0)) }
  }

  /// Decodes a message, and opens its envelope. Returns nil if the seal is invalid, or if this
  /// version does not know the message and may ignore it.
  mutating func read(_ bytes: [UInt8], from link: LinkID) throws(WireError) -> LinkMessage? {
    guard let index = open.index(forKey: link) else { return nil }
    let message = try open.values[index].decoder.decode(bytes)
    guard let seal, case .envelope(let envelope) = message else { return message }
    return seal.opened(envelope).map { .envelope(envelope.opened(as: $0)) }
  }

  /// Returns a message with its envelope sealed; nil if it cannot be sealed.
  private mutating func travelling(_ message: LinkMessage) -> LinkMessage? {
    guard case .envelope(let envelope) = message else { return message }
    // Two envelopes may have the same number, if another member forged one of them.
    if let last, last.envelope == envelope { return last.travelling }
    guard let sealed = seal.map({ envelope.sealed ?? $0.sealed(envelope) }) ?? envelope.body else {
      return nil
    }
    let travelling = LinkMessage.envelope(envelope.travelling(as: sealed))
    last = (envelope, travelling, SharedEnvelope())
    return travelling
  }

  /// Returns the rank of a message's origin. Without a seal all members have the same rights.
  func rank(ofOriginOf message: LinkMessage) -> AdmissionRule.Rank {
    guard let seal, case .envelope(let envelope) = message else { return .drawer }
    return seal.rank(of: envelope.origin)
  }

  /// Returns a function that returns the rank of the neighbour at a link's other end.
  var ranks: (LinkID) -> AdmissionRule.Rank {
    guard let seal else { return { _ in .drawer } }
    return { [open, transports] link in
      guard let port = open[link]?.port,
        let neighbour = transports[port.transport].neighbour(of: port.link)
      else { return .watcher }
      return seal.rank(of: neighbour)
    }
  }

  /// Returns whether a member may only watch.
  func isWatcher(_ member: MemberID) -> Bool { seal.map { !$0.mayDraw(member) } ?? false }

  /// Whether the neighbour at the other end may only watch, and forwards a message of another
  /// member.
  func isForwardedByWatcher(_ message: LinkMessage, over link: LinkID) -> Bool {
    guard let seal, case .envelope(let envelope) = message, let neighbour = open[link]?.neighbour,
      neighbour != envelope.origin
    else { return false }
    return !seal.mayDraw(neighbour)
  }

  /// Records the neighbour's id. Returns false if the transport has proved another one.
  mutating func greets(_ member: MemberID, over link: LinkID) -> Bool {
    guard let port = open[link]?.port else { return false }
    let proved = transports[port.transport].neighbour(of: port.link)
    open[link]?.neighbour = member
    return proved == nil || proved == member
  }

  /// Returns the medium of a link to a neighbour, which may be unknown; nil without a link.
  func medium(of neighbour: MemberID) -> LinkMedium?? {
    open.values.first { $0.neighbour == neighbour }.map { end in
      let transport = transports[end.port.transport]
      let hasDatagrams = transport.lossyBytesMax(over: end.port.link) > 0
      return hasDatagrams ? .tcpWithDatagrams : transport.medium
    }
  }

  /// Returns the display name that the envelope's origin has to use; nil if the origin may choose.
  func name(givenBehind message: LinkMessage) -> SafeText? {
    guard let seal, case .envelope(let envelope) = message else { return nil }
    return seal.name(givenTo: envelope.origin)
  }

  mutating func close(_ link: LinkID) {
    guard let port = open[link]?.port else { return }
    _ = forget(port)
    transports[port.transport].close(port.link)
  }

  /// - Parameter done: called once, when everything sent has gone out or is given up.
  mutating func stop(_ done: @escaping @Sendable () -> Void) {
    (open, links, homes) = ([:], [:], [:])
    guard !transports.isEmpty else { return done() }
    let left = Countdown(from: transports.count, done)
    for transport in transports { transport.stop { left.count() } }
  }

  /// Returns the addresses at which this process can be dialled, over all transports.
  mutating func listens(_ list: [String], over transport: Int) -> [String] {
    addresses[transport] = list
    return Array(addresses.joined().prefix(MemberProfile.addressesMax))
  }
}

/// Calls a closure once, when the count reaches zero.
private final class Countdown: Sendable {
  private let left: Atomic<Int>
  private let done: @Sendable () -> Void

  init(from count: Int, _ done: @escaping @Sendable () -> Void) {
    left = Atomic(count)
    self.done = done
  }

  func count() {
    if left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { done() }
  }
}
