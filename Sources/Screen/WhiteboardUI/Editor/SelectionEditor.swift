import BoardDocument
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

/// The commands on the whole selection.
enum SelectionCommand: Hashable, Sendable {
  case selectAll, copy, cut, paste, duplicate, delete, toFront, toBack
}

/// The selected things and the copied ones.
struct SelectionEditor: Sendable {
  private(set) var selection = Selection()
  /// The panel with the properties of the selection, on large screens.
  private(set) var panel = PropertiesPanel()
  private var clipboard: [Item] = []

  mutating func deselect() { selection = Selection() }

  mutating func replaceClipboard(by items: [Item]) { clipboard = items }

  /// Lays the properties panel out, and draws it if it changed.
  ///
  /// - Parameter palette: the place of the tool palette, which the panel leaves free.
  mutating func showPanel(
    isIdle: Bool, besides palette: CellRect?, in workspace: Workspace
  ) {
    panel.show(isIdle ? selection.look : SelectionLook(), besides: palette, in: workspace)
  }

  mutating func follow(_ news: ChangedItems, in picture: Picture) {
    selection.update(after: news, in: picture)
  }

  // MARK: Selecting

  /// The frame round the selection; nil if nothing is selected.
  ///
  /// - Parameter box: the box in which the selection is shown now.
  func frame(around box: BoardRect?, in workspace: Workspace) -> SelectionFrame? {
    box.map {
      SelectionFrame(
        around: $0, pointBox: workspace.mayDraw ? selection.pointBox : nil,
        in: workspace.view.viewport)
    }
  }

  /// Handles a press with the selecting tool. A press on a handle resizes the selection. A press on
  /// a thing selects the thing with its group. With a modifier key, the press adds them to the
  /// selection or removes them.
  ///
  /// - Returns: the gesture that begins; nil if there is none.
  mutating func press(_ touch: Touch, in workspace: inout Workspace) -> SelectionGesture? {
    let frame = frame(around: selection.box, in: workspace)
    let cell = touch.pointer.cell
    if let handle = frame?.handle(at: cell) { return resize(by: handle, touch, in: workspace) }
    let adds = touch.modifiers.contains(.shift) || touch.constrains
    let hit = workspace.board.picture.topmost(at: touch.point, within: workspace.reach)
    if hit == nil, let near = frame?.handle(at: cell, within: 1) {
      return resize(by: near, touch, in: workspace)
    }
    guard let hit else {
      // A click inside a shape without a fill selects the shape, but only at its end: a drag from
      // there selects an area.
      let shape = workspace.board.picture.enclosingShape(around: touch.point)
      let staysSelected = shape.map { selection.contains($0.id) } ?? false
      if !adds, !staysSelected { deselect() }
      return .dragging(SelectionArea(at: touch, adds: adds))
    }
    if adds {
      selection.toggle(
        ItemGroup(of: hit, in: workspace.board.picture).ids, in: workspace.board.picture)
      return nil
    }
    let begun = Moving(from: touch.point, at: workspace.now.uptime)
    if selection.contains(hit.id) { return .moving(begun, clicked: hit.id) }
    selectGroup(of: hit, in: &workspace)
    return .moving(begun, clicked: nil)
  }

  /// Selects a thing with its group.
  private mutating func selectGroup(of thing: BoardItem, in workspace: inout Workspace) {
    select(ItemGroup(of: thing, in: workspace.board.picture).ids, in: workspace)
    guard selection.count > 1 else { return }
    let names = SelectionNames(selection.things(in: workspace.board.picture))
    workspace.notify("\(names.sentenceStart) selected. Click again for one.")
  }

  private func resize(
    by handle: ResizeHandle, _ touch: Touch, in workspace: Workspace
  ) -> SelectionGesture? {
    selection.pointBox.map {
      .resizing(Resizing(handle, of: $0, from: touch.point, at: workspace.now.uptime))
    }
  }

  /// - Parameter isReleased: whether the user ended the gesture.
  mutating func finish(
    _ gesture: SelectionGesture, isReleased: Bool, in workspace: inout Workspace
  ) {
    switch gesture {
    case .dragging(let area):
      if isReleased, let point = area.click(within: workspace.reach),
        let shape = workspace.board.picture.enclosingShape(around: point)
      {
        click(inside: shape, adds: area.adds, in: &workspace)
      } else {
        select(area, in: &workspace)
      }
    case .moving(let moving, let clicked):
      moving.finish(moving: selection.ids, in: &workspace)
      if isReleased, let clicked, moving.offset == .zero { select(only: clicked, in: &workspace) }
    case .resizing(let resizing): resizing.finish(resizing: selection.ids, in: &workspace)
    }
  }

  /// Handles a click inside a shape without a fill as a click on its line.
  private mutating func click(
    inside shape: BoardItem, adds: Bool, in workspace: inout Workspace
  ) {
    let picture = workspace.board.picture
    if adds {
      selection.toggle(ItemGroup(of: shape, in: picture).ids, in: picture)
    } else if selection.contains(shape.id) {
      select(only: shape.id, in: &workspace)
    } else {
      selectGroup(of: shape, in: &workspace)
    }
  }

  private mutating func select(_ area: SelectionArea, in workspace: inout Workspace) {
    let found = workspace.board.picture.inside(area.outline).map(\.id)
    if area.adds {
      if !found.isEmpty { selection.toggle(found, in: workspace.board.picture) }
    } else {
      select(found, in: workspace)
    }
    if !found.isEmpty { notifySelection(in: &workspace) }
  }

