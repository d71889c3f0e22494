import BoardModel

/// The room beside text paper for this viewer's tool palette and line numbers, which hide no text
/// there.
enum PaperMargin {
  /// Returns the columns of the line numbers, a blank included; 0 if there are none.
  static func numberColumns(in workspace: Workspace) -> Int {
    let picture = workspace.board.picture
    guard workspace.showsLineNumbers, !picture.paper.isEmpty else { return 0 }
    let last = picture.diff.isEmpty ? picture.paper.count : picture.diff.lastNumber
    let columns = String(last).utf8.count + 1
    return workspace.view.canvasColumns >= 3 * columns ? columns : 0
  }

  /// Adapts the margin to the palette and the line numbers.
  ///
  /// - Parameter paletteColumns: the columns of the palette; nil to keep the present margin.
  static func update(beside paletteColumns: Int?, in workspace: inout Workspace) {
    guard let paletteColumns else { return }
    let columns = paletteColumns + numberColumns(in: workspace)
    workspace.show { $0.setPaperMargin(columns) }
  }

  static func toggleNumbers(in workspace: inout Workspace) {
    workspace.showsLineNumbers.toggle()
    let isShown = workspace.showsLineNumbers
    if workspace.board.picture.paper.isEmpty {
      workspace.notify(
        isShown
          ? "Text paper will have line numbers. This board has no text paper."
          : "Text paper will have no line numbers.")
    } else if isShown, numberColumns(in: workspace) == 0 {
      workspace.notify("This screen is too narrow for line numbers.")
    }
  }
}
