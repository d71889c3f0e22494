import BoardModel
import BoardPaper
import EaselBase

/// A drawing as text, with one command in each line. A person can read and compare such a text, and
/// a test can draw from it.
///
/// ``ScriptRecorder`` writes a picture as a script. ``ScriptPlayer`` draws this script, and the
/// result is the same picture.
///
/// ```
/// # A comment: a hash that no digit follows.
/// as ada                              the person ada draws the lines that follow
/// as ada run 2                        … ada in a second run (process) of the program
/// run 2                               a second run, in a script that names no person
/// pen #ff8800 width 2                 colour (also a palette's name, or #rrggbbaa) and width 1–8
/// step 16                             the grid of the points of strokes: 1, 2, 4 … 4096 units
/// label-size 0.0125,0.04444           one column and one row of the texts that follow
/// label-size natural                  … as large as a cell of the screen at 100 %
/// stroke 0.10,0.20 0.30,0.40 …        a freehand line
/// marker · line · arrow · rect · ellipse · diamond · region   the other tools, the same way
/// rect filled 0.1,0.1 0.3,0.2         filled, not outlined
/// rect rounded dashed 0.1,0.1 0.3,0.2  a look: rounded, dashed, elbow, straight and solid
/// arrow 0.3,0.2 0.5,0.2 from #7 to #8  attached to things, which its ends follow
/// arrow curve 0.3,0.2 0.5,0.2 from #7  a route: level-first, upright-first, middle-column, middle-row,
///                                     around-right, around-below and curve
/// arrow 0.3,0.2 0.5,0.2 label "yes"   with a text in the middle of its longest part
/// also stroke more 0.5,0.5 0.6,0.6    continues a stroke that is too long for one line
/// text 0.5,0.5 "words\nmore"          a text; \n begins a new line, \" and \\ stand for themselves
/// text large 0.5,0.2 "Title"          a text in large letters
/// text 0.2,0.15 "words" in #7         a text in a shape, which breaks its lines
/// text 0.2,0.15 "words" on #7         a text on a line or an arrow
/// picture 0.1,0.1 0.3,0.2 "cW9pZg…"   a picture: its upper left corner, its size, and a file in the
///                                     QOI format as Base64
/// picture paper 0,0 1,1 "cW9pZg…"      a picture below all others, which nobody can select
/// also picture more "/wAA…"           the next bytes of the file, if it is too long for one line
/// picture 0.5,0.1 0.3,0.2 copy #7     a copy, without bytes of its own
/// paper                               text under the ink; its lines follow, in styled parts:
/// | "plain, then " bold fg #ff0000 bg 4 "bold, red on blue"
/// #7 stroke 0.1,0.1 0.2,0.2           names the line, so that later lines can refer to it
/// erase #7 #8                         hides things; `erase all` and `clear` hide everything so far
/// move #7 0.1,0                       moves things by a part of the page
/// recolour #7 #00aaff
/// resize #7 2,0.5 -0.1,0              as made: twice as wide and half as high, then moved to the left
/// width #7 4                          the width of lines, 1–8
/// fill #7 · outline #7                fills shapes, or draws only their outlines
/// front #7 · back #7                  the place in the order of drawing
/// rewrite #7 "other words"            gives a text other words
/// group #7 #8 · ungroup #7               makes a group of things, which one click selects
/// look #7 dashed elbow · look #7 plain  gives lines and shapes another look
/// attach #7 start to #8               attaches a point of a thing to the middle of another one: the
///                                     start or the end of a line, or the middle of a text
/// attach #7 label to #8               puts a text on a line
/// attach #7 end to #8 at 0,0.5        … to a place in its box
/// attach #7 end to 0.3,0.4            … to a place on the board
/// attach #7 middle to nothing         … to nothing
/// clear upto #7 #9                    hides all that these people made up to these lines
/// undo · redo                         for this person's own gestures
/// cancel #7 · restore #7              takes back a line's effect, or brings it back
/// takeback #7 #9                      takes back what a person changed on things of others, from the
///                                     first of these lines of the person to the last
/// also erase #9                       belongs to the gesture of this person's previous line
/// also to #7 erase #9                 … or to the gesture that line #7 began
/// wait 250ms                          a pause for people who watch the script play (ms or s)
/// ```
///
/// A position is a part of the page: x to the right, as a part of the page's width; y downwards, as
/// a part of the page's height. Ink may lie beyond the page. The parser computes with whole numbers
/// and rounds a decimal only once, so a position is the same on every machine.
public struct Script: Hashable, Sendable {
  /// The lines in the order in which they are played.
  public var lines: [Line]

  /// Creates a script from lines.
  public init(lines: [Line] = []) { self.lines = lines }

  /// One command, and its place in the text.
  public struct Line: Hashable, Sendable {
    /// The number of the line in the text, counted from 1; errors name it.
    public var number: Int
    /// The command of the line.
    public var command: Command

    /// Creates a line; number 0 stands for a line that was not read from a text.
    public init(number: Int = 0, _ command: Command) {
      self.number = number
      self.command = command
    }
  }

  /// A command of the script language.
  public enum Command: Hashable, Sendable {
    case person(Person)
    case pen(Pen)
    /// The points of the following strokes are rounded to a grid. The step of the grid is 2 to this
    /// power, in units.
    case step(exponent: UInt8)
    case labelSize(columnWidth: Int32, rowHeight: Int32)
    case wait(milliseconds: Int)
    case act(Act, name: Name?, gesture: Gesture)
  }

  /// The number in `#7`, which is the name of a line.
  public typealias Name = Int

