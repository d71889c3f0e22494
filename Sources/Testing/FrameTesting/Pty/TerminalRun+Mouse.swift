// Mouse reports as terminals send them in mode 1006. Cells and pixels are counted from 0.
extension TerminalRun {
  /// Drags from cell to cell with the left button, in one write; with `release`, also releases it.
  public func drag(_ cells: [(column: Int, row: Int)], release: Bool = true) throws {
    guard let first = cells.first, let last = cells.last else { return }
    var reports = report(0, first, "M")
    for cell in cells.dropFirst() { reports += report(32, cell, "M") }
    if release { reports += report(0, last, "m") }
    try send(reports)
  }

  /// Sends the release of the left button over a cell.
  public func release(at cell: (column: Int, row: Int)) throws { try send(report(0, cell, "m")) }

  /// Sends a report at an exact pixel: final `M` for a press or move, `m` for a release.
  public func report(pixelX x: Int, y: Int, button: Int, final: String) throws {
    try send("\u{1B}[<\(button);\(x + 1);\(y + 1)\(final)")
  }

  /// Returns a report for the middle of a cell, in pixels if the program switched on mode 1016.
  private func report(_ button: Int, _ cell: (column: Int, row: Int), _ final: String) -> String {
    var (x, y) = (cell.column + 1, cell.row + 1)
    if screen.modes[1016] == true, let size = cellPixels {
      (x, y) = (
        cell.column * size.width + size.width / 2 + 1,
        cell.row * size.height + size.height / 2 + 1
      )
    }
    return "\u{1B}[<\(button);\(x);\(y)\(final)"
  }
}
