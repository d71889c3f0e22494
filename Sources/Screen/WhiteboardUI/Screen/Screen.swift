import CellFrame

/// The parts of the last composed frame, so that only the differences are composed again.
struct Screen: Hashable, Sendable {
  var top = ShownBar<TopLine>()
  var bottom = ShownBar<ControlBar>()
  var overlay = Overlay()

  /// Returns the lines to show instead if the screen is too small: the longest text that fits.
  static func tooSmall(columns: Int, rows: Int) -> [String] {
    let (here, needed) = ("\(columns)x\(rows)", "\(View.least.columns)x\(View.least.rows)")
    let sentences = [
      "This screen is \(here) and has to be \(needed); the board lives on.",
      "Too small: \(here), not \(needed)", "\(here), not \(needed)", "Too small", "small",
    ]
    return sentences.lazy.map { (sentence: String) -> [String] in
      let words = sentence.split(separator: " ")
      guard words.allSatisfy({ $0.utf8.count <= columns }) else { return [] }
      return Chrome(.ascii).wrap(sentence, columns)
    }.first { !$0.isEmpty && $0.count <= rows } ?? []
  }
}

/// A bar as it is shown now, and as it was before. At every gesture a bar says that something is
/// not saved yet and, a moment later, shows its earlier text again.
struct ShownBar<Bar: Hashable & Sendable>: Hashable, Sendable {
  private var shown: Look?
  private var before: Look?

  private struct Look: Hashable, Sendable {
    let bar: Bar
    let theme: Theme
    let layout: BarLayout
    let cells: [Cell]

    func shows(_ bar: Bar, _ theme: Theme) -> Bool { self.bar == bar && self.theme == theme }
  }

  var layout: BarLayout { shown?.layout ?? BarLayout([], folds: [], columns: 0) }

  /// Returns the bar's cells; nil if they are shown already.
  mutating func show(_ bar: Bar, _ theme: Theme, layout: () -> BarLayout) -> [Cell]? {
    if let shown, shown.shows(bar, theme) { return nil }
    let last = shown
    if let before, before.shows(bar, theme) {
      shown = before
    } else {
      let layout = layout()
      shown = Look(bar: bar, theme: theme, layout: layout, cells: layout.cells(theme))
    }
    before = last
    return shown?.cells
  }
}
