import BoardModel
import BoardView
import EaselBase

// Snaps a dragged selection to the things round it.
extension Moving {
  /// The smallest zoom at which guides attract. In a smaller view, one cell holds too many edges.
  private static let zoomMin = 0.5

  /// Returns the guides for some things; nil if there are none in this view, or if the things do not move.
  func guides(for ids: [EntryID], in picture: Picture, _ view: View) -> Guides? {
    guard !view.isPaper, view.zoom >= Self.zoomMin, !Self.areAllHeld(ids, in: picture) else {
      return nil
    }
    let moved = Set(ids)
    let boxes = ids.lazy.compactMap { picture.thing($0) }.filter { $0.shape == nil }.map(\.pointBox)
    guard let first = boxes.first else { return nil }
    let box = boxes.reduce(first) { $0.union($1) }
    // Copies snap to the things from which they were made.
    let others = picture.things(in: view.visible).filter {
      $0.attractsGuides && (copies || !moved.contains($0.id))
    }
    return Guides(others.map(\.pointBox), for: box)
  }
}

extension Guides {
  /// Returns how far things snap on the screen: at most by a cell. A move of a cell or less is exact, so that
  /// the user can move things by one cell.
  func snap(movedBy offset: BoardOffset, in view: View) -> GuideSnap {
    guard offset != .zero else { return GuideSnap() }
    let (column, row) = (Int32(view.viewport.columnWidth), Int32(view.viewport.rowHeight))
    let isExact = abs(offset.dx) <= column && abs(offset.dy) <= row
    return snap(movedBy: offset, across: isExact ? 0 : column, down: isExact ? 0 : row)
  }
}

extension BoardItem {
  /// Whether moved things snap to this one: a shape, or words outside of shapes.
  fileprivate var attractsGuides: Bool { item.holdsTexts || item.isText && shape == nil }
}
