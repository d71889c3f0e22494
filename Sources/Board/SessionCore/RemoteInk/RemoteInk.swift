import BoardCodec
import BoardContract
import BoardModel
import BoardSync
import EaselBase

/// The unfinished strokes and texts of other members, as the screen shows them. If an item grew,
/// only its new points are converted.
struct RemoteInk: Sendable {
  /// The strokes and texts that were sent to the screen.
  private var shown: [WetStrokeID: Shown] = [:]
  /// The strokes that have new points since the last frame.
  private(set) var grown: [WetStrokeID] = []

  private struct Shown: Sendable {
    let title: WetStroke<WetPoint, [UInt8]>.Title
    /// The indices within the stroke at which the runs begin.
    let starts: [Int]
    var item: GuestItem
  }

  mutating func grew(_ id: WetStrokeID) { if !grown.contains(id) { grown.append(id) } }

  /// Forgets a stroke that the screen no longer shows. If a stroke with the same id comes later, it
  /// is a different stroke.
  mutating func forget(_ id: WetStrokeID) {
    grown.removeAll { $0 == id }
    shown[id] = nil
  }

  /// Returns the strokes that have new points since the last call.
  mutating func removeGrown() -> [WetStrokeID] {
    defer { grown = [] }
    return grown
  }

  /// Makes the item that the screen shows for a stroke.
  ///
  /// - Throws: an error if the stroke's style cannot be read.
  mutating func item(
    _ stroke: WetStroke<WetPoint, [UInt8]>, _ id: WetStrokeID, named name: GuestItem.ID
  ) throws -> GuestItem {
    let runs = stroke.runs.runs
    let starts = runs.map(\.from)
    // Points never change after they arrived, so a run with the same start has only grown.
    if var known = shown.removeValue(forKey: id), known.item.id == name,
      known.title == stroke.title, known.starts == starts
    {
      for (index, (run, count)) in zip(runs, known.item.pointCounts).enumerated() {
        known.item.append(run.points.dropFirst(count).map(BoardPoint.init), toRun: index)
      }
      shown[id] = known
      return known.item
    }
    let item = GuestItem(
      id: name, entry: stroke.title.entry, item: try WetItem(decoding: stroke.title.style),
      runs: runs.map { $0.points.map(BoardPoint.init) })
    shown[id] = Shown(title: stroke.title, starts: starts, item: item)
    return item
  }
}

extension BoardPoint {
  fileprivate init(_ point: WetPoint) { self.init(x: point.x, y: point.y) }
}
