import BoardEvents
import BoardModel
import EaselBase

// Keeps the preview up to date that other members see before they join.
extension SessionPanel {
  /// Sends the present picture to the members of the call that are not in the session, if it is
  /// time. A gesture in progress is not interrupted.
  func sendPreview(_ editor: Editor, _ presence: Presence, in workspace: inout Workspace) {
    guard editor.gesture.isIdle, sendsPreviews(presence, in: workspace),
      workspace.preview.removeDue(at: workspace.now.uptime)
    else { return }
    workspace.effects.append(.call(.describe(Miniature(of: workspace.board.picture))))
  }

  /// The uptime in milliseconds at which the next preview is due; nil if none is due.
  func previewDue(_ editor: Editor, _ presence: Presence, in workspace: Workspace) -> Int64? {
    editor.gesture.isIdle && sendsPreviews(presence, in: workspace) ? workspace.preview.due : nil
  }

  /// Whether this user sends the previews: somebody can see them, and this user is the first of the
  /// participants that may draw.
  private func sendsPreviews(_ presence: Presence, in workspace: Workspace) -> Bool {
    guard let session = presence.session, session.hasRoster, workspace.mayDraw,
      !members.outsideSession.isEmpty
    else { return false }
    return session.guests.allSatisfy { !$0.mayDraw || session.me < $0.id }
  }
}
