import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// The bottom line while a search is open: the query, the number of matches, and buttons.
struct SearchBar: Hashable, Sendable {
  let text: String
  let lastText: String
  let count: Int
  /// The index of the shown match.
  let current: Int?
  let chrome: Chrome

  private enum Group: Int { case title, query, result, buttons }

  private static let folds = [Group.buttons, .title, .buttons, .result, .query, .query, .buttons]
    .map(\.rawValue)

  func layout(columns: Int) -> BarLayout {
    BarLayout(
      [
        BarGroup([[BarPiece("Find", .title)], []]), query, result, buttons,
      ], folds: Self.folds, columns: columns)
  }

  /// The column of the cursor on the screen, after the query.
  func cursorColumn(columns: Int) -> Int {
    let queryPiece = layout(columns: columns).placedPieces.first { $0.piece.part == Self.queryPart }
    return min(queryPiece?.columns.upperBound ?? 0, max(columns - 1, 0))
  }

  /// No other piece of the bar has the look of the query.
  private static let queryPart = Theme.Part.notice

  /// The query; a narrow screen shows only its end.
  private var query: BarGroup {
    BarGroup(
      [60, 24, 8].map { room in
        var shown = Substring(text)
        while String(shown).displayWidth > room { shown = shown.dropFirst() }
        return [BarPiece(String(shown), Self.queryPart)]
      })
  }

  private var result: BarGroup {
    guard let current else {
      if !text.isEmpty { return BarGroup([[BarPiece("no match", .warning)]]) }
      guard !lastText.isEmpty else { return BarGroup([[BarPiece("type a text", .hint)], []]) }
      let last = chrome.quoted(chrome.fit(lastText, 20))
      return BarGroup([[BarPiece("\(chrome.enter) finds \(last) again", .hint)], []])
    }
    let all = count == PaperQuery.matchesMax ? "\(count) or more" : "\(count)"
    return BarGroup([
      [BarPiece("\(current + 1) of \(all)", .hint)], [BarPiece("\(current + 1)/\(count)", .hint)],
    ])
  }

  private var buttons: BarGroup {
    func button(_ key: String, _ name: String, _ command: SearchCommand) -> [BarPiece] {
      [BarPiece(key, .key, .search(command)), BarPiece(" \(name)", .search(command))]
    }
    let space = BarPiece("  ", .bar)
    let (down, up) = (chrome.isASCII ? "Enter" : "⏎", chrome.isASCII ? "Up" : "↑")
    return BarGroup(
      [
        button(down, "next", .next) + [space] + button(up, "previous", .previous) + [space]
          + button("Esc", "close", .close),
        [
          BarPiece(down, .key, .search(.next)), space, BarPiece(up, .key, .search(.previous)),
          space, BarPiece("Esc", .key, .search(.close)),
        ],
        [],
      ], isRight: true)
  }
}
