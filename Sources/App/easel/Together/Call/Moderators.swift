import BoardLog
import BoardModel
import EaselBase
import GroupSecurity
import Synchronization

/// The people who may decide about others besides the host.
final class Moderators: Sendable {
  /// The authors whose requests this run follows as a host, beside its own person.
  let named: Set<AuthorID>
  /// Whether a host has said that it follows this run's requests.
  let isHeeded = Atomic(false)

  init(named: Set<AuthorID> = []) { self.named = named }

  func isNamed(_ identityKey: [UInt8]) -> Bool {
    named.contains(ReplicaGenesis.author(of: identityKey))
  }
}

extension AuthorID {
  /// The author as people write it for each other: 32 hexadecimal digits.
  var text: String {
    raw.bytes.map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0" + digits : digits
    }.joined()
  }

  init(parsing text: String) throws(UserError) {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
    guard text.utf8.count == 32, digits.count == 32, let raw = Bytes16(bytes) else {
      throw UserError(
        "“\(UserError.shown(text))” is nobody's key: it is the 32 digits that `easel doctor` shows.",
        code: UserError.usage)
    }
    self.init(raw)
  }
}

extension RulingRequest.ModerationAction {
  init(_ ruling: Ruling) {
    self =
      switch ruling {
      case .putOut: .putOut
      case .watches: .watch
      case .draws: .draw
      }
  }
}
