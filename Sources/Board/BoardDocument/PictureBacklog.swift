import BoardLog
import BoardModel
import EaselBase

/// The merged entries that the picture does not show yet, in the order in which the log merged them.
///
/// A large merge reaches the picture slice by slice, so that keys, signals and rulings come between. The
/// slices follow from the entries alone. The picture is the same in the end, whatever the slices are,
/// because operations may arrive in any batches.
package struct PictureBacklog: Sendable {
  private var entries: ArraySlice<Entry> = []

  /// The most that one slice holds; a single entry may have more.
  package struct SliceLimit: Hashable, Sendable {
    /// The weight of the entries, in bytes. Each letter that the entries may make a shape break into lines
    /// anew counts as a byte, once for each shape.
    package var weight: Int
    /// The number of gestures that the slice turns on or off. Each of them may change as many things
    /// as one operation may name. A slice turns each gesture once, however many entries toggle it, so
    /// larger slices cost less in all.
    package var toggles: Int

    package init(weight: Int = 32 * 1_024, toggles: Int = 128) {
      (self.weight, self.toggles) = (weight, toggles)
    }
  }

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  mutating func append(_ new: [Entry]) { entries += new }

  mutating func removeAll() { entries = [] }

  /// Returns the operations of the next slice, each with its stamp.
  ///
  /// - Parameters:
  ///   - picture: the picture as it is before the slice.
  ///   - read: returns nil for an entry that draws nothing, or that cannot be read.
  mutating func next(
    within limit: SliceLimit, of picture: Picture, reading read: (Entry) -> Operation?
  ) -> [(stamp: Stamp, operation: Operation)] {
    var operations: [(stamp: Stamp, operation: Operation)] = []
    let touched = TouchedShapes(in: picture)
    var (weight, toggled, shapes) = (0, Set<EntryID>(), Set<EntryID>())
    while weight < limit.weight, toggled.count < limit.toggles, let entry = entries.popFirst() {
      weight += entry.payload.count + Log.entryOverhead
      guard let operation = read(entry) else { continue }
      operations.append((entry.stamp, operation))
      for (shape, count) in touched.wordBytes(touchedBy: operation)
      where shapes.insert(shape).inserted { weight += count }
      switch operation.action {
      case .cancel(let target), .restore(let target): toggled.insert(target)
      // It may reach changes of as many things as several gestures.
      case .takeBack: weight += limit.weight
      case .make, .change, .setPaper: break
      }
    }
    return operations
  }
}
