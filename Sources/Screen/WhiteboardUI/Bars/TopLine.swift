import BoardDocument
import BoardModel
import BoardView
import CellFrame
import EaselBase
import ScreenCommands

/// The top line shows the board's name and the state of saving, the people, the state of the link,
/// a button for exports, and the zoom. Without a tool palette, it shows the tool and the colour as well. A notice replaces
/// parts of it.
struct TopLine: Hashable, Sendable {
  var name: SafeText
  var saving: SaveState
  /// The participants of the session, this user first; empty outside of a session.
  var people: [PersonLabel] = []
  /// The state of the link to the other participants.
  var link: String?
  /// Whether the tool palette is on the screen.
  var hasPalette = false
  var tools: ToolSettings
  var view: ViewLabel
  /// Whether a larger view would show more words.
  var hidesWords = false
  var keymap = Keymap()
  var notice: Notice?
  /// Whether the key of the notices has no other meaning now, such as a letter of a text.
  var isNoticesKeyFree = true
  var chrome: Chrome

  /// The part of the board that the user sees.
  enum ViewLabel: Hashable, Sendable {
    case zoom(String)
    /// A line of the paper.
    case line(String)
    /// The view of the participant with this name.
    case follows(String)
  }

  /// A participant in the top line.
  struct PersonLabel: Hashable, Sendable {
    let sign: String
    let color: InkColor
    let name: String
    /// The activity of the participant, such as "drawing"; may be empty.
    let state: String
  }

  private static let folds = [
    Group.export, .place, .color, .people, .tool, .people, .saving, .place, .tool, .people, .link,
    .name, .saving, .tool, .name, .color, .people, .people,
  ].map(\.rawValue)
  private static let foldsUnderNotice = [
    Group.export, .place, .people, .people, .tool, .place, .saving, .color, .tool, .people, .link,
    .name, .tool, .saving, .name, .color, .people, .people, .name,
  ].map(\.rawValue)

  private enum Group: Int { case name, saving, notice, color, tool, people, link, export, place }

  func layout(columns: Int) -> BarLayout {
    let groups = [
      names, savings, notices(columns), colors, toolGroup, peopleGroup, links, exports, zoomGroup,
    ]
    return BarLayout(
      groups, folds: notice == nil ? Self.folds : Self.foldsUnderNotice, columns: columns)
  }

  private var names: BarGroup {
    let forms = [64, 24, 12].map { columns in
      [BarPiece(chrome.fit(name.string, columns), .title, .show(.boards))]
    }
    return BarGroup(notice == nil ? forms : forms + [[]])
  }

  private var savings: BarGroup {
    let part: Theme.Part = saving.isTrouble ? .warning : .hint
    let command: Command? = saving.isTrouble ? .saveCopy : nil
    return BarGroup([
      [BarPiece("\(chrome.dot) \(saving.sentence)", part, command)],
      [BarPiece("\(chrome.dot) \(saving.word)", part, command)],
      saving.isTrouble ? [BarPiece("!", part, command)] : [],
    ])
  }

  private func notices(_ columns: Int) -> BarGroup {
    guard let notice else { return BarGroup([]) }
    let part: Theme.Part = notice.isWarning ? .warning : .notice
    // The notice leaves room for the sign that something is not saved.
    let room = columns - (saving.isTrouble ? 4 : 1)
    let text = notice.text.string
    guard notice.hidesWarning || text.displayWidth > room else {
      return BarGroup([[BarPiece(text, part, notice.command)]])
    }
    // The button and its key show the whole notice, and also the warning that the notice replaced.
    let key = isNoticesKeyFree ? keymap.name(of: .show(.notices)) : ""
    let label = key.isEmpty ? "More" : columns < 40 ? key : "More \(key)"
    let more = BarPiece(" \(label)", .button, .show(.notices))
    let shown = chrome.fit(text, room - more.columns)
    return BarGroup([[BarPiece(shown, part, notice.command ?? .show(.notices)), more]])
  }

  private var links: BarGroup {
    guard let link else { return BarGroup([], isRight: true) }
    return BarGroup([[divider, BarPiece("\(link) ", .hint, .show(.invite))], []], isRight: true)
  }

