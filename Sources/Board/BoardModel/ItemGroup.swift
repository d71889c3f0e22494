import EaselBase

/// The things that a person sees as one: a line, the fill inside it, and the texts inside.
public struct ItemGroup: Sendable {
  /// The ids of the things, bottom to top.
  public private(set) var ids: [EntryID] = []
  /// The visible things that meet the box of the thing.
  private let near: [BoardItem]

  /// Finds the visible things that belong to a visible thing, and adds the thing itself. A text
  /// belongs to the smallest shape round it, but nothing belongs to a text.
  public init(of thing: BoardItem, in picture: Picture) {
    guard let kind = thing.stroke?.kind, kind.canSurround || kind == .region else {
      (near, ids) = ([], [thing.id])
      return
    }
    near = Array(picture.things(in: thing.pointBox))
    var members: Set<EntryID> = [thing.id]
    let isFill = kind == .region || thing.stroke?.filled == true
    if let line = isFill ? lineRound(thing) : thing {
      members.insert(line.id)
      members.formUnion(fills(of: line))
    }
    if members.count > 1 || kind != .pen { members.formUnion(texts(in: members)) }
    ids = near.map(\.id).filter(members.contains)
  }

  private func fills(of line: BoardItem) -> [EntryID] {
    near.filter { line.difference(fromFill: $0) != nil && lineRound($0)?.id == line.id }.map(\.id)
  }

  /// Returns the line whose box is most like that of a fill of the bucket tool; nil if no line has
  /// about the same box.
  private func lineRound(_ fill: BoardItem) -> BoardItem? {
    let lines = near.compactMap { line in
      line.difference(fromFill: fill).map { (line: line, difference: $0) }
    }
    return lines.min { $0.difference < $1.difference }?.line
  }

  private func texts(in members: Set<EntryID>) -> [EntryID] {
    let shapes = near.compactMap { $0.isShape ? (id: $0.id, box: $0.pointBox) : nil }
    return near.filter { thing in
      guard case .label = thing.item else { return false }
      let middle = thing.pointBox.middle
      let smallest = shapes.filter { $0.box.contains(middle) }.min { $0.box.area < $1.box.area }
      return smallest.map { members.contains($0.id) } ?? false
    }
    .map(\.id)
  }
}

extension BoardItem {
  fileprivate var stroke: Stroke? {
    if case .stroke(let stroke) = item { stroke } else { nil }
  }

  /// Whether the thing has an inside, whatever lies round it.
  fileprivate var isShape: Bool { stroke.map { $0.kind.isFillable || $0.kind == .region } ?? false }

  /// Returns how much the box of this line differs from the box of a fill, in units. Nil if the
  /// difference is more than the bucket tool leaves, or if these are no line and no fill.
  fileprivate func difference(fromFill fill: BoardItem) -> Int32? {
    guard let line = stroke, line.kind.canSurround, !line.filled, let area = fill.stroke,
      area.kind == .region || area.filled && area.kind == line.kind
    else { return nil }
    let (outer, inner) = (pointBox, fill.pointBox)
    let most =
      [
        outer.minX - inner.minX, outer.maxX - inner.maxX, outer.minY - inner.minY,
        outer.maxY - inner.maxY,
      ].map(abs).max() ?? 0
    // The fill of a box or an oval has the same points.
    guard area.kind == .region else { return most == 0 ? 0 : nil }
    // The bucket fills up to the edge of the line, to the dot. A dot has at most eight steps.
    let dot = Int64(8) << Int64(area.points.stepExponent)
    let scale = max(fill.scaling.scaleX.magnitude, fill.scaling.scaleY.magnitude)
    let scaled = max(dot, dot * Int64(scale) / Int64(BoardScaling.one))
    return Int64(most) <= Int64(line.ink.reach) + scaled ? most : nil
  }
}

extension Stroke.Kind {
  /// Whether a line of this kind can enclose an area.
  fileprivate var canSurround: Bool { isFillable || self == .pen }
}

extension BoardRect {
  fileprivate var middle: BoardPoint {
    BoardPoint(
      clamping: (Double(minX) + Double(maxX)) / 2, (Double(minY) + Double(maxY)) / 2)
  }

  /// The area in square units; 0 for a line.
  fileprivate var area: Int64 { Int64(maxX - minX) * Int64(maxY - minY) }
}
