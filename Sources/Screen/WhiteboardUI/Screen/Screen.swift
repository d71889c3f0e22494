import CellFrame

/// The parts that a frame was last composed of, so that only what differs is composed again.
struct Screen: Hashable, Sendable {
  var top = ShownBar<TopLine>()
  var bottom = ShownBar<ControlBar>()
  var overlay = Overlay()

  /// Said instead of all else where there is no room for it, line by line: the longest that fits.
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

/// A bar as it is shown, and as it was before that: at every gesture one says that something is not
/// saved yet and, a moment later, what it said before.
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

  /// Its cells; nil where they are those that are shown.
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
