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
