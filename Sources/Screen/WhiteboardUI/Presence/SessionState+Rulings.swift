import BoardClient
import BoardModel
import EaselBase

// Reports rulings: the decisions of other participants about the rights of members.
extension SessionState {
  /// Reports a ruling that another participant announces.
  mutating func report(
    _ ruling: Ruling, about subject: Bytes16, by guest: Guest, in workspace: inout Workspace
  ) {
    guard guest.mayDraw else { return }
    let isHere = subject == me || self.guest(subject) != nil
    let (moderator, name) = (
      name(of: guest, workspace.chrome), name(of: subject, workspace.chrome)
    )
    switch ruling {
    case .putOut: note(removal: subject, in: &workspace) { $0.by = guest.id }
    case .watches: if isHere { workspace.notify("\(moderator) made \(name) a watcher.") }
    case .draws: if isHere { workspace.notify("\(moderator) lets \(name) draw.") }
    }
  }

  /// Notes that a participant got no new keys and so is no longer in the call.
  mutating func noteKeysChanged(without id: Bytes16, in workspace: inout Workspace) {
    note(removal: id, in: &workspace) { $0.isProved = true }
  }

  /// Notes that a notice has told of the removal. Then no second notice says that the participant
  /// left.
  mutating func noteReported(removalOf id: Bytes16) { change(id) { $0.isPutOut = true } }

  /// Changes the facts that are known about a removal, and shows the notice when it is due. Any
  /// participant who may draw can claim a removal, so the notice waits until a change of keys
  /// proves the claim. The keys can change before or after the claim arrives. The removed member
  /// may have left by then.
  private mutating func note(
    removal subject: Bytes16, in workspace: inout Workspace, _ change: (inout PutOut) -> Void
  ) {
    guard let by = note(putOut: subject, change) else { return }
    let gone = gone.last { $0.id == subject }?.name.string
    let name = name(of: subject, workspace.chrome)
    guard let whom = guest(subject) == nil ? gone : name else { return }
    noteReported(removalOf: subject)
    workspace.notify("\(self.name(of: by, workspace.chrome)) removed \(whom) from the call.")
  }
}
