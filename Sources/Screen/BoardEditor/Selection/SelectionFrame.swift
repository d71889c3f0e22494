import BoardModel
import BoardRendering
import CellFrame

/// The frame round the selection, in cells of the canvas. Its sides lie beside the things.
package struct SelectionFrame: Sendable {
  package let left: Int
  package let right: Int
  package let top: Int
  package let bottom: Int
  /// The handles that change the size; empty if the selection has no size to change.
  package let handles: [ResizeHandle]
  /// The handles at the ends of the only selected line. Such a selection has no frame round it.
  package let ends: [(handle: EndHandle, cell: CellPoint)]

  /// - Parameters:
  ///   - box: the box round the visible ink.
  ///   - pointBox: the box that a handle changes; nil if the selection keeps its size.
  ///   - handles: the handles that take a press now.
  ///   - ends: the ends of the only selected line.
  init(
    around box: BoardRect, pointBox: BoardRect?, handles: [ResizeHandle], ends: [EndHandle],
    in viewport: Viewport
  ) {
    self.ends = ends.map { ($0, viewport.cell(of: $0.position)) }
    let low = viewport.cell(of: BoardPoint(x: box.minX, y: box.minY))
    let high = viewport.cell(of: BoardPoint(x: box.maxX, y: box.maxY))
    (left, right) = (low.column - 1, high.column + 1)
    (top, bottom) = (low.row - 1, high.row + 1)
    self.handles =
      (ends.isEmpty ? pointBox : nil).map { box in
        handles.filter { handle in
          (handle.across == 0 || box.maxX > box.minX || handle.down != 0)
            && (handle.down == 0 || box.maxY > box.minY || handle.across != 0)
        }
      } ?? []
  }

  /// Returns the cell of a handle, on the canvas or beyond it.
  package func cell(of handle: ResizeHandle) -> CellPoint {
    func coordinate(_ side: Int, _ low: Int, _ high: Int) -> Int {
      side < 0 ? low : side > 0 ? high : low + (high - low) / 2
    }
    return CellPoint(
      column: coordinate(handle.across, left, right), row: coordinate(handle.down, top, bottom))
  }

  /// Returns the end of the line in a cell.
  func end(at cell: CellPoint) -> EndHandle? { ends.first { $0.cell == cell }?.handle }

  /// Returns the handle in a cell.
  ///
  /// - Parameter distance: how many columns beside the handle still count.
  package func handle(at cell: CellPoint, within distance: Int = 0) -> ResizeHandle? {
    handles.first {
      let handleCell = self.cell(of: $0)
      return handleCell.row == cell.row && abs(handleCell.column - cell.column) <= distance
    }
  }
}

/// A handle at a corner or in the middle of a side of the selection's frame.
package struct ResizeHandle: Hashable, Sendable {
  /// -1 at the left side, 1 at the right side, 0 in the middle.
  let across: Int
  /// -1 at the upper side, 1 at the lower side, 0 in the middle.
  let down: Int

  package static let corners = all.filter { $0.across != 0 && $0.down != 0 }

  package static let all = [-1, 0, 1].flatMap { down in
    [-1, 0, 1].compactMap { across in
      across == 0 && down == 0 ? nil : ResizeHandle(across: across, down: down)
    }
  }
}
