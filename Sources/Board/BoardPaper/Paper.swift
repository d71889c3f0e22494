import EaselBase

/// Text that lies under the ink in cells of 512 × 1,024 units.
public struct PaperText: Hashable, Sendable {
  /// The lines from top to bottom.
  public var lines: [Line]
  /// Creates paper from lines.
  public init(lines: [Line]) { self.lines = lines }

  /// One line of paper.
  public struct Line: Hashable, Sendable {
    /// The runs of the line, from left to right.
    public var runs: [Run]
    /// Creates a line from runs.
    public init(runs: [Run]) { self.runs = runs }

    /// Whether the line continues the line above, which was broken into several. The sign of it is an
    /// empty run at the start.
    public var continues: Bool { runs.first?.content.utf8.isEmpty == true }

    /// Returns the line as a continuation of the line above.
    package var continuing: Line { Line(runs: [Run(text: SafeText(""))] + runs) }
  }

  /// A run: neighbouring text with the same look.
  public struct Run: Hashable, Sendable {
    /// The text as its author sent it. Members compare pictures by these bytes, so they are the
    /// same in every build.
    public let content: RawText
    /// The text as screens and exports show it, in which nothing is hidden. It is stored, because
    /// the screen needs it for every frame.
    public let text: SafeText
    /// The colours and attributes of the whole run.
    public let look: Look

    /// Creates a run from safe text.
    public init(text: SafeText, look: Look = Look()) {
      self.init(content: RawText(text.string), look: look)
    }

    /// Creates a run from any text as its author sent it.
    public init(content: RawText, look: Look = Look()) {
      self.content = content
      text = SafeText(revealing: content)
      self.look = look
    }
  }

  /// The colours and attributes that SGR escape sequences can set.
  public struct Look: Hashable, Sendable {
    /// The colour of the letters.
    public var foreground: Tone
    /// The colour behind the letters.
    public var background: Tone
    /// The attributes of the letters.
    public var attributes: Attributes
    /// Creates a look; by default in plain colours without attributes.
    public init(
      foreground: Tone = .plain, background: Tone = .plain, attributes: Attributes = []
    ) {
      self.foreground = foreground
      self.background = background
      self.attributes = attributes
    }
  }

  /// A colour of paper. `plain` is the colour that the viewer's theme gives.
  public enum Tone: Hashable, Sendable {
    case plain
    /// One of the terminal's 256 colours.
    case indexed(UInt8)
    /// `0xRRGGBB`.
    case rgb(UInt32)
  }

  /// The attributes of text. The raw values are stored and sent: never change a raw value.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The attributes as bits, 0 … 31.
    public let rawValue: UInt8
    /// Creates attributes from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Bold letters.
    public static let bold = Attributes(rawValue: 1)
    /// Faint letters.
    public static let dim = Attributes(rawValue: 2)
    /// Slanted letters.
    public static let italic = Attributes(rawValue: 4)
    /// Underlined letters.
    public static let underline = Attributes(rawValue: 8)
    /// Letters whose colour is exchanged with the colour behind them.
    public static let reverse = Attributes(rawValue: 16)
  }
}
