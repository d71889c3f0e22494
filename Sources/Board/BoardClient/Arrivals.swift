import BoardLog

/// Collects the entries of other members until the next frame, which shows them together. To show
/// each by itself would repaint all unfinished ink every time.
struct Arrivals: Sendable {
  private(set) var entries: [Entry] = []
  /// The member that sent the first of the entries. The members that sent the rest have the same
  /// rights.
  private(set) var source: Log.Source?
  /// Unfinished strokes that are gone.
  private(set) var gone: [GuestItem.ID] = []

  var isEmpty: Bool { source == nil && gone.isEmpty }

  /// False for a member whose rights differ from those of the member that sent the present entries.
  func allows(_ source: Log.Source) -> Bool {
    self.source.map { $0.mayOnlyPassOn == source.mayOnlyPassOn } ?? true
  }

  mutating func add(_ new: [Entry], from source: Log.Source) {
    entries += new
    self.source = self.source ?? source
  }

  mutating func add(gone id: GuestItem.ID) { gone.append(id) }
}
