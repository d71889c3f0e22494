import BoardLog

/// Collects the entries of other members until the next frame, which shows them together: each by itself
/// would have all unfinished ink painted over again.
struct Arrivals: Sendable {
  private(set) var entries: [Entry] = []
  /// The member who brought the first of the entries. The others have the same rights.
  private(set) var source: Log.Source?
  /// Unfinished strokes that are gone.
  private(set) var gone: [GuestItem.ID] = []

  var isEmpty: Bool { source == nil && gone.isEmpty }

  /// False for a member with other rights than the one whose entries are here.
  func allows(_ source: Log.Source) -> Bool {
    self.source.map { $0.mayOnlyPassOn == source.mayOnlyPassOn } ?? true
  }

  mutating func add(_ new: [Entry], from source: Log.Source) {
    entries += new
    self.source = self.source ?? source
  }

  mutating func add(gone id: GuestItem.ID) { gone.append(id) }
}
