import BoardDocument
import BoardModel
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// The selected things and the copied ones.
package struct SelectionEditor {
  package private(set) var selection = Selection()
  /// The line with the properties of the selection.
  package private(set) var line = SelectionLine()
  private var clipboard = CopiedThings()
  /// The shape in which the user has just written; nil after any selection.
  private var written: EntryID?
  let requests: Requests

  init(_ requests: Requests) { self.requests = requests }

  /// The shape that the next shape follows: the only selected one, or the one in which the user has just
  /// written.
  package var shapeBeforeNext: EntryID? {
    selection.isEmpty ? written : selection.look.hasNext ? selection.shape : nil
  }

  package mutating func deselect() { (selection, written) = (Selection(), nil) }

  /// Notes the shape in which a text has just ended; nil for a text on the board.
  mutating func noteWritten(in shape: EntryID?) { written = shape }

  mutating func replaceClipboard(by copies: CopiedThings) { clipboard = copies }

  /// Lays the selection line out, and draws it if it changed.
  ///
  /// - Parameter palette: the place of the tool palette, which the line leaves free.
  mutating func showLine(
    isIdle: Bool, besides palette: CellRect?, on surface: Surface, in style: PanelStyle
  ) {
    guard isIdle, !selection.isEmpty else { return line.show(SelectionLook(), in: 0..<0, style) }
    line.show(selection.look, in: surface.freeColumnsInLastRow(besides: palette), style)
  }

  package mutating func follow(_ news: ChangedItems, in picture: Picture) {
    selection.update(after: news, in: picture)
  }

  // MARK: Selecting

  /// The frame round the selection; nil if nothing is selected.
  ///
  /// - Parameters:
  ///   - box: the box in which the selection is shown now.
  ///   - ends: the places at which the ends of the only selected line are shown now.
  ///   - handles: the handles that take a press now.
  package func frame(
    around box: BoardRect?, ends: [EndHandle], in viewport: Viewport, handles: [ResizeHandle]
  ) -> SelectionFrame? {
    box.map {
      SelectionFrame(
        around: $0, pointBox: selection.pointBox, handles: handles, ends: ends, in: viewport)
    }
  }

  /// Handles a press on a corner of the shape that was just drawn, while its tool is chosen.
  ///
  /// - Returns: the gesture that resizes it; nil if the press is elsewhere.
  func pressCorner(_ touch: Touch, in recorder: BoardRecorder, on surface: Surface)
    -> SelectionGesture?
  {
    guard selection.shape != nil else { return nil }
    let frame = frame(
      around: selection.box, ends: selection.ends, in: surface.view.viewport,
      handles: ResizeHandle.corners)
    return frame?.handle(at: touch.pointer.cell).flatMap {
      resize(by: $0, touch, at: recorder.now.uptime)
    }
  }

  /// Handles a press with the selecting tool. A press on a handle resizes the selection. A press on
  /// a thing selects the thing with its group. With a modifier key, the press adds them to the
  /// selection or removes them; a drag of a selected thing with Alt or Ctrl copies the selection.
  ///
  /// - Returns: the gesture that begins; nil if there is none.
  package mutating func press(
    _ touch: Touch, in recorder: BoardRecorder, on surface: Surface
  ) -> SelectionGesture? {
    let frame = frame(
      around: selection.box, ends: selection.ends, in: surface.view.viewport,
      handles: recorder.mayDraw ? ResizeHandle.all : [])
    let cell = touch.pointer.cell
    if recorder.mayDraw, let end = frame?.end(at: cell), let line = selection.ids.first,
      let other = selection.ends.first(where: { $0.point != end.point })
    {
      return .movingEnd(MovingEnd(end, of: line, other: other.position, at: recorder.now.uptime))
    }
    if let handle = frame?.handle(at: cell) {
      return resize(by: handle, touch, at: recorder.now.uptime)
    }
    let adds = touch.modifiers.contains(.shift) || touch.constrains
    let hit = recorder.board.picture.topmost(at: touch.point, within: surface.reach)
    if hit == nil, let near = frame?.handle(at: cell, within: 1) {
      return resize(by: near, touch, at: recorder.now.uptime)
    }
    guard let hit else {
      let shape = recorder.picture.things(in: BoardRect(touch.point))
        .smallestShape(around: touch.point)
      if let shape, !adds, selection.contains(shape.id) {
        return .moving(Moving(from: touch.point, at: recorder.now.uptime), clicked: shape.id)
      }
      // A click inside a large shape without a fill selects the shape, but only at its end: a drag from
      // there selects an area. A small shape is taken as if it had a fill.
      if !adds { deselect() }
      guard let shape, !adds, !Shaping.hasRoomForClick(in: shape.pointBox, surface.view) else {
        return .dragging(SelectionArea(at: touch, adds: adds))
      }
      selectGroup(of: shape, in: recorder.picture)
      return .moving(Moving(from: touch.point, at: recorder.now.uptime), clicked: nil)
    }
    if adds, recorder.mayDraw, !touch.modifiers.contains(.shift), selection.contains(hit.id) {
      let begun = Moving(from: touch.point, at: recorder.now.uptime, copies: true)
      return .moving(begun, clicked: hit.id)
    }
    if adds {
      selection.toggle(recorder.picture.whole(of: hit), in: recorder.picture)
      return nil
    }
    let begun = Moving(from: touch.point, at: recorder.now.uptime)
    if selection.contains(hit.id) { return .moving(begun, clicked: hit.id) }
    selectGroup(of: hit, in: recorder.picture)
    return .moving(begun, clicked: nil)
  }

  /// Selects a thing with its group.
  private mutating func selectGroup(of thing: BoardItem, in picture: Picture) {
    select(picture.whole(of: thing), in: picture)
    notifyParts(in: picture)
  }

  private func notifyParts(in picture: Picture) {
    guard selection.count > 1 else { return }
    requests.notify(
      selection.look.isGroup
        ? "A group of \(selection.count.counted("shape")). Click one again to take only it."
        : GroupParts(selection.things(in: picture)).sentence, about: .selection)
  }

  private func resize(
    by handle: ResizeHandle, _ touch: Touch, at uptime: Int64
  ) -> SelectionGesture? {
    selection.pointBox.map {
      .resizing(Resizing(handle, of: $0, from: touch.point, at: uptime))
    }
  }

  /// - Parameter isReleased: whether the user ended the gesture.
  mutating func finish(
    _ gesture: SelectionGesture, isReleased: Bool, with recorder: inout BoardRecorder,
    on surface: Surface
  ) {
    switch gesture {
    case .dragging(let area):
      if isReleased, let point = area.click(within: surface.reach),
        let shape = recorder.picture.things(in: BoardRect(point)).smallestShape(around: point)
      {
        click(inside: shape, adds: area.adds, in: recorder.picture, on: surface)
      } else {
        select(area, in: recorder.picture, surface.chrome)
      }
    case .moving(let moving, let clicked) where moving.copies:
      if moving.offset != .zero {
        let copies = CopiedThings(of: selection.ids, in: recorder.picture)
        _ = add(copies.moved(by: moving.offset), with: &recorder)
      } else if isReleased, let thing = clicked.flatMap({ recorder.picture.thing($0) }) {
        selection.toggle(recorder.picture.whole(of: thing), in: recorder.picture)
      }
    case .moving(let moving, let clicked):
      moving.finish(moving: selection.ids, with: &recorder)
      if isReleased, let clicked, moving.offset == .zero {
        select(only: clicked, in: recorder.picture)
      }
    case .resizing(let resizing):
      resizing.finish(resizing: selection.ids, with: &recorder)
    case .movingEnd(let end): end.finish(with: &recorder)
    }
  }

  /// Handles a click inside a shape without a fill as a click on its line.
  private mutating func click(
    inside shape: BoardItem, adds: Bool, in picture: Picture, on surface: Surface
  ) {
    if adds {
      selection.toggle(picture.whole(of: shape), in: picture)
    } else if selection.contains(shape.id) {
      select(only: shape.id, in: picture)
    } else {
      selectGroup(of: shape, in: picture)
    }
  }

  private mutating func select(_ area: SelectionArea, in picture: Picture, _ chrome: Chrome) {
    let found = picture.withGroups(picture.inside(area.outline))
    if area.adds {
      if !found.isEmpty { selection.toggle(found, in: picture) }
    } else {
      select(found, in: picture)
    }
    if !found.isEmpty { notifySelection(chrome) }
  }

  package mutating func select(_ ids: [EntryID], in picture: Picture) {
    (selection, written) = (Selection(ids, in: picture), nil)
  }

  /// Takes a smaller part of the selection: of a group the clicked thing with its fill and its words, and
  /// then only the thing.
  private mutating func select(only clicked: EntryID, in picture: Picture) {
    guard selection.count > 1, selection.contains(clicked) else { return }
    let part = picture.thing(clicked).map { ItemGroup(of: $0, in: picture).ids } ?? []
    if selection.look.isGroup, part.count > 1, part.count < selection.count {
      select(part, in: picture)
      return notifyParts(in: picture)
    }
    select([clicked], in: picture)
    for thing in selection.things(in: picture) {
      requests.notify("Only the \(ItemLook(thing).kind) is selected.", about: .selection)
    }
  }

  private func notifySelection(_ chrome: Chrome) {
    let arrows = chrome.arrows
    requests.notify(
      "\(selection.count) selected: drag or \(arrows) move, c recolours, y copies, Del deletes.",
      about: .selection)
  }

  // MARK: Commands

  /// - Returns: whether the command selected other things. The caller then switches to the
  ///   selecting tool.
  package mutating func perform(
    _ command: SelectionCommand, with recorder: inout BoardRecorder, on surface: Surface
  ) -> Bool {
    switch command {
    case .selectAll:
      selectAll(in: recorder.picture, surface.chrome)
      return true
    case .paste: return paste(with: &recorder, on: surface)
    case .next(let direction):
      makeNext(direction, with: &recorder, on: surface)
      return false
    case .copy, .cut, .duplicate, .delete, .toFront, .toBack, .toggleGroup, .align,
      .distributeAcross, .distributeDown:
      guard !selection.isEmpty else {
        requests.notify("Nothing is selected: press s, then click or drag; ^A selects all.")
        return false
      }
      return performOnSelected(command, with: &recorder, on: surface)
    }
  }

  private mutating func performOnSelected(
    _ command: SelectionCommand, with recorder: inout BoardRecorder, on surface: Surface
  ) -> Bool {
    switch command {
    case .selectAll, .paste, .next: return false
    case .copy: copy(from: recorder.picture, on: surface)
    case .cut:
      copy(from: recorder.picture, on: surface)
      if recorder.change(withTexts(in: recorder.picture), .hide) {
        requests.notify(done: "Cut; v pastes it, u brings it back.")
      }
    case .delete:
      if recorder.change(withTexts(in: recorder.picture), .hide) {
        requests.notify(done: "Deleted. u brings it back.")
      }
    case .toFront: reorder(.front, with: &recorder)
    case .toBack: reorder(.back, with: &recorder)
    case .toggleGroup: toggleGroup(with: &recorder)
    case .align(let alignment): align(alignment, with: &recorder)
    case .distributeAcross: distribute(isDown: false, with: &recorder)
    case .distributeDown: distribute(isDown: true, with: &recorder)
    case .duplicate:
      let copies = CopiedThings(of: selection.ids, in: recorder.picture)
      return add(copies.moved(by: surface.view.beside(selection.box)), with: &recorder)
    }
    return false
  }

  /// The selected things and the texts in the selected shapes, which go with them.
  func withTexts(in picture: Picture) -> [EntryID] {
    picture.attachments.includingTexts(selection.ids)
  }

  mutating func recolour(_ color: InkColor, with recorder: inout BoardRecorder) {
    let things = selection.things(in: recorder.picture).filter(\.item.hasColor)
    if !things.isEmpty { recorder.change(things.map(\.id), .recolour(color)) }
  }

  private mutating func selectAll(in picture: Picture, _ chrome: Chrome) {
    select(picture.things.filter(\.isSelectable).map(\.id), in: picture)
    if selection.isEmpty {
      requests.notify("There is nothing to select.")
    } else {
      notifySelection(chrome)
    }
  }

  /// - Parameter more: a further sentence of the notice.
  mutating func copy(from picture: Picture, on surface: Surface, adding more: String = "") {
    clipboard = CopiedThings(of: selection.ids, in: picture)
    requests.copy(CopiedText(text(in: picture, on: surface), .things, adding: more))
  }

  private mutating func paste(with recorder: inout BoardRecorder, on surface: Surface) -> Bool {
    guard !clipboard.isEmpty else {
      requests.notify("There is nothing to paste.")
      return false
    }
    // The next paste of these things lies beside this paste.
    clipboard = clipboard.moved(by: surface.view.aside)
    return add(clipboard, with: &recorder)
  }

  /// Adds copies to the board, and selects them. Returns false if the board did not accept them.
  private mutating func add(_ copies: CopiedThings, with recorder: inout BoardRecorder) -> Bool {
    let copies = copies.brought(to: recorder.picture)
    guard let first = recorder.board.nextID() else { return false }
    let ids = first.following(copies.items.count)
    let actions = copies.items.map { Operation.Action.make($0) }
    guard recorder.make(actions + copies.links(ofThingsMadeAs: ids)) else {
      return false
    }
    // A further piece of a long stroke is no thing of its own.
    select(ids.filter { recorder.picture.whole(of: $0) == $0 }, in: recorder.picture)
    return true
  }

  /// The texts of the selection. If the selection contains ink, this is instead a picture of it in
  /// characters, as on the screen.
  private func text(in picture: Picture, on surface: Surface) -> String {
    let things = selection.things(in: picture)
    let texts = things.compactMap(\.item.asLabel?.text.string)
    if texts.count == things.count { return texts.joined(separator: "\n") }
    guard let box = selection.box else { return "" }
    let viewport = surface.view.viewport
    let low = viewport.position(of: BoardPoint(x: box.minX, y: box.minY))
    let high = viewport.position(of: BoardPoint(x: box.maxX, y: box.maxY))
    let columns = Int(min(max(high.column - low.column, 0), 400)) + 2
    let rows = Int(min(max(high.row - low.row, 0), 200)) + 2
    var canvas = Canvas(
      columns: columns, rows: rows,
      viewport: viewport.panned(
        columns: low.column.rounded(.down), rows: low.row.rounded(.down)),
      raster: surface.raster, theme: surface.theme, showsPage: false)
    canvas.paint(things)
    return canvas.frame.plainText
  }
}

