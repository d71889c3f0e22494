import BoardDocument
import BoardModel
import CellFrame
import EaselBase

/// The top line shows the board's name and the state of saving, the user and the tool. A notice
/// replaces them.
struct TopLine: Hashable, Sendable {
  var name: SafeText
  var saving: SaveState
  var person: SafeText
  /// The user's sign in a session.
  var sign: String?
  /// The state of the link to the other participants.
  var link: String?
  var color: InkColor?
  var tools: ToolSettings
  var zoom: String
  var notice: Notice?
  var chrome: Chrome

  private static let folds = [
    Group.person, .color, .tool, .saving, .zoom, .zoom, .tool, .link, .name, .saving, .tool, .name,
    .color,
  ].map(\.rawValue)
  private static let foldsUnderNotice = [
    Group.person, .tool, .zoom, .zoom, .saving, .color, .tool, .link, .name, .tool, .saving, .name,
    .color, .name,
  ].map(\.rawValue)

  private enum Group: Int { case name, saving, notice, link, color, person, tool, zoom }

  func layout(columns: Int) -> BarLayout {
    let groups = [names, savings, notices(columns), links, colors, people, toolGroup, zooms]
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
    let room = columns - (saving.isTrouble ? 3 : 1)
    let text = notice.text.string
    guard notice.hidesWarning || text.displayWidth > room else {
      return BarGroup([[BarPiece(text, part, notice.command)]])
    }
    // The key n shows the whole notice, and also the warning that the notice replaced.
    let more = BarPiece(columns < 40 ? " n" : " More n", .button, .show(.notices))
    let shown = chrome.fit(text, room - more.columns)
    return BarGroup([[BarPiece(shown, part, notice.command ?? .show(.notices)), more]])
  }

  private var links: BarGroup {
    guard let link else { return BarGroup([], isRight: true) }
    return BarGroup([[divider, BarPiece("\(link) ", .hint, .show(.invite))], []], isRight: true)
  }

  private var colors: BarGroup {
    let sign = String(repeating: chrome.swatch, count: 2)
    let swatch = BarPiece(sign, swatch: tools.color, .show(.palette))
    return BarGroup(
      [[swatch, BarPiece(" " + tools.colorName, .button, .show(.palette))], [swatch], []],
      isRight: true)
  }

  private var people: BarGroup {
    let name = chrome.fit(person.string, 16)
    guard let sign, let color else {
      return BarGroup([[divider, BarPiece(name, .bar)], []], isRight: true)
    }
    let shown = BarPiece("\(sign) \(name)", swatch: color, .show(.people))
    let short = BarPiece(sign, swatch: color, .show(.people))
    return BarGroup([[divider, shown], [short], []], isRight: true)
  }

  private var toolGroup: BarGroup {
    let fill = tools.tool.isFillable && tools.isFilled ? " filled" : ""
    let held = tools.isConstrained ? " 45" : ""
    return BarGroup(
      [
        [divider, piece("\(tools.tool.title)\(fill)\(held), width \(tools.width)")],
        [divider, piece("\(tools.tool.title)\(fill)\(held) \(tools.width)")],
        [divider, piece("\(tools.tool.title) \(tools.width)")],
        [],
      ], isRight: true)
  }

  /// A separator between groups on a terminal without colours.
  private var divider: BarPiece { BarPiece(chrome.dot + " ", .hint) }

  private func piece(_ text: String) -> BarPiece { BarPiece(text, .button, .show(.tools)) }

  private var zooms: BarGroup {
    let piece = BarPiece(zoom, .button, .fit)
    return BarGroup([[divider, piece], [piece], []], isRight: true)
  }
}
