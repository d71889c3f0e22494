import BoardDocument
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

// Carries out the command of a key, a button or a row of a sheet.
extension Whiteboard {
  mutating func perform(_ command: Command) {
    workspace.notices.endBeforeCommand()
    if command.needsCall, !workspace.hasCall { return workspace.notifyNoCall() }
    if command.isForDrawing, !workspace.mayDraw {
      workspace.closeSheet()
      return workspace.notifyOnlyWatching()
    }
    // Commands act on finished strokes, so they first finish the stroke in progress. Only commands
    // that change settings of this stroke leave it in progress.
    if !command.keepsGesture {
      editor.finishAll(in: &workspace)
      editor.followPicture(in: &workspace)
    }
    switch command {
    case .undo: editor.undo(in: &workspace)
    case .redo: workspace.redo()
    case .restore: workspace.restore()
    case .clear: workspace.clear()
    case .selection(let command): editor.perform(onSelection: command, in: &workspace)
    case .zoomIn, .zoomOut, .fit, .fill, .home, .end, .pageUp, .pageDown:
      ViewCommands.perform(
        command, about: editor.keyPen?.pointer, beside: palette.columnsAtLeft ?? 0,
        in: &workspace)
    case .tool, .color, .width, .thinner, .thicker, .letterSize, .toggleFill, .toggleConstraint:
      ToolCommands.perform(command, &editor, in: &workspace)
    case .show(let name):
      SheetOpening.open(name, editor.tools, &panel, presence, in: &workspace)
    case .session(let command):
      panel.perform(command, &editor, &presence, in: &workspace)
    case .redraw: workspace.effects.append(.redraw)
    case .suspend: workspace.effects.append(.suspend)
    case .quit: quit()
    case .copyOrQuit:
      let isFree = workspace.sheet == nil && !search.isOpen && !presence.talk.isTyping
      if !isFree || !interruptKey.copySelection(of: &editor, in: &workspace) { quit() }
    case .quitAnyway: workspace.effects.append(.quit)
    default: performOnBoard(command)
    }
  }

  private mutating func performOnBoard(_ command: Command) {
    switch command {
    case .newSession(let keepingPicture):
      panel.boards.go(to: .new(keepingPicture: keepingPicture), in: &workspace)
    case .openLast:
      workspace.notices.dismiss()
      if let last = workspace.setup.lastBoard { open(last.path) }
    case .open(let path): open(path)
    case .board(let action):
      if let path = BoardListActions.perform(action, in: &workspace) { open(path) }
    case .saveCopy:
      workspace.sheet = nil
      workspace.effects.append(.saveCopy(adding: workspace.board.unkept))
    case .closeSheet: workspace.closeSheet()
    case .export(let format):
      workspace.sheet = nil
      workspace.effects.append(.export(format))
    case .raster(let raster): RasterCommand.choose(.fixed(raster), in: &workspace)
    case .automaticRaster: RasterCommand.choose(.automatic, in: &workspace)
    case .theme(let theme):
      workspace.sheet = nil
      workspace.choose(theme)
      workspace.effects.append(.remember(.theme(theme.name)))
    case .toggleMouse:
      workspace.sheet = nil
      requests.toggleMouse(in: &workspace)
    case .foldPalette: palette.fold(in: &workspace)
    case .toggleLineNumbers: PaperMargin.toggleNumbers(in: &workspace)
    case .search(let command): search.perform(command, in: &workspace)
    case .goAnyway(let target): panel.boards.leaveBoard(for: target, in: &workspace)
    default: break
    }
  }

  private mutating func open(_ path: String) {
    workspace.sheet = nil
    if path != workspace.board.path { panel.boards.go(to: .board(path: path), in: &workspace) }
  }

  private mutating func quit() {
    let board = workspace.board
    // A second quit command counts as consent if the shell can save the entries elsewhere. It is no
    // consent if the entries would be discarded.
    if board.wouldLose, workspace.sheet?.isUnsaved != true || board.isReadOnly {
      workspace.sheet = Sheet(.unsaved(before: nil))
    } else {
      workspace.effects.append(.quit)
    }
  }
}
