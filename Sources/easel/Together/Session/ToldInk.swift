import Codec
import Drawing
import Sharing
import Whiteboard

/// What the whiteboard was told of the strokes under others' hands: of one that grew, only what came
/// to it is looked at.
struct ToldInk {
  private var told: [WetStrokeID: Told] = [:]

  private struct Told {
    let title: WetStroke<WetPoint, [UInt8]>.Title
    /// The indices at which its runs begin within the stroke.
    let starts: [Int]
    var item: GuestItem
  }

  /// What there is to tell of a stroke now. Throws where its look cannot be read.
  mutating func item(
    _ stroke: WetStroke<WetPoint, [UInt8]>, _ id: WetStrokeID, named name: GuestItem.ID
  ) throws -> GuestItem {
    let runs = stroke.runs.runs
    let starts = runs.map(\.from)
    // Points heard before stay as they are, so that a run of the same beginning has only grown.
    if var known = told.removeValue(forKey: id), known.item.id == name,
      known.title == stroke.title, known.starts == starts
    {
      for (index, (run, count)) in zip(runs, known.item.pointCounts).enumerated() {
        known.item.append(run.points.dropFirst(count).map(BoardPoint.init), toRun: index)
      }
      told[id] = known
      return known.item
    }
    let item = GuestItem(
      id: name, entry: stroke.title.entry, item: try WetItem(decoding: stroke.title.style),
      runs: runs.map { $0.points.map(BoardPoint.init) })
    told[id] = Told(title: stroke.title, starts: starts, item: item)
    return item
  }

  /// It is shown no longer. One of its name that is heard of later is another one.
  mutating func forget(_ id: WetStrokeID) { told[id] = nil }
}

extension BoardPoint {
  fileprivate init(_ point: WetPoint) { self.init(x: point.x, y: point.y) }
}
