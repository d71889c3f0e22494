import BoardDocument
import BoardLog
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

extension Whiteboard {
  /// What the shell knows before the first event.
  public struct Setup: Sendable {
    public var person: Person
    public var columns: Int
    public var rows: Int
    public var raster: Raster
    public var theme: Theme
    /// What the pen begins with; nil is the usual.
    public var width: Int?
    /// The widths there are.
    public static let widths = ToolSettings.widths
    /// All that can be chosen; where it is empty, `theme` alone.
    public var themes: [Theme] = []
    /// Offered when easel starts without a board's name.
    public var lastBoard: BoardSummary?
    /// Laid under the ink of the board that is open at the start.
    public var paper: PaperText?
    /// Whether there is a call that others can be in: without one nothing is said of it.
    public var hasCall = false
    /// Whether the screen shows colours.
    public var hasColors = true
    /// How somebody with a login here comes to this run; nil where that leads elsewhere.
    public var loginAddress: SafeText?
    /// How one comes to the others.
    public var arrival = Arrival.free
    /// Whether others can be let come by ticket who could not from the beginning.
    public var makesTickets = false
    /// The title of what is to be joined; nil joins what comes first.
    public var expected: SafeText?

    /// What is meant by starting this way.
    public enum Arrival: Hashable, Sendable {
      /// Sharing and joining wait for a word.
      case free
      /// The board that is open is shared with whoever comes.
      case hosting
      /// What is shared there is joined at once.
      case joining
    }

    public init(
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
