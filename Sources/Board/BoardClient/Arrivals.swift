import BoardLog

/// Collects the entries of other members until the next frame, which shows them together. A repaint
/// for each single entry would paint all unfinished ink every time.
struct Arrivals: Sendable {
  private(set) var entries: [Entry] = []
  /// The member that sent the first of these entries. The members that sent the other entries have
  /// the same rights.
  private(set) var source: Log.Source?
  /// Unfinished strokes that the screen has to remove.
  private(set) var gone: [GuestItem.ID] = []

  var isEmpty: Bool { source == nil && gone.isEmpty }

  /// Returns whether entries of this member may join the collected entries. False if its rights
  /// differ from the rights of the member that sent the collected entries.
  func allows(_ source: Log.Source) -> Bool {
    self.source.map { $0.mayOnlyPassOn == source.mayOnlyPassOn } ?? true
  }

  mutating func add(_ new: [Entry], from source: Log.Source) {
    entries += new
    self.source = self.source ?? source
  }

  mutating func add(gone id: GuestItem.ID) { gone.append(id) }
}
