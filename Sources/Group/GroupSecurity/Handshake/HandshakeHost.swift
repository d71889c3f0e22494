import Crypto

/// The side that was connected to: any member that may draw, whether it began the call or not.
///
/// Says ``hello``, then reads one request, then welcomes or refuses. It is used up by the request, so
/// that each hello is answered once; it waits for nothing and keeps no time, which is for the shell.
public struct HandshakeHost: ~Copyable, Sendable {
  /// The first message.
  public let hello: [UInt8]
  private let epoch: Epoch
  private let keys: MemberKeys
  private let versions: [UInt8]

  public static let nonceLength = Hello.nonceLength

  /// - Parameter nonce: 16 random bytes, new for each connection.
  /// - Throws: `mayNotDraw` where this member only watches and so cannot let anybody in.
  public init(epoch: Epoch, keys: MemberKeys, nonce: [UInt8]) throws(SecurityError) {
    try self.init(epoch: epoch, keys: keys, nonce: nonce, versions: Hello.versions)
  }

  init(epoch: Epoch, keys: MemberKeys, nonce: [UInt8], versions: [UInt8]) throws(SecurityError) {
    guard epoch.role == .draw else { throw .mayNotDraw }
    guard nonce.count == Hello.nonceLength else { throw .malformed }
    hello = try Hello.encoded(epoch: epoch, keys: keys, nonce: nonce, versions: versions)
    self.epoch = epoch
    self.keys = keys
    self.versions = versions
  }

  /// Any bytes may come. What is thrown can be told to the guest as ``SecurityError/message``.
  public consuming func received(_ request: [UInt8]) throws(SecurityError) -> Knock {
    let digest = Hello.digest(of: hello)
    let (read, channel) = try Request.open(
      request, by: keys, epoch: epoch, hello: digest, versions: versions)
    return Knock(
      guest: read.introduction, greeting: read.greeting, version: read.version, epoch: epoch,
      channel: channel, hello: digest, request: request)
  }
}

/// A guest that proved what it is and waits for a word. Let go of it where keys change meanwhile: it
/// would be welcomed into what is over.
///
/// It is used up by the welcome, whose key seals one message and no second.
public struct Knock: ~Copyable, Sendable {
  /// For everybody in the call, who check it themselves.
  public let guest: MemberCertificate
  /// What its program says beside. Text in it is another's.
  public let greeting: [UInt8]
  public let version: UInt8
  let epoch: Epoch
  let channel: Channel.Keys
  let hello: [UInt8]
  let request: [UInt8]

  /// For what the two say to each other once the guest is welcomed.
  public var link: LinkSeal { LinkSeal.ofHost(channel.link) }

  /// The third message, with the key of the group.
  ///
  /// - Parameter greeting: at most 2 KiB.
  public consuming func welcome(greeting: [UInt8] = []) throws(SecurityError) -> [UInt8] {
    guard greeting.count <= Handshake.greetingBytesMax else { throw .malformed }
    return try Welcome.sealed(
      groupKey: epoch.groupKey, greeting: greeting, under: channel.reply, hello: hello,
      request: request)
  }
}

extension Handshake {
  /// What a host says before the third message where a person is asked: it may take longer.
  public static var asking: [UInt8] { Welcome.asking }
}

extension SecurityError {
  /// What a host says instead of a welcome. It is not sealed: of a refusal one knows only that
  /// somebody at the other end, or on the way there, said it.
  public var message: [UInt8] { Welcome.refusal(self) }

  /// What a host says instead of anything else; nil of other bytes, of which any may come.
  public init?(message: [UInt8]) {
    guard message.count <= Handshake.messageBytesMax, let fields = try? FieldReader(message),
      let code = try? fields.number(2)
    else { return nil }
    self.init(code: code)
  }
}
