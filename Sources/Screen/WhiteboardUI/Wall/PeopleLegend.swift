import BoardModel
import BoardView
import CellFrame

/// The names of the people in the session. The legend fades in when they change, and out after three
/// seconds.
struct PeopleLegend: Hashable, Sendable {
  /// One person.
  struct Entry: Hashable, Sendable {
    let sign: String
    let color: InkColor
    let name: String
  }

  private(set) var entries: [Entry] = []
  /// The uptime in milliseconds at which the legend began to fade in; nil before the first person.
  private var fadesInAt: Int64?
  /// The uptime in milliseconds at which it begins to fade out.
  private var fadesOutAt: Int64 = 0

  /// How strongly the legend is shown.
  enum Strength: Hashable, Sendable { case hidden, faint, full }

  static let fadeMilliseconds: Int64 = 300
  static let shownMilliseconds: Int64 = 3_000

  /// Takes over the people who are there now.
  mutating func show(_ new: [Entry], at uptime: Int64) {
    guard new != entries else { return }
    // The news about people who come one after the other shows the same legend for longer.
    if strength(at: uptime) == .hidden { fadesInAt = uptime }
    entries = new
    fadesOutAt = uptime + Self.fadeMilliseconds + Self.shownMilliseconds
  }

  func strength(at uptime: Int64) -> Strength {
    guard let fadesInAt, uptime < fadesOutAt + Self.fadeMilliseconds, !entries.isEmpty else {
      return .hidden
    }
    return uptime < fadesInAt + Self.fadeMilliseconds || uptime >= fadesOutAt ? .faint : .full
  }

  /// The uptime in milliseconds of the next change of its strength; nil if it stays hidden.
  func nextChange(after uptime: Int64) -> Int64? {
    guard let fadesInAt else { return nil }
    return [fadesInAt + Self.fadeMilliseconds, fadesOutAt, fadesOutAt + Self.fadeMilliseconds]
      .first { $0 > uptime }
  }

  // MARK: The screen

  /// Returns the legend for a canvas, and its place in the upper right corner; nil while it is hidden.
  func layer(
    at uptime: Int64, on surface: Surface
  ) -> (frame: Frame, at: CellPoint)? {
    let (strength, chrome, canvas) = (strength(at: uptime), surface.chrome, surface.view.canvas)
    guard strength != .hidden else { return nil }
    let rowsMax = max(canvas.rows / 2, 1)
    let shown = entries.count > rowsMax ? entries.prefix(rowsMax - 1) : entries[...]
    let more = entries.count > shown.count ? ["\(entries.count - shown.count) more"] : []
    let room = max(canvas.columns - 4, 1)
    let names = shown.map { chrome.fit($0.name, room) } + more.map { chrome.fit($0, room) }
    let columns = min((names.map(\.displayWidth).max() ?? 0) + 4, canvas.columns)
    let ground = style(surface.theme[.sheet], strength)
    var frame = Frame(columns: columns, rows: names.count, filledWith: Cell(.space, ground))
    for (row, name) in names.enumerated() {
      frame.write(name, at: CellPoint(column: 3, row: row), style: ground)
      guard row < shown.count else { continue }
      var sign = ground
      sign.foreground = .rgb(surface.theme.shade(of: shown[row].color))
      frame.write(shown[row].sign, at: CellPoint(column: 1, row: row), style: sign)
    }
    return (frame, CellPoint(column: canvas.column + canvas.columns - columns, row: canvas.row))
  }

  private func style(_ style: Style, _ strength: Strength) -> Style {
    var style = style
    if strength == .faint { style.attributes.insert(.dim) }
    return style
  }
}
