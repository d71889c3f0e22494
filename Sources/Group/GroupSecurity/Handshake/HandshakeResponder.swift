import Crypto

/// The side that receives the connection: any member that may draw, whether it created the call or
/// not.
///
/// It sends ``hello``, then reads one request, then welcomes or refuses the guest. A request
/// consumes the responder, so that each hello is answered once. The responder neither waits nor
/// measures time; the transport around it does.
public struct HandshakeResponder: ~Copyable, Sendable {
  /// The first message, to send as soon as the guest connects.
  public let hello: [UInt8]
  private let epoch: Epoch
  private let keys: MemberKeys
  private let versions: [UInt8]
  /// The pass of the only guest that may come; nil if a ticket lets the guest in.
  private let personal: Personal?

  private struct Personal {
    let pass: PersonalPass
    let identityKey: [UInt8]
  }

  /// The number of random bytes that each handshake needs: 16.
  public static let nonceLength = Hello.nonceLength

  /// Creates the admitting side of one connection.
  ///
  /// - Parameter nonce: 16 random bytes, new for each connection.
  /// - Throws: `mayNotDraw` if this member only watches and so cannot admit guests; `malformed` if
  ///   the nonce has another length.
  public init(epoch: Epoch, keys: MemberKeys, nonce: [UInt8]) throws(SecurityError) {
    try self.init(epoch: epoch, keys: keys, nonce: nonce, versions: Hello.versions)
  }

  init(epoch: Epoch, keys: MemberKeys, nonce: [UInt8], versions: [UInt8]) throws(SecurityError) {
    try self.init(epoch: epoch, keys: keys, nonce: nonce, versions: versions, admitting: nil)
  }

  /// Creates the admitting side of a connection to one person, which has received a pass over the
  /// same connection. No ticket lets a guest in here.
  ///
  /// - Parameter identityKey: the key of the person for which the pass was made.
  public init(
    epoch: Epoch, keys: MemberKeys, nonce: [UInt8], admitting pass: PersonalPass,
    of identityKey: [UInt8]
  ) throws(SecurityError) {
    try self.init(
      epoch: epoch, keys: keys, nonce: nonce, versions: Hello.versions,
      admitting: Personal(pass: pass, identityKey: identityKey))
  }

  private init(
    epoch: Epoch, keys: MemberKeys, nonce: [UInt8], versions: [UInt8], admitting personal: Personal?
  ) throws(SecurityError) {
    guard epoch.mayAdmit else { throw .mayNotDraw }
    guard nonce.count == Hello.nonceLength else { throw .malformed }
    hello = try Hello.encoded(
      epoch: epoch, keys: keys, nonce: nonce, versions: versions,
      admitting: personal?.pass.secret)
    self.epoch = epoch
    self.keys = keys
    self.versions = versions
    self.personal = personal
  }

  /// Verifies a request. The bytes are untrusted. The guest may receive a thrown error as
  /// ``SecurityError/message``.
  public consuming func received(_ request: [UInt8]) throws(SecurityError) -> Knock {
    let digest = Hello.digest(of: hello)
    let (read, channel) = try Request.open(
      request, by: keys, epoch: epoch, hello: digest, versions: versions,
      admitting: personal?.pass.secret)
    let guest = read.memberCertificate
    if let personal {
      guard guest.isPersonal, guest.identityKey == personal.identityKey,
        guest.role == personal.pass.role
      else { throw .wrongTicket }
    }
    return Knock(
      guest: guest, greeting: read.greeting, version: read.version, epoch: epoch,
      channel: channel, hello: digest, request: request,
      wetKey: personal?.pass.role == .draw ? epoch.wetKey : nil)
  }
}

/// A guest that proved its identity and waits for an answer. Discard it if keys change meanwhile:
/// the guest would otherwise enter an epoch that has ended.
///
/// The welcome consumes it, because its key seals only one message.
public struct Knock: ~Copyable, Sendable {
  /// The guest's certificate for all members of the call, which verify it themselves.
  public let guest: MemberCertificate
  /// Further data from the guest's program. Text in it is untrusted.
  public let greeting: [UInt8]
  /// The version of the handshake that the guest chose.
  public let version: UInt8
  let epoch: Epoch
  let channel: Channel.Keys
  let hello: [UInt8]
  let request: [UInt8]
  /// The key for the codes in frames, for a guest that cannot derive it from a ticket.
  let wetKey: Secret?

  /// Seals the messages between the two sides after the welcome.
  public var link: LinkSeal { LinkSeal.ofResponder(channel.link) }

  /// Returns the third message, with the group key.
  ///
  /// - Parameter greeting: at most 2 KiB.
  public consuming func welcome(greeting: [UInt8] = []) throws(SecurityError) -> [UInt8] {
    guard greeting.count <= HandshakeLimits.greetingBytesMax else { throw .malformed }
    return try Welcome.sealed(
      groupKey: epoch.groupKey, greeting: greeting, wetKey: wetKey, under: channel.reply,
      hello: hello,
      request: request)
  }
}

extension HandshakeLimits {
  /// The message that the admitting member sends before the third message if it asks a person. The
  /// third message may then take longer.
  public static var asking: [UInt8] { Welcome.asking }
}

extension SecurityError {
  /// The message that the admitting member sends instead of a welcome. It is not sealed: the guest
  /// knows only that the other end, or an attacker on the way, sent it.
  public var message: [UInt8] { Welcome.refusal(self) }

  /// Parses a refusal, which the admitting member may send instead of any other message. The bytes
  /// are untrusted; the result is nil if they are not a refusal.
  public init?(message: [UInt8]) {
    guard message.count <= HandshakeLimits.messageBytesMax, let fields = try? FieldReader(message),
      let code = try? fields.number(2)
    else { return nil }
    self.init(code: code)
  }
}
