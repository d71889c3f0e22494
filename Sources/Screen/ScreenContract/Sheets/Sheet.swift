import BoardContract
import BoardDocument
import BoardModel
import CellFrame
import EaselBase

/// The sheet that is open above the canvas, and the user's selection in it.
package struct Sheet: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case help, tools, export, newSession
    /// The ways to bring the selection into line.
    case arrange
    /// The path of a picture, as far as the user has typed it.
    case picture(path: String)
    /// The command palette, with the search that the user typed so far.
    case commands(query: String)
    /// The latest notices, in full.
    case notices
    /// The settings file and its values.
    case settings
    /// The colours, with the part of `#rrggbb` typed so far.
    case colors(typed: String)
    case boards(BoardList)
    /// The theme list, which shows the selected theme at once. `before` is the theme to return to.
    case themes(before: Theme)
    /// A question before the user leaves the board and entries would be lost. The value is the next
    /// board; nil if the user wants to quit.
    case unsaved(before: BoardTarget?)
    case people, invite, leaving
    /// A question before the session ends for all its participants.
    case ending
    /// A question before all earlier tickets end.
    case renewing
    /// The possible actions on a person; `puttingOut` is the question before a removal.
    case about(Subject)
    case puttingOut(ParticipantUUID)
    /// The question before the board is locked: these participants may draw on.
    case locking(sparing: Set<ParticipantUUID>)
    /// A ticket as a QR code.
    case code(ShownCode)
    /// The command with which another screen shows the board.
    case otherScreen
    /// A session that can be joined.
    case offer(SessionUUID)
    /// The request of a person who asks to join the call.
    case knock(AdmissionRequest)
    /// The invitation of a user of this machine who rings.
    case ring(RingInvitation)
    /// The words of a meeting with a person nearby.
    case meeting
    /// The question for whom the film of the board is opened.
    case filmChoice
    /// A film that others watch, and a picture of the board as it is now.
    case filmOffer(FilmItem.ID, Miniature)
    /// The film that this user wants to watch, while entries of it are missing.
    case filmWait(FilmItem.ID)
    /// A question which participants come along to another board.
    case target(BoardTarget)

    /// Whether the sheet has no meaning outside of a call.
    package var isAboutCall: Bool {
      switch self {
      case .invite, .renewing, .code, .otherScreen, .offer, .knock, .ring, .meeting: true
      default: isAboutSession
      }
    }

    /// Whether the sheet shows the ways for guests to join. It must not be in the way when a guest
    /// comes or the user draws.
    package var isInvitation: Bool {
      switch self {
      case .invite, .code, .otherScreen: true
      default: false
      }
    }

    /// Whether Esc leads back to the invite sheet, from which the user opened this sheet.
    package var isBehindInvite: Bool {
      switch self {
      case .code, .otherScreen, .renewing: true
      default: false
      }
    }

    /// Whether this run looks for people nearby while the sheet is open.
    package var looksAround: Bool { self == .invite || self == .meeting || isBehindInvite }

    /// The ring that Esc declines.
    package var ring: RingInvitation? {
      if case .ring(let invitation) = self { invitation } else { nil }
    }

    /// Whether Esc declines the film that the sheet is about.
    package var isAboutFilm: Bool {
      switch self {
      case .filmOffer, .filmWait: true
      default: false
      }
    }

    /// Whether the sheet has no meaning outside of a session.
    package var isAboutSession: Bool {
      switch self {
      case .people, .leaving, .ending, .target, .about, .puttingOut, .locking, .filmChoice,
        .filmOffer, .filmWait:
        true
      default: false
      }
    }
  }

  package var kind: Kind
  /// The selected row; in the help, the first row shown.
  package var selected = 0

  package init(_ kind: Kind, selected: Int = 0) {
    self.kind = kind
    self.selected = selected
  }

  package var isUnsaved: Bool { kind == .unsaved(before: nil) }
}

