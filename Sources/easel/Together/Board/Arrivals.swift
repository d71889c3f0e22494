import Log
import Vocabulary
import Whiteboard

/// Collects the entries of other members in one session until the next frame, which shows them together:
/// each event by itself would have all unfinished ink painted over again.
struct Arrivals {
  private var session: Bytes16?
  private var entries: [Entry] = []
  /// The member who brought the first of the entries. The others have the same rights.
  private var source: Log.Source?
  private var gone: [GuestItem.ID] = []

  var isEmpty: Bool { session == nil }

  /// - Returns: false for an event of another kind, of another session, or by a member with other rights.
  mutating func add(_ event: SessionEvent, in place: Bytes16) -> Bool {
    guard session ?? place == place else { return false }
    switch event {
    case .received(let new, let source):
      guard self.source.map({ $0.mayOnlyPassOn == source.mayOnlyPassOn }) ?? true else {
        return false
      }
      self.source = self.source ?? source
      entries += new
    case .wetGone(let id): gone.append(id)
    default: return false
    }
    session = place
    return true
  }

  /// Empties it. The entries come first, since a finished stroke stays as it is whatever is heard of it later.
  mutating func removeEvents() -> [Event] {
    defer { self = Arrivals() }
    guard let session else { return [] }
    let received: [SessionEvent] =
      entries.isEmpty ? [] : [.received(entries, from: source ?? .file)]
    return (received + gone.map { .wetGone($0) }).map { .session($0, in: session) }
  }
}
