import BoardModel
import EaselBase

/// The things to which commands such as move, recolour and copy apply.
package struct Selection: Hashable, Sendable {
  package private(set) var ids: [EntryID] = []
  /// The box round the visible things of the selection; nil if there are none.
  private(set) var box: BoardRect?
  /// The box round the points of the things, without the width of the ink. Nil if the selection has
  /// no size that could change: it has only texts and dots.
  package private(set) var pointBox: BoardRect?
  package private(set) var look = SelectionLook()
  /// The handles at the ends of the only selected line; empty for any other selection.
  private(set) var ends: [EndHandle] = []
  /// The only selected shape or line; its fill and its texts may be selected with it. Nil if neither or
  /// anything else is selected.
  package private(set) var shape: EntryID?
  private var measures: [EntryID: Measures] = [:]

  /// The measures of a visible thing.
  private struct Measures: Hashable {
    /// The box round the ink; nil for a thing without any ink.
    let box: BoardRect?
    /// The box round the points.
    package let pointBox: BoardRect
    package let look: ItemLook
    /// Whether resizing the selection resizes the thing; a text only moves.
    let isScalable: Bool

    init(_ thing: BoardItem) {
      box = thing.inkBox
      pointBox = thing.pointBox
      look = ItemLook(thing)
      isScalable = thing.item.isScalable
    }
  }

  package var isEmpty: Bool { ids.isEmpty }
  package var count: Int { ids.count }

  init() {}

  init(_ ids: [EntryID], in picture: Picture) {
    self.ids = ids
    update(in: picture)
  }

  package func contains(_ id: EntryID) -> Bool { measures.index(forKey: id) != nil }

  /// Adds the found things that are not selected yet. If all found things are selected already,
  /// removes them instead.
  mutating func toggle(_ found: [EntryID], in picture: Picture) {
    let new = found.filter { !contains($0) }
    if new.isEmpty {
      let gone = Set(found)
      ids.removeAll { gone.contains($0) }
    } else {
      ids += new
    }
    update(in: picture)
  }

  /// Removes things that the picture no longer shows, and measures the other things again. Reads
  /// all points of the selection.
  mutating func update(in picture: Picture) {
    guard !ids.isEmpty || box != nil else { return }
    measures = [:]
    measure(ids, in: picture)
  }

  /// Updates the selection after some operations. Reads only the points of the things that the
  /// operations may have changed.
  mutating func update(after news: ChangedItems, in picture: Picture) {
    guard !ids.isEmpty else { return }
    if news.isAll { return update(in: picture) }
    var changed = news.things.filter(contains)
    if let area = news.area {
      for (id, known) in measures where known.box?.intersects(area) ?? true { changed.insert(id) }
    }
    if !changed.isEmpty { measure(changed, in: picture) }
  }

  private mutating func measure(_ some: some Swift.Sequence<EntryID>, in picture: Picture) {
    var isSmaller = false
    for id in some {
      if picture.isVisible(id), let thing = picture.thing(id) {
        measures[id] = Measures(thing)
      } else {
        measures[id] = nil
        isSmaller = true
      }
    }
    if isSmaller { ids.removeAll { [measures] in measures.index(forKey: $0) == nil } }
    box = nil
    var points: BoardRect?
    look = SelectionLook()
    for measures in measures.values {
      if let next = measures.box { box = box?.union(next) ?? next }
      points = points?.union(measures.pointBox) ?? measures.pointBox
      look.add(measures.look)
    }
    ends = ids.count == 1 ? picture.thing(ids[0])?.endHandles ?? [] : []
    shape = onlyShape(in: picture)
    if let only = shape.flatMap({ picture.thing($0) }) {
      let texts = things(in: picture).compactMap(\.item.asLabel?.text.string)
      look.note(only: only, with: texts)
    }
    look.isGroup = isGroup(in: picture)
    let hasSize = points.map { $0.maxX > $0.minX || $0.maxY > $0.minY } ?? false
    pointBox = hasSize && measures.values.contains(where: \.isScalable) ? points : nil
  }

  /// Whether the selection is a whole group.
  private func isGroup(in picture: Picture) -> Bool {
    guard ids.count > 1, let group = picture.thing(ids[0])?.group else { return false }
    return Set(picture.things(ofGroup: group)) == Set(ids)
  }

  private func onlyShape(in picture: Picture) -> EntryID? {
    // A shape with its fill and its words is never more things.
    guard ids.count <= ItemGroup.thingsMax else { return nil }
    let things = things(in: picture)
    guard
      let shape = things.last(where: \.item.holdsTexts) ?? things.last(where: \.item.hasEnds)
    else { return nil }
    let group = Set(ItemGroup(of: shape, in: picture).ids)
    return ids.allSatisfy(group.contains) ? shape.id : nil
  }

  /// Returns the things in the order in which they were selected.
  func things(in picture: Picture) -> [BoardItem] { ids.compactMap { picture.thing($0) } }
}

/// The things of a picture that some operations may have moved, hidden or brought back.
package struct ChangedItems: Sendable {
  private(set) var things: Set<EntryID> = []
  /// The area of further things that may have changed.
  private(set) var area: BoardRect?
  /// Whether any thing may have changed.
  private(set) var isAll = false

  /// - Parameter damage: the damage from applying the operation to `picture`.
  package mutating func note(
    _ operation: Operation, _ damage: Damage, in picture: Picture
  ) {
    switch damage {
    // An added thing was never selected, so the selection needs no update.
    case .none, .added: break
    case .all: isAll = true
    case .area(let new):
      switch (operation.gesture, operation.action) {
      case (nil, .make), (_, .setPaper): break
      case (nil, .change(.items(let targets), let effect)):
        for target in targets {
          if let thing = picture.whole(of: target) { things.insert(thing) }
        }
        // Words and lines follow the targets.
        if effect.movesThings { area = area?.union(new) ?? new }
      // The operation may concern many other things. All of them lie in the painted area.
      default: area = area?.union(new) ?? new
      }
    }
  }

  /// Notes that any thing may have changed.
  mutating func noteAll() { isAll = true }

  /// Notes the area of the things that a group of clears hid or brought back.
  package mutating func note(_ cleared: Damage) {
    if case .area(let new) = cleared { area = area?.union(new) ?? new }
  }
}

extension Operation.Effect {
  fileprivate var movesThings: Bool {
    switch self {
    case .move, .resize, .attach, .setText, .setWidth: true
    case .hide, .recolour, .setFilled, .reorder, .setLook, .setGroup: false
    }
  }
}

extension BoardItem {
  /// The box round the ink of the thing. It is tighter than `bounds`, which leaves room for every
  /// curve. The box of a label ends before the next cell begins.
  fileprivate var inkBox: BoardRect? {
    let points = outlines().lazy.flatMap(\.paths).flatMap(\.points)
    guard let box = BoardRect(around: points) else { return nil }
    guard item.isText else { return box.grown(by: item.reach) }
    return BoardRect(
      minX: box.minX, minY: box.minY, maxX: max(box.maxX - 1, box.minX),
      maxY: max(box.maxY - 1, box.minY))
  }
}