  private var colors: BarGroup {
    guard !hasPalette else { return BarGroup([], isRight: true) }
    let sign = String(repeating: chrome.swatch, count: 2)
    let swatch = BarPiece(sign, swatch: tools.color, .show(.colors))
    return BarGroup(
      [[swatch, BarPiece(" " + tools.colorName, .button, .show(.colors))], [swatch], []],
      isRight: true)
  }

  /// The people with their names, then with their signs, and last only their number.
  private var peopleGroup: BarGroup {
    guard !people.isEmpty else { return BarGroup([], isRight: true) }
    func labels(most: Int, _ text: (PersonLabel) -> String) -> [BarPiece] {
      let shown = people.prefix(most).flatMap { person in
        [
          BarPiece(text(person), swatch: person.color, .show(.people)),
          BarPiece(" ", .bar, .show(.people)),
        ]
      }
      let left = people.count - most
      return [divider] + shown + (left > 0 ? [BarPiece("+\(left) ", .hint, .show(.people))] : [])
    }
    return BarGroup(
      [
        labels(most: 6) {
          "\($0.sign) \(chrome.fit($0.name, 16))\($0.state.isEmpty ? "" : " " + $0.state)"
        },
        labels(most: 6) { "\($0.sign) \(chrome.fit($0.name, 10))" },
        labels(most: 3) { "\($0.sign) \(chrome.fit($0.name, 8))" },
        labels(most: 6, \.sign),
        labels(most: 1, \.sign),
        [],
      ], isRight: true)
  }

  private var toolGroup: BarGroup {
    guard !hasPalette else { return BarGroup([], isRight: true) }
    let fill = tools.tool.isFillable && tools.isFilled ? " filled" : ""
    let held = tools.isConstrained ? " 45" : ""
    return BarGroup(
      [
        [divider, piece("\(tools.tool.title)\(fill)\(held), \(tools.sizeName)")],
        [divider, piece("\(tools.tool.title)\(fill)\(held) \(tools.shortSize)")],
        [divider, piece("\(tools.tool.title) \(tools.shortSize)")],
        [],
      ], isRight: true)
  }

  /// A separator between groups on a terminal without colours.
  private var divider: BarPiece { BarPiece(chrome.dot + " ", .hint) }

  private func piece(_ text: String) -> BarPiece { BarPiece(text, .button, .show(.tools)) }

  private var exports: BarGroup {
    let export = Command.show(.export)
    return BarGroup([[divider] + keys([export]) + [BarPiece("Export", export)], []], isRight: true)
  }

  /// The zoom, and beside it a button while words are hidden.
  private var zoomGroup: BarGroup {
    guard hidesWords else { return viewGroup }
    let key = keymap.name(of: .zoomIn)
    let sentences =
      ["words hidden \(chrome.dot) \(key) shows them", "words hidden", "words hidden"]
    return BarGroup(
      zip(sentences, viewGroup.forms).map { sentence, form in
        [divider, BarPiece(sentence, .notice, .zoomIn), BarPiece(" ", .bar)] + form
      }, isRight: true)
  }

  private var viewGroup: BarGroup {
    switch view {
    case .line(let text), .follows(let text):
      let piece = BarPiece(text, .button, .fit)
      // As many forms as a zoom has, because both become narrower in the same order.
      return BarGroup([[divider, piece], [divider, piece], [piece]], isRight: true)
    case .zoom(let zoom):
      let piece = BarPiece("Zoom \(zoom)", .button, .fit)
      let whole = [divider] + keys([.zoomIn, .zoomOut]) + [piece]
      // Beside a notice, the value alone would look like the rest of a sentence.
      guard notice == nil else { return BarGroup([whole, [], []], isRight: true) }
      let value = BarPiece(zoom, .button, .fit)
      return BarGroup([whole, [divider, value], [value]], isRight: true)
    }
  }

  /// Returns the keys of some commands, each with a blank behind it.
  private func keys(_ commands: [Command]) -> [BarPiece] {
    commands.flatMap { command in
      let key = keymap.name(of: command)
      return key.isEmpty ? [] : [BarPiece(key, .key, command), BarPiece(" ", .bar)]
    }
  }
}
