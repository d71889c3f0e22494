import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import BoardPaper
import BoardRendering
import BoardView
import CellFrame
import EaselBase

/// The settings that the shell knows before the first event.
package struct WhiteboardSetup: Sendable {
  package var person: Person
  package var surface: SurfaceSetup
  /// The pen's width at the start; nil for the default.
  package var width: Int?
  /// The number of the tool at the start; nil for the pen.
  package var tool: UInt8?
  /// The form of the tool palette at the start.
  package var palette = PaletteForm.hidden
  /// Whether an empty board shows a line that tells a new user how to begin.
  package var showsFirstHint = false
  /// The keys of the commands.
  package var keymap = Keymap()
  /// The people whom this user met, and whom Easel rings.
  package var people = PeopleSetup()
  /// Whether the terminal's bell rings when something waits for the user's answer.
  package var hasBell = true
  /// The settings, for the sheet that shows them; nil if there is no settings file.
  package var settings: SettingsSummary?
  /// The folders where Easel saves a board that cannot be written in its own place, in words; nil if
  /// there are none.
  package var rescuePlaces: SafeText?
  /// All possible widths.
  package static let widths = ToolSettings.widths
  /// The board to offer to the user if Easel starts without the name of a board.
  package var lastBoard: BoardSummary?
  /// The text laid under the ink of the board that is open at the start.
  package var paper: PaperText?
  /// The part of that text that was left out.
  package var paperCut = PaperCut()
  /// The pictures that are placed on the board that is open at the start.
  package var pictures: [StartPicture] = []
  /// Whether there is a call that other people can join. If not, the screen does not mention
  /// calls.
  package var hasCall = false
  /// The address by which a person with a login on this machine joins this process; nil if the
  /// address leads to another process.
  package var loginAddress: SafeText?
  /// The way in which this user meets other participants.
  package var arrival = Arrival.free
  /// The purpose of the screen.
  package var purpose = Purpose.draw
  /// When the call began that this host goes on with, in words; nil for a new call.
  package var continuedCall: SafeText?
  /// Whether the user can make tickets later, if there are none at the start.
  package var makesTickets = false
  /// Whether the board can be shown on another screen, as the activity says.
  package var continuesOnDisplays = false
  /// The title of the session to join; nil joins the first session.
  package var expected: SafeText?
  /// The user's seat, which moves here from another terminal; nil if it moves from none.
  package var seat: Seat?

  /// A purpose of the screen.
  package enum Purpose: Hashable, Sendable {
    case draw
    /// The screen only shows the film of the board, and the program ends with it.
    case replay(showsUndone: Bool)
    /// The screen only shows the board that others share, for example on a wall. It needs no keys.
    case wall
  }

  /// The purpose for which the user started Easel.
  package enum Arrival: Hashable, Sendable {
    /// The user decides later whether to share or to join.
    case free
    /// Easel shares the open board with each person who arrives.
    case hosting
    /// Easel joins a session of the call as soon as one is offered.
    case joining
  }

  /// Adapts the values to a call that this user has joined from the screen.
  package mutating func changeCall() {
    (arrival, expected, continuedCall, loginAddress) = (.joining, nil, nil, nil)
    people.toRing = nil
  }

  /// - Parameter raster: the raster that suits the terminal.
  package init(
    person: Person, columns: Int, rows: Int, raster: Raster, theme: Theme
  ) {
    self.person = person
    surface = SurfaceSetup(columns: columns, rows: rows, raster: raster, theme: theme)
  }
}
