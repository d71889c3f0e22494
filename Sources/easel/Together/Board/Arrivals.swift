import Log
import Vocabulary
import Whiteboard

/// Collects the entries of other members in one session until the next frame, which shows them together:
/// each by itself would have all unfinished ink painted over again.
struct Arrivals {
  private(set) var session: Bytes16?
  private(set) var entries: [Entry] = []
  /// The member who brought the first of the entries. The others have the same rights.
  private(set) var source: Log.Source?
  /// Unfinished strokes that are gone.
  private(set) var gone: [GuestItem.ID] = []

  var isEmpty: Bool { session == nil }

  /// False for another session than that of what is here, or for a member with other rights.
  func allows(_ source: Log.Source?, in place: Bytes16) -> Bool {
    guard session ?? place == place else { return false }
    guard let source, let known = self.source else { return true }
    return known.mayOnlyPassOn == source.mayOnlyPassOn
  }

  mutating func add(_ new: [Entry], from source: Log.Source, in place: Bytes16) {
    entries += new
    (self.source, session) = (self.source ?? source, place)
  }

  mutating func add(gone id: GuestItem.ID, in place: Bytes16) {
    gone.append(id)
    session = place
  }
}
