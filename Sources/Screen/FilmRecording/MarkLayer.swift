import BoardModel
import CellFrame
import EaselBase
import PictureFormats

/// The marks of an animated drawing in their order, bottom to top. At every time, the marks that are
/// seen lie above one another as their things do.
struct MarkLayer {
  /// The marks of each height in the order of time: a mark, and the copies that took its place.
  private var heights: [[AnimatedDrawing.Mark]] = []
  /// The indices of `heights`, bottom to top.
  private var order: [Int] = []
  /// The index in `heights` of each visible thing; its present mark is the last there.
  private var present: [EntryID: Int] = [:]
  private var seen: Set<EntryID> = []
  /// The index in `order` where the uppermost lines begin. A region goes below them: the bucket never
  /// covers a line.
  private var linesStart = 0

  /// How much of the budget of a drawing the marks, their copies and their slides take.
  private(set) var weight = 0

  /// The time of a gesture, in milliseconds.
  struct Span {
    let begins: Int64
    let ends: Int64
  }

  /// The changes that a gesture may have made, apart from the looks of things.
  struct Changes {
    /// Whether the things are all things of the board, because their order may be another.
    let isWhole: Bool
    /// Whether things may be hidden.
    let hides: Bool
  }

  var marks: [AnimatedDrawing.Mark] { order.flatMap { heights[$0] } }

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
  mutating func update(
    _ things: [ThingPainter.Painted], _ span: Span, _ changes: Changes, in picture: Picture
  ) {
    if changes.hides {
      for (id, index) in present where !picture.isVisible(id) {
        present[id] = nil
        end(index, at: span.ends, fades: true)
      }
    }
    let fixed = changes.isWhole ? thingsInOrder(things) : nil
    var below: Int?
    for painted in things {
      if let index = present[painted.id] {
        adapt(
          index, to: painted, span, below: fixed?.contains(painted.id) ?? true ? index : below)
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
    heights[index][heights[index].count - 1].end = AnimatedDrawing.End(at: time, fades: fades)
  }

  /// - Parameter below: the height above which a copy goes; the index itself if the height stays.
  private mutating func adapt(
    _ index: Int, to painted: ThingPainter.Painted, _ span: Span, below: Int?
  ) {
    guard let mark = heights[index].last else { return }
    let motion = VectorMotion(from: mark.parts, to: painted.parts)
    let last = mark.slides.last?.motion ?? .none
    if below == index, motion == last { return }
    if let motion, motion != last {
      let begins = max(span.begins, mark.isComplete, mark.slides.last?.ends ?? 0)
      heights[index][heights[index].count - 1].slides.append(
        AnimatedDrawing.Slide(begins: min(begins, span.ends), ends: span.ends, motion: motion))
      weight += 1
      // A scaled line has another width, so an exact copy takes the place of the mark.
      if !motion.scales, below == index { return }
    }
    end(index, at: span.ends, fades: false)
    let copy = AnimatedDrawing.Mark(painted.parts, begins: span.ends, isComplete: span.ends)
    guard below == index else { return insert(painted, copy, above: below) }
    heights[index].append(copy)
    weight += painted.weightOfCopy
  }

  /// - Parameter below: the height below the new one; nil for none.
  private mutating func insert(
    _ painted: ThingPainter.Painted, _ mark: AnimatedDrawing.Mark, above below: Int?
  ) {
    insert(painted, mark, at: below.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0)
    linesStart = order.count
  }

  private mutating func insert(
    _ painted: ThingPainter.Painted, _ mark: AnimatedDrawing.Mark, at index: Int
  ) {
    order.insert(heights.count, at: index)
    present[painted.id] = heights.count
    weight += seen.insert(painted.id).inserted ? 1 : painted.weightOfCopy
    heights.append([mark])
  }

  /// Returns the most things whose marks have the right order already.
  private func thingsInOrder(_ things: [ThingPainter.Painted]) -> Set<EntryID> {
    let ranks = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    let known = things.compactMap { painted in
      present[painted.id].flatMap { ranks[$0] }.map { (id: painted.id, rank: $0) }
    }
    if zip(known, known.dropFirst()).allSatisfy({ $0.rank < $1.rank }) {
      return Set(known.map(\.id))
    }
    // The longest ascending sequence. `ends` has the last element of the best sequence of each length.
    var (ends, previous) = ([Int](), [Int?]())
    for (index, item) in known.enumerated() {
      let length = ends.partitioningIndex { known[$0].rank > item.rank }
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
