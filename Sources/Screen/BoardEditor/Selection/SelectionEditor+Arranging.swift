import BoardDocument
import BoardModel
import EaselBase
import ScreenContract

// Brings the selected things into line, and makes the gaps between them equal.
extension SelectionEditor {
  /// Opens the choice of ways to bring the selection into line.
  package func openArranging() {
    guard selection.count > 1 else { return requests.notify(Self.tooFew) }
    requests.open(Sheet(.arrange))
  }

  private static let tooFew = "Select two shapes or more to align them, or one to make the next."

  /// Brings the blocks of the selection into line, as one gesture.
  func align(_ alignment: Alignment, with recorder: inout BoardRecorder) {
    guard mayArrange() else { return }
    let blocks = blocks(in: recorder.picture)
    guard blocks.count > 1 else {
      return requests.notify(Self.tooFew, about: .selection)
    }
    let around = blocks.dropFirst().reduce(blocks[0].box) { $0.union($1.box) }
    move(blocks, by: blocks.map { alignment.offset(of: $0.box, in: around) }, with: &recorder)
  }

  /// Makes the gaps between the blocks of the selection equal, as one gesture. The outer two stay.
  ///
  /// - Parameter isDown: whether the gaps lie above each other; otherwise side by side.
  func distribute(isDown: Bool, with recorder: inout BoardRecorder) {
    guard mayArrange() else { return }
    let blocks = blocks(in: recorder.picture)
    guard blocks.count > 2 else {
      return requests.notify(
        "Select three shapes or more: the gaps between them become equal.",
        about: .selection)
    }
    let sides = blocks.map {
      isDown ? Int($0.box.minY)...Int($0.box.maxY) : Int($0.box.minX)...Int($0.box.maxX)
    }
    let distances = equalGaps(between: sides)
    move(
      blocks,
      by: distances.map { isDown ? BoardOffset(dx: 0, dy: $0) : BoardOffset(dx: $0, dy: 0) },
      with: &recorder)
  }

  /// Each thing is compared with each other one, to find out which of them stay together.
  private static let arrangedMax = 1_000

  private func mayArrange() -> Bool {
    guard selection.count > Self.arrangedMax else { return true }
    requests.notify(
      "Too many shapes are selected: at most 1,000 are brought into line at once.",
      about: .selection)
    return false
  }

  private func move(
    _ blocks: [SelectedBlock], by offsets: [BoardOffset], with recorder: inout BoardRecorder
  ) {
    let actions = zip(blocks, offsets).filter { $0.1 != .zero }.flatMap {
      Operation.Action.change($0.0.ids, .move($0.1))
    }
    guard !actions.isEmpty else {
      return requests.notify("They are in line already.", about: .selection)
    }
    recorder.make(actions)
  }

  /// The blocks of the selection, in the order of the selection. A shape is one block with the fill
  /// and the texts in it.
  private func blocks(in picture: Picture) -> [SelectedBlock] {
    var blocks: [SelectedBlock] = []
    var placed: Set<EntryID> = []
    let things = selection.things(in: picture)
    // A shape comes before the things inside it, so that these find their block.
    for thing in things.sorted(by: { $0.pointBox.area > $1.pointBox.area })
    where !placed.contains(thing.id) {
      let ids = ItemGroup(of: thing, in: picture, among: things).ids.filter {
        selection.contains($0) && !placed.contains($0)
      }
      placed.formUnion(ids)
      blocks.append(SelectedBlock(ids: ids, box: thing.pointBox))
    }
    return blocks
  }
}

/// Things that stay together when the selection is arranged.
private struct SelectedBlock {
  let ids: [EntryID]
  let box: BoardRect
}

extension Alignment {
  /// Returns how far a box moves.
  ///
  /// - Parameter around: the box round all boxes.
  fileprivate func offset(of box: BoardRect, in around: BoardRect) -> BoardOffset {
    func middle(_ low: Int32, _ high: Int32) -> Int32 { Int32((Int(low) + Int(high)) / 2) }
    return switch self {
    case .left: BoardOffset(dx: around.minX &- box.minX, dy: 0)
    case .right: BoardOffset(dx: around.maxX &- box.maxX, dy: 0)
    case .center:
      BoardOffset(dx: middle(around.minX, around.maxX) &- middle(box.minX, box.maxX), dy: 0)
    case .top: BoardOffset(dx: 0, dy: around.minY &- box.minY)
    case .bottom: BoardOffset(dx: 0, dy: around.maxY &- box.maxY)
    case .middle:
      BoardOffset(dx: 0, dy: middle(around.minY, around.maxY) &- middle(box.minY, box.maxY))
    }
  }
}

/// Returns how far each range has to move so that the gaps between them are equal. The first and the
/// last one stay.
private func equalGaps(between ranges: [ClosedRange<Int>]) -> [Int32] {
  let order = ranges.indices.sorted {
    (ranges[$0].lowerBound, ranges[$0].upperBound) < (ranges[$1].lowerBound, ranges[$1].upperBound)
  }
  let first = ranges[order[0]].lowerBound
  let last = ranges.map(\.upperBound).max() ?? first
  let sum = ranges.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
  let gaps = last - first - sum
  var distances = [Int32](repeating: 0, count: ranges.count)
  var used = 0
  for (number, index) in order.enumerated() {
    let start = first + used + gaps * number / (ranges.count - 1)
    distances[index] = Int32(clamping: start - ranges[index].lowerBound)
    used += ranges[index].upperBound - ranges[index].lowerBound
  }
  return distances
}
