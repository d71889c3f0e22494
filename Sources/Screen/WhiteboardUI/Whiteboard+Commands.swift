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
    case .zoomIn, .zoomOut, .fit, .fill, .home, .end, .pageUp, .pageDown: moveView(command)
    case .tool, .color, .width, .thinner, .thicker, .toggleFill, .toggleConstraint:
      changeTool(command)
    case .show(let name): show(name)
    case .session(let command):
      panel.perform(command, &editor, &presence, in: &workspace)
    case .redraw: workspace.effects.append(.redraw)
    case .suspend: workspace.effects.append(.suspend)
    case .quit: quit()
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
    case .raster(let raster):
      workspace.sheet = nil
      workspace.effects.append(.remember(.raster(.fixed(raster))))
      workspace.use(.fixed(raster))
    case .automaticRaster:
      workspace.sheet = nil
      workspace.effects.append(.remember(.raster(.automatic)))
      workspace.use(.automatic)
    case .theme(let theme):
      workspace.sheet = nil
      workspace.choose(theme)
      workspace.effects.append(.remember(.theme(theme.name)))
    case .toggleMouse:
      workspace.sheet = nil
      toggleMouse()
    case .foldPalette: palette.fold(in: &workspace)
    case .toggleLineNumbers: workspace.toggleLineNumbers()
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

  private mutating func changeTool(_ command: Command) {
    switch command {
    case .tool(let tool): choose(tool)
    case .color(let color):
      workspace.sheet = nil
      editor.choose(color, in: &workspace)
    default: editor.restyle(command, in: &workspace)
    }
  }

  private mutating func choose(_ tool: Tool) {
    workspace.sheet = nil
    if tool == .laser, !workspace.hasCall { return workspace.notifyNoCall() }
    if tool.changesBoard, !workspace.mayDraw { return workspace.notifyOnlyWatching() }
    editor.choose(tool)
  }

  private mutating func moveView(_ command: Command) {
    let view = workspace.view
    let page = Double(max(view.canvasRows - 1, 1))
    let pointer = editor.keyPen?.pointer ?? view.middle
    switch command {
    case .zoomIn: workspace.zoom(by: Workspace.zoomStep, about: pointer)
    case .zoomOut: workspace.zoom(by: 1 / Workspace.zoomStep, about: pointer)
    case .pageUp: workspace.pan(columns: 0, rows: -page)
    case .pageDown: workspace.pan(columns: 0, rows: page)
    case .home: workspace.showForUser { $0.goHome() }
    case .end:
      let picture = workspace.board.picture
      workspace.showForUser { $0.goToEnd(of: picture) }
    default:
      guard !view.isPaper else {
        return workspace.notify("Text paper scrolls; it does not zoom.")
      }
      workspace.showForUser { $0.show(command == .fill ? .fill : .fit) }
    }
  }

  /// Opens a sheet.
  private mutating func show(_ name: SheetName) {
    workspace.closeSheet()
    let tools = editor.tools
    switch name {
    case .help: workspace.sheet = Sheet(.help)
    case .commands:
      workspace.sheet = Sheet(.commands(query: ""), selected: 1)
    case .tools:
      let place = workspace.availableTools.firstIndex(of: tools.tool) ?? 0
      workspace.sheet = Sheet(.tools, selected: place)
    case .colors:
      let place = PaletteColor(tools.color)?.rawValue ?? 0
      workspace.sheet = Sheet(.colors(typed: ""), selected: place)
    case .boards:
      workspace.sheet = Sheet(.boards(BoardList()))
      workspace.effects.append(.listBoards)
    case .themes:
      let current = workspace.theme
      let place = workspace.themes.firstIndex { $0.name == current.name } ?? 0
      workspace.sheet = Sheet(.themes(before: current), selected: place)
    case .export: workspace.sheet = Sheet(.export)
    case .people, .invite, .leaving, .offer, .knock:
      panel.openSheet(name, presence, in: &workspace)
    case .newSession: workspace.sheet = Sheet(.newSession)
    case .notices:
      if workspace.notices.latest.isEmpty { return workspace.notify("No messages yet.") }
      workspace.notices.dismiss()
      workspace.sheet = Sheet(.notices)
    }
  }
}
