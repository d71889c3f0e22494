import Crypto

/// The guest's side of the handshake: it connects, and it has a ticket.
public struct HandshakeInitiator: Sendable {
  private let ticket: Ticket
  private let keys: MemberKeys
  private let role: Role
  private let epochMin: UInt32
  private let versions: [UInt8]
  /// The epoch of a member that was admitted before; nil for a new guest.
  private var epoch: Epoch?
  /// The pass of a guest without a ticket.
  private var personal: PersonalPass?

  /// Creates the guest side for the holder of a ticket.
  ///
  /// - Parameters:
  ///   - role: the role that the guest wants, at most the role of the ticket.
  ///   - epochMin: the highest epoch of this call that this member was ever in. The limit stops a
  ///     member that was put out from presenting an old epoch as the current one.
  /// - Throws: `mayNotDraw` if the role is higher than the ticket's.
  public init(
    ticket: Ticket, keys: MemberKeys, role: Role, epochMin: UInt32 = 1
  ) throws(SecurityError) {
    try self.init(
      ticket: ticket, keys: keys, role: role, epochMin: epochMin, versions: Hello.versions)
  }

  /// Creates the guest side for a member that was admitted before and connects over another link.
  public init(epoch: Epoch, keys: MemberKeys) throws(SecurityError) {
    try self.init(
      ticket: Ticket(of: epoch.pass), keys: keys, role: epoch.role, epochMin: epoch.number)
    self.epoch = epoch
  }

  /// Creates the guest side for a person with a pass, which arrived over the same connection.
  ///
  /// - Parameter epoch: the epoch of a member that was admitted before; nil for a new guest.
  public init(pass: PersonalPass, keys: MemberKeys, epoch: Epoch? = nil) throws(SecurityError) {
    try self.init(
      ticket: pass.ticket, keys: keys, role: .watch, epochMin: epoch?.number ?? 1)
    (self.epoch, personal) = (epoch, pass)
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

  /// Returns the question that this member sends instead of a request, if the first message shows
  /// that it missed a change of keys while it was unreachable; otherwise nil. The bytes are
  /// untrusted.
  public func behind(_ hello: [UInt8]) throws(SecurityError) -> CatchingUp? {
    guard let epoch, let epochCertificate = Hello.epochCertificate(in: hello),
      epochCertificate.call == epoch.call,
      epochCertificate.supersedes(epoch.epochCertificate)
    else { return nil }
    return try CatchingUp(hello, as: keys, in: epoch)
  }

  /// Verifies the first message and makes the second. The bytes are untrusted. If the admitting
  /// member is not in the ticket's call, this throws, and that member receives no message.
  ///
  /// - Parameter greeting: at most 2 KiB.
  public func received(
    _ hello: [UInt8], greeting: [UInt8] = []
  ) throws(SecurityError) -> (request: [UInt8], next: HandshakeWaiting) {
    guard greeting.count <= HandshakeLimits.greetingBytesMax else { throw .malformed }
    let read = try Hello(hello, for: ticket, epochMin: epochMin, versions: versions)
    let pass = try credential(in: read.epochCertificate)
    let (request, channel) = try Request.sealed(
      by: keys, certificateBytes: try pass.memberCertificate(of: keys).bytes, for: read,
      viewSecret: ticket.viewSecret, greeting: greeting)
    let next = HandshakeWaiting(hello: read, pass: pass, channel: channel, request: request)
    return (request, next)
  }

  private func credential(
    in epochCertificate: EpochCertificate
  ) throws(SecurityError) -> EpochCredential {
    guard let personal else {
      let secret = role == .draw ? ticket.secret : ticket.viewSecret
      return try EpochCredential(epochCertificate: epochCertificate, role: role, secret: secret)
    }
    var certificate: Certificate?
    if let signature = personal.signature {
      certificate = Certificate(
        identityKey: keys.identity.publicKey, signature: signature, under: epochCertificate,
        isPersonal: true)
      guard certificate != nil else { throw .wrongTicket }
    }
    // The key for codes follows in the third message.
    return EpochCredential(
      epochCertificate: epochCertificate,
      personal: PersonalRight(certificate: certificate, wetKey: nil), secret: personal.secret)
  }
}

/// A guest that has sent its request.
public struct HandshakeWaiting: Sendable {
  let hello: Hello
  let pass: EpochCredential
  let channel: Channel.Keys
  let request: [UInt8]

  /// Verifies the third message. The bytes are untrusted. The first frame that the guest seals
  /// proves to the admitting member that the guest could read this message.
  public func received(_ welcome: [UInt8]) throws(SecurityError) -> Admission {
    let (groupKey, greeting, wetKey) = try Welcome.open(
      welcome, under: channel.reply, hello: hello.digest, request: request)
    let epoch = Epoch(pass: try complete(pass, with: wetKey), groupKey: groupKey)
    return Admission(
      epoch: epoch, admittingMember: hello.admittingMember, version: hello.version,
      greeting: greeting,
      link: LinkSeal.ofInitiator(channel.link))
  }
}

extension HandshakeWaiting {
  /// Adds the key for codes to a personal right to draw.
  private func complete(
    _ pass: EpochCredential, with wetKey: Secret?
  ) throws(SecurityError) -> EpochCredential {
    guard let certificate = pass.personal?.certificate else { return pass }
    guard let wetKey else { throw .malformed }
    return EpochCredential(
      epochCertificate: pass.epochCertificate,
      personal: PersonalRight(certificate: certificate, wetKey: wetKey), secret: pass.secret)
  }
}

/// The data that a guest has after it is admitted.
public struct Admission: Sendable {
  /// The epoch that the guest enters, with the role that it asked for.
  public let epoch: Epoch
  /// The member that admitted the guest. The host of the call may be another member.
  public let admittingMember: MemberCertificate
  /// The version of the handshake: the highest that both sides speak.
  public let version: UInt8
  /// Further data from the admitting member's program. Text in it is untrusted.
  public let greeting: [UInt8]
  /// Seals the messages between the two sides from now on.
  public let link: LinkSeal
}
