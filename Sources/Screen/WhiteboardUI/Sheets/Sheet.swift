import BoardClient
import BoardDocument
import BoardModel
import CellFrame
import EaselBase

/// What is open over the canvas, and how far one has got in it.
struct Sheet: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case help, menu, tools, export, newSession
    /// What was said of late, whole.
    case notices
    /// What was typed of a colour's `#rrggbb`.
    case palette(typed: String)
    case boards(BoardList)
    /// The theme to go back to, for the one chosen in the list is shown at once.
    case themes(before: Theme)
    /// Leaving would lose something; nil is to quit.
    case unsaved(before: Destination?)
    case people, invite, leaving
    /// Before a session ends for all who are in it.
    case ending
    /// Before all tickets until now end.
    case renewing
    /// What can be done about somebody; and before they are put out.
    case about(Subject)
    case puttingOut(Bytes16)
    /// A ticket as a QR code.
    case code(ShownCode)
    /// A session that can be joined.
    case offer(Bytes16)
    /// Somebody is at the door.
    case knock(AdmissionRequest)
    /// Who comes along to another board.
    case destination(Destination)

    /// Means nothing outside of a call.
    var isAboutCall: Bool {
      switch self {
      case .invite, .renewing, .code, .offer, .knock: true
      default: isAboutSession
      }
    }

    /// Esc leads back to the sheet that it was opened from.
    var isBehindInvite: Bool {
      switch self {
      case .code, .renewing: true
      default: false
      }
    }

    /// Means nothing outside of a session.
    var isAboutSession: Bool {
      switch self {
      case .people, .leaving, .ending, .destination, .about, .puttingOut: true
      default: false
      }
    }
  }

  var kind: Kind
  /// The row that is chosen; in the help, the first one shown.
  var selected = 0

  init(_ kind: Kind, selected: Int = 0) {
    self.kind = kind
    self.selected = selected
  }

  var isHelp: Bool { kind == .help }
  var isUnsaved: Bool { kind == .unsaved(before: nil) }
}

/// The board list as far as it is known, and the name being typed for the chosen one.
struct BoardList: Hashable, Sendable {
  /// Nil until the shell has answered.
  var boards: [BoardSummary]?
  var newName: NameDraft?
}

/// A board's new name while it is typed.
struct NameDraft: Hashable, Sendable {
  private(set) var text: String
  /// The old name stands there to be replaced by the first letter, as selected text is.
  private(set) var isSelected = true

  init(old name: String) { text = name }

  mutating func insert(_ more: String) {
    text = SafeText((isSelected ? "" : text) + more, limit: .title).string
    isSelected = false
  }

  mutating func deleteBackward() {
    text = isSelected ? "" : String(text.dropLast())
    isSelected = false
  }

  mutating func deleteForward() {
    if isSelected { deleteBackward() }
  }

  /// Goes on behind the old name.
  mutating func keep() { isSelected = false }
}

/// One line of a sheet.
struct SheetRow: Hashable, Sendable {
  var label: String
  /// The key that does the same, shown at the right.
  var key: String
  var command: Command?
  var swatch: InkColor?
  /// It is what holds now: marked by a sign, not by colour alone.
  var isCurrent: Bool

  init(
    _ label: String, _ key: String = "", _ command: Command? = nil, swatch: InkColor? = nil,
    isCurrent: Bool = false
  ) {
    self.label = label
    self.key = key
    self.command = command
    self.swatch = swatch
    self.isCurrent = isCurrent
  }
}

/// One line above the rows of a sheet, which nothing is done with.
enum SheetHeading: Hashable, Sendable {
  case text(String)
  case cells([Cell])

  var columns: Int {
    switch self {
    case .text(let text): text.displayWidth
    case .cells(let cells): cells.count
    }
  }

  var isText: Bool { if case .text = self { true } else { false } }
}

/// What a sheet says, before it is known how much room there is.
struct SheetPage: Hashable, Sendable {
  var title: String
  /// Above the rows, where there is room.
  var heading: [SheetHeading] = []
  var rows: [SheetRow]
  /// Rows can be chosen; without, the page only scrolls.
  var isList = true
  /// Below the rows, where there is room.
  var buttons: [BarPiece] = []
  /// The row that is being typed into, after its label.
  var typing: Int?
  /// What stands there is replaced by the first letter.
  var isTypingSelected = false
}
