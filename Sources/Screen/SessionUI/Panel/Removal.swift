import BoardDocument
import BoardEditor
import BoardLog
import BoardModel
import EaselBase
import ScreenContract

/// The choices of this user about authors that are being removed. Each waits until the keys prove the
/// removal.
struct Removals: Sendable {
  private struct Removal {
    /// The last entry of each replica that stays; nil keeps all.
    let last: VersionVector?
    let takesChangesBack: Bool
    package let at: Int64
  }

  private var removals: [AuthorID: Removal] = [:]

  /// A host removes a person within this time, in milliseconds, or not at all.
  static let patience: Int64 = 60_000

  /// Notes a choice about the author.
  ///
  /// - Parameter earlier: how far the author's replicas counted when the author came in.
  package mutating func note(
    _ choice: RemovalChoice, about author: AuthorID, earlier: VersionVector, at now: Int64
  ) {
    let last: VersionVector? =
      switch choice {
      case .keepsAll, .takesChangesBack: nil
      case .keepsEarlier: earlier
      case .keepsNone: VersionVector()
      }
    removals[author] = Removal(
      last: last, takesChangesBack: choice == .takesChangesBack, at: now)
  }

  /// Revokes authors that a change of keys has removed, as this user has chosen.
  mutating func revoke(_ authors: [AuthorID], on recorder: inout BoardRecorder) {
    let now = recorder.now.uptime
    var rest: [AuthorID] = []
    for author in authors {
      guard let removal = removals.removeValue(forKey: author),
        now < removal.at.later(by: Self.patience)
      else {
        rest.append(author)
        continue
      }
      if removal.takesChangesBack {
        let actions = recorder.board.picture.takeBack(of: author)
        if !actions.isEmpty { recorder.make(actions) }
      }
      recorder.revoke([author], upTo: removal.last)
    }
    recorder.revoke(rest)
  }
}
