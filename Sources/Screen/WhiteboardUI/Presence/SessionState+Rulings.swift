import BoardClient
import BoardModel
import EaselBase

// Reports what other participants decide about the rights of members.
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

  /// Notes that a change of keys has removed a participant from the call.
  mutating func noteKeysChanged(without id: Bytes16, in workspace: inout Workspace) {
    note(removal: id, in: &workspace) { $0.isProved = true }
  }

  /// Notes that a notice told of the removal, so that no other says that the participant left.
  mutating func noteReported(removalOf id: Bytes16) { change(id) { $0.isPutOut = true } }

  /// Notes news about a removal. Any participant who may draw can claim a removal, so the notice
  /// appears only once a change of keys proves it. The keys can change before or after the claim
  /// arrives, and the removed member may be gone by then.
  private mutating func note(
    removal subject: Bytes16, in workspace: inout Workspace, _ change: (inout PutOut) -> Void
  ) {
    guard let by = note(putOut: subject, change) else { return }
    let gone = gone.last { $0.id == subject }?.name.string
    let name = name(of: subject, workspace.chrome)
    guard let whom = guest(subject) == nil ? gone : name else { return }
    noteReported(removalOf: subject)
    workspace.notify("\(self.name(of: by, workspace.chrome)) put \(whom) out of the call.")
  }
}