  mutating func select(_ ids: [EntryID], in workspace: Workspace) {
    selection = Selection(ids, in: workspace.board.picture)
  }

  private mutating func select(only clicked: EntryID, in workspace: inout Workspace) {
    guard selection.count > 1, selection.contains(clicked) else { return }
    select([clicked], in: workspace)
    for thing in selection.things(in: workspace.board.picture) {
      workspace.notify("Only this is selected now: \(thing.item.description).")
    }
  }

  private func notifySelection(in workspace: inout Workspace) {
    let arrows = workspace.chrome.arrows
    workspace.notify(
      "\(selection.count) selected: drag or \(arrows) move, c recolours, y copies, Del deletes.")
  }

  // MARK: Commands

  /// - Returns: whether the command selected other things. The caller then switches to the
  ///   selecting tool.
  mutating func perform(_ command: SelectionCommand, in workspace: inout Workspace) -> Bool {
    switch command {
    case .selectAll:
      selectAll(in: &workspace)
      return true
    case .paste: return paste(in: &workspace)
    case .copy, .cut, .duplicate, .delete, .toFront, .toBack:
      guard !selection.isEmpty else {
        workspace.notify("Nothing is selected: press s, then click or drag; ^A selects all.")
        return false
      }
      return performOnSelected(command, in: &workspace)
    }
  }

  private mutating func performOnSelected(
    _ command: SelectionCommand, in workspace: inout Workspace
  ) -> Bool {
    switch command {
    case .selectAll, .paste: return false
    case .copy: copy(in: &workspace)
    case .cut:
      copy(in: &workspace)
      if workspace.change(selection.ids, .hide) {
        workspace.notify(done: "Cut; v pastes it, u brings it back.")
      }
    case .delete:
      if workspace.change(selection.ids, .hide) {
        workspace.notify(done: "Deleted. u brings it back.")
      }
    case .toFront: reorder(.front, in: &workspace)
    case .toBack: reorder(.back, in: &workspace)
    case .duplicate:
      return add(copies(movedBy: workspace.aside, in: workspace.board.picture), in: &workspace)
    }
    return false
  }

  mutating func recolour(_ color: InkColor, in workspace: inout Workspace) {
    if !selection.isEmpty { workspace.change(selection.ids, .recolour(color)) }
  }

  private mutating func selectAll(in workspace: inout Workspace) {
    select(workspace.board.picture.things.map(\.id), in: workspace)
    if selection.isEmpty {
      workspace.notify("There is nothing to select.")
    } else {
      notifySelection(in: &workspace)
    }
  }

  /// - Parameter more: a further sentence of the notice.
  mutating func copy(adding more: String = "", in workspace: inout Workspace) {
    clipboard = copies(movedBy: .zero, in: workspace.board.picture)
    workspace.copy(CopiedText(text(in: workspace), .things, adding: more))
  }

  private mutating func paste(in workspace: inout Workspace) -> Bool {
    guard !clipboard.isEmpty else {
      workspace.notify("There is nothing to paste.")
      return false
    }
    // The next paste of these things lies beside this paste.
    clipboard = clipboard.map { $0.copied(movedBy: workspace.aside) }
    return add(clipboard, in: &workspace)
  }

  /// Adds items to the board, and selects them. Returns false if the board did not accept the
  /// items.
  private mutating func add(_ items: [Item], in workspace: inout Workspace) -> Bool {
    let replica = workspace.board.replica
    let known = workspace.board.picture.vector[replica]
    guard workspace.make(items.map { .make($0) }) else { return false }
    let new = workspace.board.picture.things.reversed().prefix(items.count).map(\.id)
    select(
      new.filter { $0.replica == replica && known < $0.sequence }.reversed(), in: workspace)
    return true
  }

  private func copies(movedBy offset: BoardOffset, in picture: Picture) -> [Item] {
    selection.things(in: picture).flatMap { thing in
      let items = [thing.item] + thing.pieces.map(Item.stroke)
      return items.map { $0.copied(movedBy: thing.offset + offset, color: thing.color) }
    }
  }

  /// The texts of the selection. If the selection contains ink, this is instead a picture of it in
  /// characters, as on the screen.
  private func text(in workspace: Workspace) -> String {
    let things = selection.things(in: workspace.board.picture)
    let texts = things.compactMap { thing in
      if case .label(let label) = thing.item { label.text.string } else { nil }
    }
    if texts.count == things.count { return texts.joined(separator: "\n") }
    guard let box = selection.box else { return "" }
    let viewport = workspace.view.viewport
    let low = viewport.position(of: BoardPoint(x: box.minX, y: box.minY))
    let high = viewport.position(of: BoardPoint(x: box.maxX, y: box.maxY))
    let columns = Int(min(max(high.column - low.column, 0), 400)) + 2
    let rows = Int(min(max(high.row - low.row, 0), 200)) + 2
    var canvas = Canvas(
      columns: columns, rows: rows,
      viewport: viewport.panned(
        columns: low.column.rounded(.down), rows: low.row.rounded(.down)),
      raster: workspace.raster, theme: workspace.theme, showsPage: false)
    for thing in things { canvas.paint(thing) }
    return canvas.frame.plainText
  }
}

extension Workspace {
  /// An offset of two columns to the right and a row down.
  fileprivate var aside: BoardOffset {
    let step = BoardPoint(clamping: view.viewport.columnWidth * 2, view.viewport.rowHeight)
    return BoardOffset(dx: step.x, dy: step.y)
  }
}
