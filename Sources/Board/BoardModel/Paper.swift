import EaselBase

/// Text that lies under the ink, cell for cell; a cell is 512 × 1,024 units.
public struct PaperText: Hashable, Sendable {
  public var lines: [Line]
  public init(lines: [Line]) { self.lines = lines }

  public struct Line: Hashable, Sendable {
    public var runs: [Run]
    public init(runs: [Run]) { self.runs = runs }
  }

  /// Neighbouring text with the same look.
  public struct Run: Hashable, Sendable {
    /// The text as its author sent it. Members compare pictures by these bytes, so they are the
    /// same in every build.
    public let content: RawText
    /// The part of the text that screens and exports show. It is stored, because the screen needs it for
    /// every frame.
    public let text: SafeText
    public let look: Look

    public init(text: SafeText, look: Look = Look()) {
      self.init(content: RawText(text.string), look: look)
    }

    /// - Parameter content: any text.
    public init(content: RawText, look: Look = Look()) {
      self.content = content
      text = SafeText(content, limit: .line)
      self.look = look
    }
  }

  /// The colours and attributes from SGR sequences, and nothing else.
  public struct Look: Hashable, Sendable {
    public var foreground: Tone
    public var background: Tone
    public var attributes: Attributes
    public init(
      foreground: Tone = .plain, background: Tone = .plain, attributes: Attributes = []
    ) {
      self.foreground = foreground
      self.background = background
      self.attributes = attributes
    }
  }

  public enum Tone: Hashable, Sendable {
    case plain
    /// One of the terminal's 256 colours.
    case indexed(UInt8)
    /// `0xRRGGBB`.
    case rgb(UInt32)
  }

  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let bold = Attributes(rawValue: 1)
    public static let dim = Attributes(rawValue: 2)
    public static let italic = Attributes(rawValue: 4)
    public static let underline = Attributes(rawValue: 8)
    public static let reverse = Attributes(rawValue: 16)
  }
}
