import BoardDocument
import BoardModel
import BoardRendering
import EaselBase

// Commands on the whole selection.
extension Whiteboard {
  mutating func selectAll() {
    kit.tool = .select
    select(board.picture.things.map(\.id))
    if selection.isEmpty { say("There is nothing to select.") } else { sayWhatIsSelected() }
  }

  mutating func copySelection() {
    guard !selection.isEmpty else { return sayNothingSelected() }
    clipboard = copies(of: selection, movedBy: .zero)
    var text = selectionText
    // The text may come from other participants: when the user pastes it into a shell, no line may
    // run without their consent.
    while text.last?.isNewline == true { text.removeLast() }
    effects.append(.copy(text))
    say("Copied; v pastes it here. As text it was sent to the terminal's clipboard.")
  }

  mutating func cutSelection() {
    guard !selection.isEmpty else { return sayNothingSelected() }
    copySelection()
    guard change(selection.ids, .hide) else { return }
    say(done: "Cut; v pastes it, u brings it back.")
  }

  mutating func deleteSelection() {
    guard !selection.isEmpty else { return sayNothingSelected() }
    guard change(selection.ids, .hide) else { return }
    say(done: "Deleted. u brings it back.")
  }

  mutating func paste() {
    guard !clipboard.isEmpty else { return say("There is nothing to paste.") }
    place(clipboard.map { $0.copied(movedBy: aside) })
    // The next paste lies beside this one.
    clipboard = clipboard.map { $0.copied(movedBy: aside) }
  }

  mutating func duplicateSelection() {
    guard !selection.isEmpty else { return sayNothingSelected() }
    place(copies(of: selection, movedBy: aside))
  }

  mutating func recolour(_ color: InkColor) {
    guard !selection.isEmpty else { return }
    change(selection.ids, .recolour(color))
  }

  private mutating func place(_ items: [Item]) {
    let known = board.picture.vector[board.replica]
    guard make(items.map { .make($0) }) else { return }
    kit.tool = .select
    let new = board.picture.things.reversed().prefix(items.count)
    select(
      new.map(\.id).filter { $0.replica == board.replica && known < $0.sequence }.reversed())
  }

  private func copies(of selection: Selection, movedBy offset: BoardOffset) -> [Item] {
    selection.things(in: board.picture).flatMap { thing in
      let items = [thing.item] + thing.pieces.map(Item.stroke)
      return items.map { $0.copied(movedBy: thing.offset + offset, color: thing.color) }
    }
  }

  /// An offset of two columns to the right and a row down.
  private var aside: BoardOffset {
    let step = BoardPoint(clamping: view.viewport.columnWidth * 2, view.viewport.rowHeight)
    return BoardOffset(dx: step.x, dy: step.y)
  }

  private mutating func sayNothingSelected() {
    say("Nothing is selected: s, then click or lasso; ^A takes all.")
  }

  /// The texts of the selection; if it contains ink, its picture as shown on the screen.
  private var selectionText: String {
    let things = selection.things(in: board.picture)
    let texts = things.compactMap { thing in
      if case .label(let label) = thing.item { label.text.string } else { nil }
    }
    if texts.count == things.count { return texts.joined(separator: "\n") }
    guard let box = selection.box else { return "" }
    let low = view.viewport.place(of: BoardPoint(x: box.minX, y: box.minY))
    let high = view.viewport.place(of: BoardPoint(x: box.maxX, y: box.maxY))
    let columns = Int(min(max(high.column - low.column, 0), 400)) + 2
    let rows = Int(min(max(high.row - low.row, 0), 200)) + 2
    var canvas = Canvas(
      columns: columns, rows: rows,
      viewport: view.viewport.panned(
        columns: low.column.rounded(.down), rows: low.row.rounded(.down)),
      raster: raster, theme: theme, showsPage: false)
    for thing in things { canvas.paint(thing) }
    return canvas.frame.plainText
  }
}
