import BoardDocument
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

extension Whiteboard {
  /// Carries out the command of a key, a button or a row of a sheet.
  mutating func perform(_ command: Command) {
    if command.needsCall, !hasCall { return sayNoCall() }
    // Commands act on finished strokes; only settings of the stroke in progress may change during
    // it.
    if !command.leavesHandAlone { finishAll() }
    switch command {
    case .take(let tool): takeUp(tool)
    case .color(let color): choose(color)
    case .width(let width): kit.setWidth(width)
    case .thinner: kit.setWidth(kit.width - 1)
    case .thicker: kit.setWidth(kit.width + 1)
    case .toggleFill: toggleFill()
    case .toggleConstraint: toggleConstraint()
    case .undo: undo()
    case .redo: redo()
    case .restore: restore()
    case .clear: clear()
    case .copy: copySelection()
    case .cut: cutSelection()
    case .paste: paste()
    case .duplicate: duplicateSelection()
    case .delete: deleteSelection()
    case .selectAll: selectAll()
    case .zoomIn, .zoomOut, .fit, .fill, .home, .end, .pageUp, .pageDown: moveView(command)
    default: performOnBoard(command)
    }
  }

  private mutating func performOnBoard(_ command: Command) {
    switch command {
    case .show(let name): show(name)
    case .newSession(let keepingPicture): go(to: .new(keepingPicture: keepingPicture))
    case .openLast: openLast()
    case .open(let path):
      sheet = nil
      if path != board.path { go(to: .board(path: path)) }
    case .board(let action): perform(action)
    case .saveCopy: saveCopy()
    case .closeSheet: closeSheet()
    case .export(let format):
      sheet = nil
      effects.append(.export(format))
    case .raster(let raster): use(raster)
    case .theme(let theme): use(theme)
    case .toggleMouse: toggleMouse()
    case .together(let command): perform(command)
    default: leave(command)
    }
  }

  private mutating func leave(_ command: Command) {
    switch command {
    case .redraw: effects.append(.redraw)
    case .suspend: effects.append(.suspend)
    case .quit:
      // A repeated quit command counts as consent if the shell saves elsewhere, but not if it would
      // discard entries.
      if board.wouldLose, sheet?.isUnsaved != true || board.isReadOnly {
        sheet = Sheet(.unsaved(before: nil))
      } else {
        effects.append(.quit)
      }
    case .quitAnyway: effects.append(.quit)
    case .goAnyway(let destination): depart(to: destination)
    default: break
    }
  }

  // MARK: Tools

  private mutating func takeUp(_ tool: Tool) {
    sheet = nil
    if tool == .laser, !hasCall { return sayNoCall() }
    if tool.changesBoard, !mayDraw { return sayOnlyWatching() }
    kit.tool = tool
    if tool != .select { selection = Selection() }
  }

  /// Chooses a colour, and recolours the selection.
  private mutating func choose(_ color: InkColor) {
    sheet = nil
    kit.color = color
    recolour(color)
  }

  private mutating func toggleFill() {
    kit.isFilled.toggle()
    say(kit.isFilled ? "Rectangles and ovals are filled." : "Rectangles and ovals are outlined.")
  }

  private mutating func toggleConstraint() {
    kit.isConstrained.toggle()
    say(
      kit.isConstrained
        ? "Held to 45 degrees, squares and circles. z lets go." : "Shapes are free again.")
  }

  // MARK: The view

  private mutating func moveView(_ command: Command) {
    let page = Double(max(view.canvasRows - 1, 1))
    switch command {
    case .zoomIn: zoom(by: Self.zoomStep, about: keyPen?.pointer ?? view.middle)
    case .zoomOut: zoom(by: 1 / Self.zoomStep, about: keyPen?.pointer ?? view.middle)
    case .pageUp: pan(columns: 0, rows: -page)
    case .pageDown: pan(columns: 0, rows: page)
    case .home: show { $0.goHome() }
    case .end:
      let picture = board.picture
      show { $0.goToEnd(of: picture) }
    default:
      guard !view.isPaper else { return say("Text paper scrolls; it does not zoom.") }
      show { $0.show(command == .fill ? .fill : .fit) }
    }
  }

  // MARK: The screen

  private mutating func toggleMouse() {
    sheet = nil
    hasMouse.toggle()
    effects.append(.mouse(on: hasMouse))
    say(
      hasMouse
        ? "The mouse draws again."
        : "Mouse released: select text; M takes it back.")
  }

  private mutating func use(_ raster: Raster) {
    sheet = nil
    self.raster = raster
    effects.append(.remember(.raster(raster)))
    repaintAll()
  }

  private mutating func use(_ theme: Theme) {
    sheet = nil
    show(theme)
    effects.append(.remember(.theme(theme.name)))
  }

  mutating func show(_ theme: Theme) {
    let theme = background.map(theme.adapted) ?? theme
    guard theme != self.theme else { return }
    self.theme = theme
    repaintAll()
  }

  // MARK: Boards

  private mutating func openLast() {
    notice = nil
    if let last = setup.lastBoard { go(to: .board(path: last.path)) }
  }

  private mutating func saveCopy() {
    sheet = nil
    effects.append(.saveCopy(adding: board.unkept))
  }

  /// Brings back the latest erasing or clear, by any author. If an author cleared several times,
  /// all clears above the last clear by any other author are taken back together. The list ends
  /// with the highest clear, because undo restores the last one first.
  private mutating func restore() {
    let hides = board.picture.latestHides
    guard !hides.isEmpty else { return say("Nothing was cleared or erased.") }
    let before = board.picture.things.count
    guard make(hides.map(Operation.Action.cancel)) else { return }
    let isHiddenStill = board.picture.things.count == before && board.picture.latestHide != nil
    say(
      done: isHiddenStill
        ? "Nothing of that is to be seen yet: R again brings back more."
        : "Brought back. u takes it away again.")
  }
}

extension Command {
  fileprivate var leavesHandAlone: Bool {
    switch self {
    case .toggleConstraint, .redraw: true
    default: false
    }
  }

  fileprivate var needsCall: Bool {
    switch self {
    case .together, .show(.people), .show(.invite), .show(.leaving), .show(.offer),
      .show(.knock):
      true
    default: false
    }
  }
}
