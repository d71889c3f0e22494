import CellFrame
import ScreenContract

/// The current and the previous form of a bar. At every gesture, a bar briefly shows that something
/// is not saved yet, and then its earlier text again. So the bar remembers its previous cells, and
/// does not have to lay them out again.
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

  /// Returns the bar's cells; nil if the screen shows them already.
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