extension Surface {
  /// The longest row of cells without ink at the lower edge of the canvas, outside of the palette.
  fileprivate func freeColumnsInLastRow(besides palette: CellRect?) -> Range<Int> {
    let (canvas, shown, row) = (view.canvas, self.shown, view.canvasRows - 1)
    var (longest, start) = (0..<0, 0)
    for column in 0...canvas.columns {
      let at = CellPoint(column: column, row: canvas.row + row)
      let isFree =
        column < canvas.columns && palette?.contains(at) != true
        && !shown.showsInk(column: column, row: row)
      if isFree { continue }
      if column - start > longest.count { longest = start..<column }
      start = column + 1
    }
    return longest
  }
}

extension EntryID {
  /// Returns the ids of this entry and of those that follow it in the same replica.
  func following(_ count: Int) -> [EntryID] {
    (0..<UInt64(count)).map { EntryID(replica, SequenceNumber(sequence.raw + $0)) }
  }
}

extension View {
  /// Returns the offset in whole cells at which a copy lies beside a box, two columns to its right.
  fileprivate func beside(_ box: BoardRect?) -> BoardOffset {
    guard let box else { return aside }
    let cell = Double(isPaper ? Page.cellWidth : cell.width)
    let columns = ((Double(box.maxX) - Double(box.minX)) / cell).rounded(.up) + 2
    return BoardOffset(dx: BoardPoint(clamping: columns * cell, 0).x, dy: 0)
  }

  /// An offset of two columns to the right and a row down.
  fileprivate var aside: BoardOffset {
    let step = BoardPoint(clamping: viewport.columnWidth * 2, viewport.rowHeight)
    return BoardOffset(dx: step.x, dy: step.y)
  }
}
