import BoardDocument
import BoardModel
import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// The top line shows the board's title and the state of saving at the left; the people, the state
/// of the link and the zoom at the right. Without a tool palette, it shows the tool and the colour
/// as well. A warning stays in it until its cause ends. An item is shown as a whole or not at all.
struct TopLine: Hashable, Sendable {
  var title: String
  var saving: SaveState
  /// The participants of the session, this user first; empty outside of a session.
  var people: [PersonLabel] = []
  /// Whether a lock lets only some people draw.
  var isLocked = false
  /// The state of the link to the other participants.
  var link: Link?
  /// Whether the line has no tool and no colour, because the tool palette shows them, or because a
  /// film is shown.
  var hidesTools = false
  var tools: ToolSettings
  /// The part of the board that the user sees: a zoom, a line of text paper, or a leader.
  var location: String
  /// Whether a larger view would show more words.
  var hidesWords = false
  var keymap = Keymap()
  var chrome: Chrome

  enum Link: Hashable, Sendable {
    /// The time that a message needs to the others and back, in milliseconds.
    case slow(Int64)
    case outOfReach
  }

  /// A participant in the top line.
  struct PersonLabel: Hashable, Sendable {
    let sign: String
    let color: InkColor
    let name: String
    /// The activity of the participant, such as "drawing"; may be empty.
    let state: String
  }

  private enum Group: Int {
    case title, saving, lock, color, tool, people, link, hidden, location, help
  }

  /// The order in which groups become narrower. Warnings and people stay longest.
  private static let folds = [
    Group.help, .color, .people, .tool, .tool, .saving, .people, .hidden, .people, .title, .tool,
    .location, .color, .title, .link, .people, .saving, .lock, .people, .hidden,
  ].map(\.rawValue)

  func layout(columns: Int) -> BarLayout {
    BarLayout(
      [titles, savings, locks, colors, toolGroup, peopleGroup, links, hidden, locations, help],
      folds: Self.folds, columns: columns)
  }

  private var titles: BarGroup {
    BarGroup(
      [64, 24, 12].map { [BarPiece(chrome.fit(title, $0), .title, .show(.boards))] })
  }

  private var savings: BarGroup {
    guard saving.isTrouble else {
      let sign = sign(of: saving)
      return BarGroup([[BarPiece(sign, .hint)], [BarPiece(sign, .hint)], []])
    }
    return BarGroup(
      [saving.sentence, saving.word, "!"].map { [BarPiece($0, .warning, .saveCopy)] })
  }

  private var locks: BarGroup {
    guard isLocked else { return BarGroup([]) }
    return BarGroup([[BarPiece("locked", .notice, .show(.people))], []])
  }

  /// Returns the shortest sign. Each stroke changes this sign twice, so it must be inconspicuous.
  private func sign(of saving: SaveState) -> String {
    guard !chrome.isASCII else { return saving.word }
    switch saving {
    case .saved: return chrome.mark
    case .saving: return chrome.ellipsis
    case .untouched, .failed, .readOnly: return saving.word
    }
  }

  private var links: BarGroup {
    switch link {
    case nil: BarGroup([], isRight: true)
    case .slow(let milliseconds):
      BarGroup([[BarPiece("\(milliseconds) ms", .hint, .show(.invite))], []], isRight: true)
    case .outOfReach:
      BarGroup(
        ["out of reach", "!"].map { [BarPiece($0, .warning, .show(.people))] }, isRight: true)
    }
  }

  private var colors: BarGroup {
    guard !hidesTools else { return BarGroup([], isRight: true) }
    let sign = String(repeating: chrome.swatch, count: 2)
    let swatch = BarPiece(sign, swatch: tools.color, .show(.colors))
    return BarGroup(
      [[swatch, BarPiece(" " + tools.colorName, .button, .show(.colors))], [swatch], []],
      isRight: true)
  }

  /// The people with their names, then with their signs, and last only their number.
  private var peopleGroup: BarGroup {
    guard !people.isEmpty else { return BarGroup([], isRight: true) }
    func labels(most: Int, gap: String, _ text: (PersonLabel) -> String) -> [BarPiece] {
      let shown = people.prefix(most).map {
        BarPiece(text($0), swatch: $0.color, .show(.people))
      }
      let left = people.count - most
      let rest = left > 0 ? [BarPiece("+\(left)", .hint, .show(.people))] : []
      return (shown + rest).map { [$0] }.joined(separator: [BarPiece(gap, .bar, .show(.people))])
        .map { $0 }
    }
    return BarGroup(
      [
        labels(most: 6, gap: "  ") {
          "\($0.sign) \(chrome.fit($0.name, 16))\($0.state.isEmpty ? "" : " " + $0.state)"
        },
        labels(most: 6, gap: "  ") { "\($0.sign) \(chrome.fit($0.name, 10))" },
        labels(most: 3, gap: " ") { "\($0.sign) \(chrome.fit($0.name, 8))" },
        labels(most: 6, gap: " ", \.sign),
        labels(most: 1, gap: " ", \.sign),
        [],
      ], isRight: true)
  }

  private var toolGroup: BarGroup {
    guard !hidesTools else { return BarGroup([], isRight: true) }
    let fill = tools.tool.isFillable && tools.isFilled ? " filled" : ""
    let held = tools.isConstrained ? " 45" : ""
    let name = "\(tools.tool.title)\(fill)\(held)"
    let forms = ["\(name), \(tools.sizeName)", "\(name) \(tools.shortSize)"]
    return BarGroup(
      (forms + ["\(tools.tool.title) \(tools.shortSize)"]).map {
        [BarPiece($0, .button, .show(.tools))]
      } + [[]], isRight: true)
  }

  /// A button beside the zoom while words are hidden.
  private var hidden: BarGroup {
    guard hidesWords else { return BarGroup([], isRight: true) }
    let key = keymap.name(of: .zoomIn)
    let advice = key.isEmpty ? "" : " \(chrome.dot) \(key) shows them"
    let forms = ["words hidden\(advice)", "words hidden"].map { [BarPiece($0, .notice, .zoomIn)] }
    return BarGroup(forms + [[]], isRight: true)
  }

  private var locations: BarGroup {
    BarGroup([[BarPiece(location, .button, .fit)], []], isRight: true)
  }

  private var help: BarGroup {
    let help = Command.show(.help)
    let key = keymap.name(of: help)
    return BarGroup(key.isEmpty ? [] : [[BarPiece(key, .key, help)], []], isRight: true)
  }
}
