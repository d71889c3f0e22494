import BoardEvents
import BoardLog
import BoardModel
import EaselBase

// Shows the other participants what this user's pen does.
extension Workspace {
  /// The id of the next operation that this user makes.
  var nextEntry: EntryID? {
    let replica = board.replica
    guard let number = (board.log.head(of: replica)?.sequence ?? SequenceNumber(0)).next else {
      return nil
    }
    return EntryID(replica, number)
  }

  mutating func sendPenDown(_ kind: Stroke.Kind, _ ink: Ink, filled: Bool, at point: BoardPoint) {
    guard isInSession, let entry = nextEntry else { return }
    let style = WetStyle(
      kind: kind, ink: ink, filled: filled, stepExponent: view.viewport.stepExponent)
    emit(.penBegan(entry, style, point))
  }

  mutating func sendPenMove(to point: BoardPoint) {
    if isInSession { emit(.penMoved([point])) }
  }

  /// Sends the typed text if it changed. If the user deleted all of it, the other participants
  /// remove it.
  mutating func send(typed label: Label?) {
    guard isInSession else { return }
    let new = label.flatMap { label in nextEntry.map { TypedText(entry: $0, label: label) } }
    guard new != typed else { return }
    typed = new
    if let new { emit(.typed(new.entry, new.label)) } else { emit(.penAbandoned) }
  }

  /// Ends the typed text for the other participants. If `isKept`, the finished label has the id
  /// under which they saw the text. Otherwise they remove the text.
  mutating func endTyping(isKept: Bool) {
    guard isInSession, typed != nil else { return }
    typed = nil
    emit(isKept ? .penFinished : .penAbandoned)
  }
}
