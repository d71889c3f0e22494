import BoardView
import CellFrame
import ScreenContract

/// Finished ink in pixels, in terminals that show them.
enum PixelPart: ScreenPart {
  static func nextWake(in whiteboard: borrowing Whiteboard) -> Int64? {
    whiteboard.composer.tiles.nextChange
  }

  /// Notes the size of a cell.
  static func note(_ input: InputEvent, in whiteboard: inout Whiteboard) {
    guard case .answer(.cellPixels(let width, let height)) = input else { return }
    whiteboard.composer.tiles.note(cellWidth: width, cellHeight: height)
  }

  static func handle(_ news: PixelNews, in whiteboard: inout Whiteboard) {
    whiteboard.composer.tiles.handle(news)
    switch news {
    case .unavailable: explain(in: whiteboard)
    case .refused:
      whiteboard.requests.notify("The terminal shows no more pixels; ink is drawn with cells.")
    case .available, .stored, .lost, .made: break
    }
  }

  /// Says that this terminal shows no pixels, if the user chose them.
  static func explain(in whiteboard: borrowing Whiteboard) {
    let surface = whiteboard.drawing.surface
    guard surface.rasterChoice == .pixels, !whiteboard.composer.tiles.isAvailable else { return }
    whiteboard.requests.notify(RasterCommand.noPixels(drawnIn: surface.raster))
  }

  /// Asks for the tiles that are due, and for a wake when the next ones are.
  static func askForTiles(in whiteboard: inout Whiteboard) {
    guard whiteboard.composer.tiles.isOn else { return }
    let picture = whiteboard.replay?.picture ?? whiteboard.drawing.recorder.picture
    let request = whiteboard.composer.tiles.request(for: picture, on: whiteboard.shownSurface)
    if let request { whiteboard.requests.append(.makeTiles(request)) }
    if let next = whiteboard.composer.tiles.nextChange {
      whiteboard.shellRequests.wake(noLaterThan: next)
    }
    whiteboard.carryOutRequests()
  }
}
