import BoardModel
import CellFrame
import EaselBase
import FrameExport

/// The marks of an animated drawing in their order, bottom to top. At every time, the marks that are
/// seen lie above one another as their things do.
struct MarkLayer {
  private var all: [AnimatedDrawing.Mark] = []
  /// The indices of all marks, bottom to top.
  private var order: [Int] = []
  /// The present mark of each visible thing.
  private var present: [EntryID: Int] = [:]
  private var seen: Set<EntryID> = []
  /// The place in `order` where the uppermost lines begin. A region goes below them: the bucket never
  /// covers a line.
  private var linesStart = 0

  /// The time of a gesture, in milliseconds.
  struct Span {
    let begins: Int64
    let ends: Int64
  }

  var marks: [AnimatedDrawing.Mark] { order.map { all[$0] } }

  /// Whether a thing has a mark now.
  func shows(_ id: EntryID) -> Bool { present[id] != nil }

  /// Adds a new thing above all others.
  mutating func append(_ painted: ThingPainter.Painted, _ span: Span) {
    let isRegion = painted.kind == .region
    insert(
      painted, AnimatedDrawing.Mark(painted.parts, begins: span.begins, isComplete: span.ends),
      at: isRegion ? linesStart : order.count)
    if isRegion { linesStart += 1 } else if painted.kind != .line { linesStart = order.count }
  }

  /// Adapts the marks to the things of an area, bottom to top, after a gesture.
  mutating func update(_ things: [ThingPainter.Painted], _ span: Span, in picture: Picture) {
    for (id, index) in present where !picture.isVisible(id) {
      present[id] = nil
      end(index, at: span.ends, fades: true)
    }
    let fixed = thingsInOrder(things)
    var below: Int?
    for painted in things {
      if let index = present[painted.id] {
        adapt(index, to: painted, span, below: fixed.contains(painted.id) ? index : below)
      } else if painted.isInside {
        // A thing that comes back is there at once.
        let begins = seen.contains(painted.id) ? span.ends : span.begins
        insert(
          painted, AnimatedDrawing.Mark(painted.parts, begins: begins, isComplete: span.ends),
          above: below)
      }
      if let index = present[painted.id], !painted.isInside {
        end(index, at: span.ends, fades: false)
        present[painted.id] = nil
      }
      below = present[painted.id] ?? below
    }
  }

  private mutating func end(_ index: Int, at time: Int64, fades: Bool) {
    all[index].end = AnimatedDrawing.End(at: time, fades: fades)
  }

  /// - Parameter below: the mark above which a copy goes; the mark itself if its place in the order is
  ///   right.
  private mutating func adapt(
    _ index: Int, to painted: ThingPainter.Painted, _ span: Span, below: Int?
  ) {
    let mark = all[index]
    let motion = VectorMotion(from: mark.parts, to: painted.parts)
    if below == index, motion == mark.slides.last?.motion ?? VectorMotion.none { return }
    if let motion, motion != mark.slides.last?.motion ?? .none {
      let begins = max(span.begins, mark.isComplete, mark.slides.last?.ends ?? 0)
      all[index].slides.append(
        AnimatedDrawing.Slide(
          begins: min(begins, span.ends), ends: span.ends, motion: motion))
      // A scaled line has another width, so an exact copy takes the place of the mark.
      if !motion.scales, below == index { return }
    }
    end(index, at: span.ends, fades: false)
    insert(
      painted, AnimatedDrawing.Mark(painted.parts, begins: span.ends, isComplete: span.ends),
      above: below)
  }

  /// - Parameter below: the mark below the new one; nil for none.
  private mutating func insert(
    _ painted: ThingPainter.Painted, _ mark: AnimatedDrawing.Mark, above below: Int?
  ) {
    let index = below.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    insert(painted, mark, at: index)
    linesStart = order.count
  }

  private mutating func insert(
    _ painted: ThingPainter.Painted, _ mark: AnimatedDrawing.Mark, at index: Int
  ) {
    order.insert(all.count, at: index)
    present[painted.id] = all.count
    seen.insert(painted.id)
    all.append(mark)
  }

  /// Returns the most things whose marks have the right order already.
  private func thingsInOrder(_ things: [ThingPainter.Painted]) -> Set<EntryID> {
    let heights = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    let known = things.compactMap { painted in
      present[painted.id].flatMap { heights[$0] }.map { (id: painted.id, height: $0) }
    }
    if zip(known, known.dropFirst()).allSatisfy({ $0.height < $1.height }) {
      return Set(known.map(\.id))
    }
    // The longest ascending sequence. `ends` has the last element of the best sequence of each length.
    var (ends, previous) = ([Int](), [Int?]())
    for (index, item) in known.enumerated() {
      let length = ends.partitioningIndex { known[$0].height > item.height }
      previous.append(length > 0 ? ends[length - 1] : nil)
      if length < ends.count { ends[length] = index } else { ends.append(index) }
    }
    var (kept, next) = (Set<EntryID>(), ends.last)
    while let index = next {
      kept.insert(known[index].id)
      next = previous[index]
    }
    return kept
  }
}
