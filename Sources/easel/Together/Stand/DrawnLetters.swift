import Log
import Vocabulary
import Whiteboard

extension [Gathering.Letter] {
  /// The same, with what is drawn in a session and follows each other told at once: each letter would
  /// have ink laid on the screen, and where many let go of their pens together all that is wet each time.
  var joiningDrawing: [Gathering.Letter] {
    if count < 2 { return self }
    var joined: [Gathering.Letter] = []
    var drawn = Drawn()
    for letter in self {
      guard case .event(.session(let event, let session)) = letter else {
        joined += drawn.take() + [letter]
        continue
      }
      if drawn.add(event, in: session) { continue }
      joined += drawn.take()
      if !drawn.add(event, in: session) { joined.append(letter) }
    }
    return joined + drawn.take()
  }
}

/// What was drawn in one session in a short time.
private struct Drawn {
  private var session: Bytes16?
  private var entries: [Entry] = []
  /// The member who brought the first of them; all others may do as much.
  private var source: Log.Source?
  private var gone: [GuestItem.ID] = []
  /// Of each line what was told last.
  private var ink: [GuestItem] = []

  /// - Returns: false for what is something else, or of another session.
  mutating func add(_ event: SessionEvent, in place: Bytes16) -> Bool {
    guard session ?? place == place else { return false }
    switch event {
    case .received(let new, let source):
      guard self.source.map({ $0.mayOnlyPassOn == source.mayOnlyPassOn }) ?? true else {
        return false
      }
      self.source = self.source ?? source
      entries += new
    case .wet(let item): lay([item])
    case .wets(let items): lay(items)
    case .wetGone(let id):
      ink.removeAll { $0.id == id }
      gone.append(id)
    default: return false
    }
    session = place
    return true
  }

  private mutating func lay(_ items: [GuestItem]) {
    for item in items {
      ink.removeAll { $0.id == item.id }
      ink.append(item)
    }
  }

  /// Entries first, since what has dried stays dry whatever is told of it later; and what is wet last,
  /// as it may be a new line of a name that was given up.
  mutating func take() -> [Gathering.Letter] {
    defer { self = Drawn() }
    guard let session else { return [] }
    var events: [SessionEvent] =
      entries.isEmpty ? [] : [.received(entries, from: source ?? .file)]
    events += gone.map { .wetGone($0) }
    if !ink.isEmpty { events.append(.wets(ink)) }
    return events.map { .event(.session($0, in: session)) }
  }
}