/// One line of a sheet.
package struct SheetRow: Hashable, Sendable {
  package var label: String
  /// The key that gives the same command, shown at the right.
  package var key: String
  package var command: Command?
  package var swatch: InkColor?
  /// Whether the row is the current choice. A sign marks it, so it is visible without colours.
  package var isCurrent: Bool
  /// Pieces of text with looks of their own, in place of the label.
  package var spans: [SheetSpan] = []
  /// Whether the row is the title of the rows below it. It cannot be chosen.
  package var isHeading = false

  package init(
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

extension SheetRow {
  /// Creates a row that consists of pieces with different looks.
  package init(spans: [SheetSpan]) {
    self.init(spans.map(\.text).joined())
    self.spans = spans
  }

  /// Creates the title of the rows below it.
  package init(heading: String) {
    self.init(heading)
    isHeading = true
  }
}

/// A piece of text in a row of a sheet.
package struct SheetSpan: Hashable, Sendable {
  package let text: String
  package let part: Theme.Part

  package init(_ text: String, _ part: Theme.Part) { (self.text, self.part) = (text, part) }
}

/// A line above the rows of a sheet. It has no command.
package enum SheetLine: Hashable, Sendable {
  case text(String)
  case cells([Cell])

  package var columns: Int {
    switch self {
    case .text(let text): text.displayWidth
    case .cells(let cells): cells.count
    }
  }

  package var isText: Bool { if case .text = self { true } else { false } }
}

/// The content of a sheet, before the available room is known.
package struct SheetPage: Hashable, Sendable {
  package var title: String
  /// Lines above the rows, if there is room.
  package var heading: [SheetLine] = []
  package var rows: [SheetRow]
  /// The text that the user types to search the rows; nil if the rows cannot be searched.
  package var query: String?
  /// The sign before that text.
  package var querySign = ":"
  /// Whether rows can be chosen; otherwise the page only scrolls.
  package var isList = true
  /// Buttons below the rows, if there is room.
  package var buttons: [BarPiece] = []
  /// The same buttons in fewer columns.
  package var shortButtons: [BarPiece] = []
  /// A preview of the selected row, beside the rows if there is room.
  package var preview: SheetPreview?
  /// The index of the row in which the user types, after its label; nil if there is none.
  package var typing: Int?
  /// Whether the first typed letter replaces the text in that row.
  package var isTypingSelected = false

  package init(
    title: String, heading: [SheetLine] = [], rows: [SheetRow], query: String? = nil,
    isList: Bool = true, buttons: [BarPiece] = [], typing: Int? = nil,
    isTypingSelected: Bool = false
  ) {
    (self.title, self.heading, self.rows, self.query) = (title, heading, rows, query)
    (self.isList, self.buttons) = (isList, buttons)
    (self.typing, self.isTypingSelected) = (typing, isTypingSelected)
  }

  /// Returns the nearest row that can be chosen, first in the direction of `step`.
  package func selectable(near index: Int, step: Int) -> Int {
    func first(_ indices: StrideTo<Int>) -> Int? {
      indices.first { rows.indices.contains($0) && !rows[$0].isHeading }
    }
    return first(stride(from: index, to: step < 0 ? -1 : rows.count, by: step))
      ?? first(stride(from: index, to: step < 0 ? rows.count : -1, by: -step)) ?? index
  }
}

/// Which ticket is shown as a QR code, and how.
package struct ShownCode: Hashable, Sendable {
  package var isToDraw: Bool
  /// Whether light and dark are exchanged. Without colours, the program can only assume which of
  /// them the terminal shows for ink.
  package var isTurned = false

  package init(isToDraw: Bool, isTurned: Bool = false) {
    (self.isToDraw, self.isTurned) = (isToDraw, isTurned)
  }
}

/// The part of a sheet beside its rows. Its size stays the same, so that the sheet stands still while
/// the user goes through the rows.
package struct SheetPreview: Hashable, Sendable {
  package var lines: [SheetLine]
  package let columns: Int
  package let rows: Int

  package init(lines: [SheetLine], columns: Int, rows: Int) {
    (self.lines, self.columns, self.rows) = (lines, columns, rows)
  }
}
