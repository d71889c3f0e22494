import EaselBase

/// The things that a person sees as one: a line, the fill inside it, and the texts inside or attached.
package struct ItemGroup: Sendable {
  /// The ids of the things, bottom to top.
  package private(set) var ids: [EntryID] = []
  /// The visible things that meet the box of the thing.
  private let nearby: [Member]
  /// The pairs of things that were compared, for tests of the work.
  private(set) var comparisons = 0

  /// A group has at most this many fills, and as many texts that no change attached. Then the work grows
  /// only with the things nearby, and not with their square.
  static let membersMax = 256
  /// The most things that a group has.
  package static let thingsMax = 2 * membersMax + Limits.textsPerShape + 2

  /// Finds the visible things that belong to a visible thing, and adds the thing itself. A text in a
  /// shape or on a line belongs to it. Nothing belongs to any other text.
  ///
  /// - Parameter candidates: the things that may belong to the group; nil for all things of the picture.
  package init(of thing: BoardItem, in picture: Picture, among candidates: [BoardItem]? = nil) {
    let thing = thing.shape.flatMap { picture.isVisible($0) ? picture.thing($0) : nil } ?? thing
    let member = Member(thing)
    guard member.isLine || member.isFill else {
      (nearby, ids) = ([], [thing.id] + picture.attachments.texts(in: thing.id))
      return
    }
    nearby =
      candidates.map { $0.filter { $0.pointBox.intersects(member.box) }.map(Member.init) }
      ?? picture.things(in: member.box).map(Member.init)
    var ids: Set<EntryID> = [thing.id]
    if let line = member.isFill ? enclosingLine(of: member) : member {
      ids.insert(line.id)
      ids.formUnion(fills(of: line))
    }
    if ids.count > 1 || member.isShape { ids.formUnion(texts(inGroup: ids, member.box)) }
    for shape in ids { ids.formUnion(picture.attachments.texts(in: shape)) }
    self.ids = nearby.map(\.id).filter(ids.contains)
  }

  private mutating func fills(of line: Member) -> [EntryID] {
    var fills = nearby.filter { line.difference(from: $0) != nil }
    comparisons += nearby.count
    if fills.count > Self.membersMax { fills = fills.suffix(Self.membersMax) }
    return fills.filter { enclosingLine(of: $0)?.id == line.id }.map(\.id)
  }

  /// Returns the line whose box is most like that of a fill; nil if no line has about the same box.
  private mutating func enclosingLine(of fill: Member) -> Member? {
    comparisons += nearby.count
    let lines = nearby.compactMap { line in
      line.difference(from: fill).map { (line: line, difference: $0) }
    }
    return lines.min { $0.difference < $1.difference }?.line
  }

  /// Returns the texts in the box of a group, each of which belongs to the smallest shape round it.
  /// There are none if the box contains other drawings as well, or too many texts: then it is the frame of
  /// a picture.
  private mutating func texts(inGroup ids: Set<EntryID>, _ box: BoardRect) -> [EntryID] {
    let inside = nearby.filter { !ids.contains($0.id) && box.contains($0.box.middle) }
    guard inside.allSatisfy({ $0.isText || $0.box.contains(box) }) else { return [] }
    let (texts, shapes) = (inside.filter(\.isText), nearby.filter(\.isShape))
    guard texts.count <= Self.membersMax else { return [] }
    comparisons += texts.count * shapes.count
    return texts.filter { text in
      let round = shapes.filter { $0.box.contains(text.box.middle) }
      return round.min { $0.box.area < $1.box.area }.map { ids.contains($0.id) } ?? false
    }
    .map(\.id)
  }
}

/// A thing, with its box measured once.
private struct Member {
  let id: EntryID
  let box: BoardRect
  let isText: Bool
  /// Nil for a thing without a line.
  private let stroke: Stroke?
  /// How many times the thing is larger than it was made; at least 1.
  private let scale: Double

  init(_ thing: BoardItem) {
    id = thing.id
    box = thing.pointBox
    isText = thing.item.isText
    stroke = thing.item.asStroke
    let scale = max(thing.scaling.scaleX.magnitude, thing.scaling.scaleY.magnitude)
    self.scale = max(Double(scale) / Double(BoardScaling.one), 1)
  }

  /// Whether the thing is a box, an oval, or a fill of the bucket tool.
  var isShape: Bool { stroke.map { $0.kind.isFillable || $0.kind == .region } ?? false }
  var isFill: Bool { stroke.map { $0.filled || $0.kind == .region } ?? false }
  /// Whether the thing is a line that can enclose an area.
  var isLine: Bool {
    stroke.map { !$0.filled && ($0.kind.isFillable || $0.kind == .pen) } ?? false
  }

  /// Returns how much the box of this line differs from the box of a fill, in units. Nil if this is
  /// not a line, if `fill` is not a fill, or if the difference is more than the bucket tool leaves.
  func difference(from fill: Member) -> Int32? {
    guard isLine, fill.isFill, let line = stroke, let area = fill.stroke,
      area.kind == .region || area.kind == line.kind
    else { return nil }
    let most =
      [
        box.minX - fill.box.minX, box.maxX - fill.box.maxX, box.minY - fill.box.minY,
        box.maxY - fill.box.maxY,
      ].map(abs).max() ?? 0
    return Double(most) <= fill.tolerance(in: line) ? most : nil
  }

  /// The greatest difference between the boxes of this fill and of the line round it, in units.
  private func tolerance(in line: Stroke) -> Double {
    guard let stroke, stroke.kind == .region else {
      // The fill of a box or an oval has the same points, apart from rounding.
      return 4 * scale
    }
    // The bucket fills up to the edge of the line, to the dot. A dot has about eight steps.
    let dot = Double(8 << Int32(stroke.points.stepExponent))
    // A copy of a fill that was made larger has forgotten its scale.
    let side = Double(min(box.maxX - box.minX, box.maxY - box.minY))
    return max((Double(line.ink.reach) + dot) * scale, side / 16)
  }
}
