import BoardDocument
import BoardModel
import BoardRendering
import CellFrame
import EaselBase
import ScreenContract

// Carries out the command of a key, a button or a row of a sheet.
extension Whiteboard {
  mutating func perform(_ command: Command) {
    carryOutRequests()
    notices.endBeforeCommand()
    if command.needsCall, !sessions.panel.hasCall {
      return requests.notifyNoCall(command, hadCall: setup.hasCall)
    }
    if command.isForDrawing, !drawing.recorder.mayDraw {
      closeSheet()
      return requests.notifyOnlyWatching()
    }
    // Commands act on finished strokes, so they first finish the stroke in progress. Only commands
    // that change settings of this stroke leave it in progress.
    if !command.keepsGesture {
      drawing.finishAll()
      drawing.followPicture()
    }
    switch command {
    case .undo: drawing.undo()
    case .redo: drawing.recorder.redo()
    case .restore: drawing.recorder.restore()
    case .clear: drawing.recorder.clear()
    case .selection(let command):
      sheets.leave { $0 == .arrange }
      drawing.perform(onSelection: command)
    case .writeInShape(let words): drawing.writeInShape(words)
    case .placePicture(let path):
      sheets.leave()
      pictures.ask(for: NamedPicture(typed: path))
    case .zoomIn, .zoomOut, .fit, .fill, .home, .end, .pageUp, .pageDown, .goBeyond:
      ViewCommands.perform(
        command, about: drawing.editor.keyPen?.pointer, showing: drawing.recorder.picture,
        on: &drawing.surface, requests)
    case .tool(let tool):
      sheets.leave()
      if tool == .laser, !sessions.panel.hasCall {
        return requests.notifyNoCall(command, hadCall: setup.hasCall)
      }
      drawing.editor.choose(tool)
    case .color(let color):
      sheets.leave()
      drawing.choose(color)
    case .width, .thinner, .thicker, .letterSize, .toggleFill, .toggleConstraint,
      .toggleSticking, .toggleGuides, .toggleLook:
      drawing.restyle(command)
    case .show(let name): open(name)
    case .session(.turnCode): sheets.turnCode()
    case .session(let command):
      sessions.perform(command, with: &drawing.recorder, in: sessionContext)
    case .redraw: requests.append(.redraw)
    case .suspend: requests.append(.suspend)
    case .quit: if !LeavingPart.asks(in: &self) { quit() }
    case .copyOrQuit: copyOrQuit()
    case .quitAnyway: requests.append(.quit)
    case .newSession, .openLast, .open, .board, .saveCopy, .closeSheet, .export, .raster,
      .automaticRaster, .pixelInk, .theme, .toggleMouse, .foldPalette, .toggleLineNumbers, .search,
      .replay,
      .goAnyway:
      performOnBoard(command)
    }
  }

  mutating func quit() { QuitCommand.quit(drawing.recorder.board, &sheets) }

  private mutating func performOnBoard(_ command: Command) {
    switch command {
    case .newSession(let keepingPicture):
      sessions.panel.go(to: .new(keepingPicture: keepingPicture), from: drawing.recorder)
    case .openLast:
      requests.append(.notice(.dismiss))
      if let last = setup.lastBoard { open(path: last.path) }
    case .open(let path): open(path: path)
    case .board(let action):
      let path = BoardListActions.perform(
        action, openPath: drawing.recorder.board.path, in: &sheets)
      if let path { open(path: path) }
    case .saveCopy:
      sheets.leave()
      requests.append(.saveCopy(adding: drawing.recorder.board.unkept))
    case .closeSheet: closeSheet()
    case .export(let format):
      sheets.leave()
      requests.append(ReplayMode.export(format, of: replay, or: drawing.recorder.board))
    case .raster(let raster): RasterCommand.choose(.fixed(raster), for: &drawing.surface, requests)
    case .automaticRaster: RasterCommand.choose(.automatic, for: &drawing.surface, requests)
    case .pixelInk:
      RasterCommand.choose(.pixels, for: &drawing.surface, requests)
      PixelPart.explain(in: self)
    case .theme(let theme):
      sheets.leave()
      drawing.surface.choose(theme)
      requests.append(.remember(.theme(theme.name)))
    case .toggleMouse:
      sheets.leave()
      shellRequests.toggleMouse()
    case .foldPalette: palette.fold(in: drawing.surface.view, requests)
    case .toggleLineNumbers:
      LeftMargin.toggleNumbers(beside: drawing.recorder.picture, on: &drawing.surface, requests)
    case .search(let command):
      search.perform(command, in: drawing.recorder.picture, on: &drawing.surface)
    case .replay(let command): film.perform(command, in: FilmController.Context(self))
    case .goAnyway(let target): sessions.panel.boards.leaveBoard(for: target)
    case .undo, .redo, .restore, .clear, .selection, .writeInShape, .placePicture, .zoomIn,
      .zoomOut, .fit, .fill,
      .home, .end,
      .pageUp, .pageDown, .goBeyond, .tool, .color, .width, .thinner, .thicker, .letterSize,
      .toggleFill,
      .toggleConstraint, .toggleSticking, .toggleGuides, .toggleLook, .show, .session, .redraw,
      .suspend, .quit,
      .copyOrQuit, .quitAnyway:
      break
    }
  }

  private mutating func open(_ name: SheetName) {
    closeSheet()
    switch name {
    case .people, .invite, .leaving, .offer, .knock, .ring, .meeting:
      sessions.openSheet(name, isInSession: drawing.recorder.isInSession)
    case .arrange where drawing.editor.selecting.shapeBeforeNext != nil:
      drawing.perform(onSelection: .next(nil))
    case .arrange: drawing.editor.selecting.openArranging()
    case .help, .commands, .tools, .colors, .boards, .themes, .export, .newSession, .notices,
      .settings, .picture:
      SheetOpening.open(
        name, drawing.editor.tools, available: drawing.recorder.availableTools, on: drawing.surface,
        hasNotices: !notices.latest.isEmpty, requests)
    }
  }

  private mutating func open(path: String) {
    sheets.leave()
    guard path != drawing.recorder.board.path else { return }
    sessions.panel.go(to: .board(path: path), from: drawing.recorder)
  }

  private mutating func copyOrQuit() {
    guard !drawing.surface.view.isTooSmall, !interruptKey.quits(at: drawing.uptime) else {
      return perform(.quit)
    }
    if keyUse.movesPen, !drawing.editor.selection.isEmpty {
      drawing.copySelection(adding: " Ctrl-C again quits.")
    } else {
      let key = setup.keymap.name(of: .quit)
      let isKey = keyUse.letters == .commands
      requests.notify(isKey ? "\(key) quits; Ctrl-C again quits too." : "Ctrl-C again quits.")
    }
  }
}
