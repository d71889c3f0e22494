import EaselBase

/// A drawing written down: one command a line, fit to be read, compared and kept as a fixture.
///
/// What ``ScriptRecorder`` writes, ``ScriptPlayer`` draws again to the same picture.
///
/// ```
/// # A comment: a hash that no digit follows.
/// as ada                              what follows is drawn by this person
/// as ada run 2                        … in another run of the program
/// run 2                               the same, where nobody is named
/// pen #ff8800 width 2                 colour (also a palette's name, or #rrggbbaa) and width 1–8
/// step 16                             the grid strokes are rounded to: 1, 2, 4 … 4096 units
/// label-size 0.0125,0.04444           one column and one row of the texts that follow
/// stroke 0.10,0.20 0.30,0.40 …        a freehand line
/// marker · line · arrow · rect · ellipse · region      the other tools, the same way
/// rect filled 0.1,0.1 0.3,0.2         filled, not outlined
/// also stroke more 0.5,0.5 0.6,0.6    the next piece of a stroke too long for one line
/// text 0.5,0.5 "words\nmore"          a text; \n begins a new line, \" and \\ stand for themselves
/// paper                               text under the ink; its lines follow, each a row of runs:
/// | "plain, then " bold fg #ff0000 bg 4 "bold, red on blue"
/// #7 stroke 0.1,0.1 0.2,0.2           names what the line does, so that later lines can speak of it
/// erase #7 #8                         hides things; `erase all` and `clear` hide everything so far
/// move #7 0.1,0                       moves things by a part of the page
/// recolour #7 #00aaff
/// clear upto #7 #9                    hides what these and all before them by the same people made
/// undo · redo                         of this person's own gestures
/// cancel #7 · restore #7              takes back what a line did, or takes back that
/// also erase #9                       belongs to the same gesture as this person's line before
/// also to #7 erase #9                 … or to the gesture that line 7 began
/// wait 250ms                          for whoever watches it being played (ms or s)
/// ```
///
/// A position is a part of the page: x of its width to the right, y of its height downwards; ink
/// may lie beyond it. Decimals are read as whole numbers of their last digit and rounded once, so
/// that no binary fraction stands between the text and the board.
public struct Script: Hashable, Sendable {
  public var lines: [Line]

  public init(lines: [Line] = []) { self.lines = lines }

  public struct Line: Hashable, Sendable {
    /// Counted from 1; where errors point.
    public var number: Int
    public var command: Command

    public init(number: Int = 0, _ command: Command) {
      self.number = number
      self.command = command
    }
  }

  public enum Command: Hashable, Sendable {
    case person(Person)
    case pen(Pen)
    /// Strokes that follow are rounded to 2 to this power.
    case step(exponent: UInt8)
    case labelSize(columnWidth: Int32, rowHeight: Int32)
    case wait(milliseconds: Int)
    case act(Act, name: Name?, gesture: Gesture)
  }

  /// What `#7` stands for: the line that carries it.
  public typealias Name = Int

  /// Who draws: a person, in one run of the program. No name is whoever plays the script.
  public struct Person: Hashable, Sendable {
    public var name: String
    public var run: Int

    public init(name: String = "", run: Int = 1) {
      self.name = name
      self.run = run
    }
  }

  public struct Pen: Hashable, Sendable {
    /// Without an alpha of its own the marker lets through what is under it and the rest do not.
    public var color: InkColor
    public var hasAlpha: Bool
    public var width: UInt8

    public init(color: InkColor, hasAlpha: Bool = false, width: UInt8 = 1) {
      self.color = color
      self.hasAlpha = hasAlpha
      self.width = width
    }

    /// Where no `pen` line says otherwise.
    public static let initial = Pen(color: PaletteColor.graphite.color)

    func color(for kind: Stroke.Kind) -> InkColor {
      hasAlpha ? color : color.with(alpha: kind == .marker ? Script.markerAlpha : 255)
    }
  }

  /// One operation.
  public enum Act: Hashable, Sendable {
    case draw(Stroke.Kind, filled: Bool, continues: Bool, points: [BoardPoint])
    case write(BoardPoint, SafeText)
    case lay([PaperText.Line])
    case change(Targets, Operation.Effect)
    case undo, redo
    case cancel(Name)
    case restore(Name)
  }

  public enum Targets: Hashable, Sendable {
    case things([Name])
    /// Everything drawn so far.
    case all
    /// Everything each of these lines' people had drawn up to it.
    case upTo([Name])
  }

  /// Which gesture an operation belongs to.
  public enum Gesture: Hashable, Sendable {
    case own
    /// That of the same person's line before.
    case also
    case alsoTo(Name)
  }

  /// How much of what is under it a marker hides when the pen's colour does not say.
  public static let markerAlpha: UInt8 = 112
  static let initialStep: UInt8 = 4
  /// A cell of an 80-column screen that shows the whole page.
  static let initialLabelSize = (columnWidth: Int32(819), rowHeight: Int32(1_638))

  /// What a script may hold at the most; the parser refuses more.
  public enum Bounds {
    public static let bytes = 256 << 20
    public static let lineBytes = 256 << 10
    public static let name: Name = 999_999_999
    public static let waitMilliseconds = 3_600_000
  }
}