  /// A person who draws, and the run (process) of the program in which the person draws. An empty
  /// name stands for the user who plays the script.
  public struct Person: Hashable, Sendable {
    /// The name after `as`; empty for the user who plays the script.
    public var name: String
    /// The run of the program, counted from 1.
    public var run: Int

    /// Creates a person; the default is the user who plays the script, in the first run.
    public init(name: String = "", run: Int = 1) {
      self.name = name
      self.run = run
    }
  }

  /// The ink of the items that follow.
  public struct Pen: Hashable, Sendable {
    /// The colour of the ink. If ``hasAlpha`` is false, the marker's ink is translucent and all
    /// other ink is opaque.
    public var color: InkColor
    /// Whether ``color`` has an alpha of its own.
    public var hasAlpha: Bool
    /// The width of the ink, 1 … 8.
    public var width: UInt8

    /// Creates a pen; by default without an alpha of its own and with width 1.
    public init(color: InkColor, hasAlpha: Bool = false, width: UInt8 = 1) {
      self.color = color
      self.hasAlpha = hasAlpha
      self.width = width
    }

    /// The pen before the first `pen` line.
    public static let initial = Pen(color: PaletteColor.graphite.color)

    func color(for kind: Stroke.Kind) -> InkColor {
      hasAlpha ? color : color.with(alpha: kind == .marker ? Script.markerAlpha : 255)
    }
  }

  /// A command that makes operations.
  public enum Act: Hashable, Sendable {
    case draw(
      Stroke.Kind, filled: Bool, continues: Bool, look: StrokeLook, points: [BoardPoint])
    case write(BoardPoint, SafeText, LetterSize)
    case picture(ImagePart)
    /// Draws a line or writes a text, and attaches points of it to the middles of other things.
    indirect case attached(Act, [PointAttachment.Point: Name])
    /// Draws a line, and writes a text on it.
    indirect case labelled(Act, SafeText)
    /// Attaches a point of the thing of a line.
    case attach(Name, PointAttachment.Point, to: Anchor)
    case setPaper([PaperText.Line])
    case change(Targets, Operation.Effect)
    /// Puts things into a new group.
    case group(Targets)
    /// Gives the text of a line other words.
    case rewrite(Name, SafeText)
    case undo, redo
    case cancel(Name)
    case restore(Name)
    /// Takes back what a person changed on things of others, in these lines and between them.
    case takeBack(from: Name, upTo: Name)
  }

  /// A picture, or a part of its file.
  public enum ImagePart: Hashable, Sendable {
    /// A picture with the first bytes of its file. The size in pixels is nil if it is the size in the
    /// file.
    case first(BoardRect, PixelSize?, isPaper: Bool, [UInt8])
    case more([UInt8])
    /// A copy of the picture of a line.
    case copy(BoardRect, of: Name)
  }

  /// The place to which a point is attached.
  public enum Anchor: Hashable, Sendable {
    case nothing
    /// A place on the board.
    case board(BoardPoint)
    /// A place in the box of the thing of a line.
    case thing(Name, BoxPoint)
  }

  /// The things that a change applies to.
  public enum Targets: Hashable, Sendable {
    case things([Name])
    /// Everything drawn so far.
    case all
    /// Everything that the people of these lines had drawn up to and including these lines.
    case upTo([Name])
  }

  /// The gesture that an operation belongs to.
  public enum Gesture: Hashable, Sendable {
    case own
    /// The gesture of the previous line of the same person.
    case also
    case alsoTo(Name)
  }

  /// The alpha of a marker, 0 … 255, if the pen's colour has no alpha of its own.
  public static let markerAlpha: UInt8 = 112
  static let initialStep: UInt8 = 4
  /// The size, in units, of a cell of an 80-column screen that shows the whole page.
  static let initialLabelSize = (columnWidth: Int32(819), rowHeight: Int32(1_638))

  /// Returns the upper left corner of a text's box. A text's position in a script is the middle of its
  /// first row, so an arrow at the same height meets the text's row in every view.
  static func corner(ofTextAt position: BoardPoint, rowHeight: Int32) -> BoardPoint {
    moved(position, downBy: -(rowHeight / 2))
  }

  /// Returns the position in a script of a text whose box begins at `corner`.
  static func position(ofTextWith corner: BoardPoint, rowHeight: Int32) -> BoardPoint {
    moved(corner, downBy: rowHeight / 2)
  }

  /// Beyond the board's limit it goes on at the opposite limit, so that the way back leads to the same
  /// point.
  private static func moved(_ point: BoardPoint, downBy distance: Int32) -> BoardPoint {
    let limit = Int64(BoardPoint.limit)
    var y = Int64(point.y) + Int64(distance)
    if abs(y) > limit { y -= y.signum() * (2 * limit + 1) }
    return BoardPoint(x: point.x, y: Int32(clamping: y))
  }

  /// The limits of a script; the parser refuses more.
  public enum Bounds {
    /// The maximum bytes of a script: 256 MiB.
    public static let bytes = 256 << 20
    /// The maximum bytes of one line: 256 KiB.
    public static let lineBytes = 256 << 10
    /// The greatest number that names a line.
    public static let name: Name = 999_999_999
    /// The longest pause: one hour.
    public static let longestPause = Duration.seconds(3_600)
  }
}

extension Script {
  /// The people who draw in the script, in order of appearance.
  public var cast: [Person] {
    var person = Person()
    var known: Set<Person> = []
    var cast: [Person] = []
    for line in lines {
      switch line.command {
      case .person(let next): person = next
      case .act: if known.insert(person).inserted { cast.append(person) }
      default: break
      }
    }
    return cast
  }
}
