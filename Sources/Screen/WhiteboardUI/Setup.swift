import BoardDocument
import BoardLog
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

extension Whiteboard {
  /// The settings that the shell knows before the first event.
  package struct Setup: Sendable {
    package var person: Person
    package var columns: Int
    package var rows: Int
    package var raster: Raster
    package var theme: Theme
    /// The pen's first width; nil is the default.
    package var width: Int?
    /// All possible widths.
    package static let widths = ToolSettings.widths
    /// All themes to choose from; if empty, only `theme`.
    package var themes: [Theme] = []
    /// Offered when easel starts without a board's name.
    package var lastBoard: BoardSummary?
    /// The text laid under the ink of the board that is open at the start.
    package var paper: PaperText?
    /// Whether there is a call that other people can join: without it the screen does not mention
    /// calls.
    package var hasCall = false
    /// Whether the screen shows colours.
    package var hasColors = true
    /// The address by which a person with a login here reaches this run; nil if it leads elsewhere.
    package var loginAddress: SafeText?
    /// How this run meets other participants.
    package var arrival = Arrival.free
    /// Whether the user can make tickets later, if there are none at the start.
    package var makesTickets = false
    /// The title of the session to join; nil joins the first session.
    package var expected: SafeText?

    /// The purpose of this start.
    package enum Arrival: Hashable, Sendable {
      /// Sharing and joining wait for the user.
      case free
      /// The open board is shared with each person who comes.
      case hosting
      /// A session that is shared there is joined at once.
      case joining
    }

    package init(
      person: Person, columns: Int, rows: Int, raster: Raster, theme: Theme
    ) {
      self.person = person
      self.columns = columns
      self.rows = rows
      self.raster = raster
      self.theme = theme
    }
  }
}
