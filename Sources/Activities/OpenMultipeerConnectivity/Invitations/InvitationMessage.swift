import GroupSecurity

/// A message between a program that looks for peers and a program that offers itself, before they
/// share any secret. It is neither sealed nor signed.
///
/// A zero byte, the word `peer`, and then fields: 1 the kind, 2 the number of the sender's id (16 bytes),
/// 3 its name in UTF-8, 4 whether the sender is in a session with other peers, 5 the context, 6 and 7 the
/// keys and the values of the description, by turns.
enum InvitationMessage: Hashable {
  /// Asks for the description, after which the link closes.
  case descriptionRequest
  /// The advertising peer, and what it says of itself.
  case description(MCPeerID, [String: String])
  case invitation(PeerInvitation)
  /// The invited peer is in a session already: the inviting peer comes in there.
  case come

  private static let word = [0] + Array("peer".utf8)
  /// A longer message is neither sent nor read.
  static let bytesMax = 16 * 1_024

  // MARK: Writing

  /// The encoded form; nil if it is too long.
  var bytes: [UInt8]? {
    var fields = FieldWriter()
    switch self {
    case .descriptionRequest: fields.add(1, 1)
    case .description(let peer, let info):
      fields.add(1, 2)
      Self.add(peer, to: &fields)
      for (key, value) in info.sorted(by: { $0.key < $1.key }) {
        fields.add(6, Array(key.utf8))
        fields.add(7, Array(value.utf8))
      }
    case .invitation(let invitation):
      fields.add(1, 3)
      Self.add(invitation.peer, to: &fields)
      fields.add(4, invitation.isInSession ? 1 : 0)
      if let context = invitation.context { fields.add(5, context) }
    case .come: fields.add(1, 4)
    }
    let bytes = Self.word + fields.bytes
    return bytes.count <= Self.bytesMax ? bytes : nil
  }

  private static func add(_ peer: MCPeerID, to fields: inout FieldWriter) {
    fields.add(2, peer.number)
    fields.add(3, Array(peer.displayName.utf8))
  }

  // MARK: Reading

  /// Parses a message; nil if it is none. The bytes are untrusted.
  init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.bytesMax, bytes.starts(with: Self.word) else { return nil }
    do {
      let fields = try FieldReader(Array(bytes.dropFirst(Self.word.count)))
      switch try fields.number(1) {
      case 1: self = .descriptionRequest
      case 2: self = .description(try Self.peer(in: fields), try Self.info(in: fields))
      case 3:
        self = .invitation(
          PeerInvitation(
            peer: try Self.peer(in: fields), isInSession: fields.hasFlag(4),
            context: try fields.optional(5)))
      case 4: self = .come
      default: return nil
      }
    } catch { return nil }
  }

  private static func peer(in fields: FieldReader) throws(FieldError) -> MCPeerID {
    guard let name = String(validating: try fields.bytes(3), as: UTF8.self),
      let peer = MCPeerID(name: name, number: try fields.bytes(2))
    else { throw FieldError() }
    return peer
  }

  private static func info(in fields: FieldReader) throws(FieldError) -> [String: String] {
    let (keys, values) = (fields.all(6), fields.all(7))
    guard keys.count == values.count else { throw FieldError() }
    var info: [String: String] = [:]
    for (key, value) in zip(keys, values) {
      guard let key = String(validating: key, as: UTF8.self), info[key] == nil,
        let value = String(validating: value, as: UTF8.self)
      else { throw FieldError() }
      info[key] = value
    }
    return info
  }
}

/// An invitation of a peer.
struct PeerInvitation: Hashable {
  let peer: MCPeerID
  /// Whether the peer is in a session with others, into which the invited peer comes. Otherwise the
  /// invited peer may be in one, into which the inviting peer comes.
  let isInSession: Bool
  /// Bytes of the inviting program; nil for none. They are untrusted.
  let context: [UInt8]?
}
