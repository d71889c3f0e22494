import Drawing
import Log
import Rendering
import Vocabulary

/// The app as a value: events go in, effects come out, and a frame shows where it stands.
public struct Whiteboard: Sendable {
  /// What the shell knows before the first event.
  public struct Setup: Sendable {
    public var person: Person
    public var birth: Birth
    /// How an operation becomes the bytes of an entry.
    public var encode: @Sendable (Operation) -> [UInt8]
    public var columns: Int
    public var rows: Int
    public var raster: Raster
    public var theme: Theme

    public init(
      person: Person, birth: Birth, encode: @escaping @Sendable (Operation) -> [UInt8],
      columns: Int, rows: Int, raster: Raster, theme: Theme
    ) {
      self.person = person
      self.birth = birth
      self.encode = encode
      self.columns = columns
      self.rows = rows
      self.raster = raster
      self.theme = theme
    }
  }

  /// Who is drawing here.
  public struct Person: Hashable, Sendable {
    public var author: AuthorID
    public var name: SafeText
    public var color: InkColor

    public init(author: AuthorID, name: SafeText, color: InkColor) {
      self.author = author
      self.name = name
      self.color = color
    }
  }

  /// What is on the screen. Changed cells can be found by comparing with the frame before.
  public private(set) var frame: Frame

  public init(_ setup: Setup, board: OpenedBoard) {
    frame = Frame(columns: setup.columns, rows: setup.rows)
  }

  public mutating func handle(_ event: Event, at now: Moment) -> [Effect] { [] }
}
