import CellFrame
import PictureFormats
import SystemFiles
import WhiteboardUI

extension Shell {
  /// Makes tiles of ink beside the main thread.
  func make(_ request: TileRequest) {
    Task { [weak self] in
      do {
        let tiles = try await besideMainThread { try TileMaker.tiles(of: request) }
        self?.handle(.pixels(.made(tiles, request: request.number)))
      } catch {
        self?.handle(.pixels(.refused))
      }
    }
  }
}
