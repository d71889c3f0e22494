import Crypto

/// The side that connects, with a ticket.
public struct HandshakeGuest: Sendable {
  private let ticket: Ticket
  private let keys: MemberKeys
  private let role: Role
  private let epochMin: UInt32
  private let versions: [UInt8]
  /// In which a member is that was let in before.
  private var epoch: Epoch?

  /// - Parameters:
  ///   - role: what one wants to do, at most what the ticket allows.
  ///   - epochMin: the highest epoch of this call that one was ever in, so that nobody who was put out
  ///     since can pass an old one off as the call.
  public init(
    ticket: Ticket, keys: MemberKeys, role: Role, epochMin: UInt32 = 1
  ) throws(SecurityError) {
    try self.init(
      ticket: ticket, keys: keys, role: role, epochMin: epochMin, versions: Hello.versions)
  }

  /// Of a member that was let in before and comes by another way.
  public init(epoch: Epoch, keys: MemberKeys) throws(SecurityError) {
    try self.init(
      ticket: Ticket(of: epoch.pass), keys: keys, role: epoch.role, epochMin: epoch.number)
    self.epoch = epoch
  }

  init(
    ticket: Ticket, keys: MemberKeys, role: Role, epochMin: UInt32, versions: [UInt8]
  ) throws(SecurityError) {
    guard role <= ticket.role else { throw .mayNotDraw }
    self.ticket = ticket
    self.keys = keys
    self.role = role
    self.epochMin = epochMin
    self.versions = versions
  }

  /// What a member says instead of a request where the first message shows that keys were changed while
  /// it was out of reach; nil where they were not. Any bytes may come.
  public func behind(_ hello: [UInt8]) throws(SecurityError) -> CatchingUp? {
    guard let epoch, let charter = Hello.charter(in: hello), charter.call == epoch.call,
      charter.supersedes(epoch.charter)
    else { return nil }
    return try CatchingUp(hello, as: keys, in: epoch)
  }

  /// Judges the first message and makes the second. Any bytes may come; of a host that is not the
  /// ticket's nothing is asked, and nothing told.
  ///
  /// - Parameter greeting: at most 2 KiB.
  public func received(
    _ hello: [UInt8], greeting: [UInt8] = []
  ) throws(SecurityError) -> (request: [UInt8], next: HandshakeWaiting) {
    guard greeting.count <= Handshake.greetingBytesMax else { throw .malformed }
    let read = try Hello(hello, for: ticket, epochMin: epochMin, versions: versions)
    let secret = role == .draw ? ticket.secret : ticket.viewSecret
    let pass = try EpochCredential(charter: read.charter, role: role, secret: secret)
    let (request, channel) = try Request.sealed(
      by: keys, introductionBytes: try pass.introduction(of: keys).bytes, for: read,
      viewSecret: ticket.viewSecret, greeting: greeting)
    let next = HandshakeWaiting(hello: read, pass: pass, channel: channel, request: request)
    return (request, next)
  }
}

/// A guest that has knocked.
public struct HandshakeWaiting: Sendable {
  let hello: Hello
  let pass: EpochCredential
  let channel: Channel.Keys
  let request: [UInt8]

  /// Judges the third message. Any bytes may come. The first frame that the guest seals proves to
  /// the host that it could read it.
  public func received(_ welcome: [UInt8]) throws(SecurityError) -> Admission {
    let (groupKey, greeting) = try Welcome.open(
      welcome, under: channel.reply, hello: hello.digest, request: request)
    let epoch = Epoch(pass: pass, groupKey: groupKey)
    return Admission(
      epoch: epoch, host: hello.host, version: hello.version, greeting: greeting,
      link: LinkSeal.ofGuest(channel.link))
  }
}

/// What a guest has when it is let in.
public struct Admission: Sendable {
  public let epoch: Epoch
  /// Who answered.
  public let host: MemberCertificate
  public let version: UInt8
  /// What the host's program says beside. Text in it is another's.
  public let greeting: [UInt8]
  /// For what the two say to each other from now on.
  public let link: LinkSeal
}
