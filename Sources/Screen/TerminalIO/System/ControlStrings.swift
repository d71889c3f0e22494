import EaselBase

/// The sequences that Easel writes itself, because ncurses does not know them: mouse modes, paste,
/// clipboard, queries, and the reset after a crash. ncurses writes everything else.
enum ControlStrings {
  private static let escape = "\u{1B}"

  /// Ends a string that was cut off, such as a copy to the clipboard, and that would swallow the
  /// sequences behind it. Every reset begins with it. Otherwise it has no effect.
  static let endOfString = "\(escape)\\"

  /// Switches off the modes that a program killed before Easel may have left on: mouse, paste and
  /// the alternate screen. The sequence for the alternate screen does not move the cursor if that
  /// screen is off already. Mode 1007, by which the wheel scrolls in `less`, stays on, because many
  /// terminals have it on from the start.
  static let forgotten = """
    \(endOfString)\(escape)[?9;1000;1001;1002;1003;1004;1005;1006;1015;1016;2004l\(escape)[?1047l
    """

  /// Switches on reports of presses, releases and drags, in decimal numbers of any size.
  static let mouseOn = "\(escape)[?1002h\(escape)[?1006h"
  static let mouseOff = "\(escape)[?1003;1002;1016;1006l"
  /// Also switches on reports of moves without a button; `hoverOff` returns to the mode of
  /// `mouseOn`.
  static let hoverOn = "\(escape)[?1003h"
  static let hoverOff = "\(escape)[?1003l\(escape)[?1002h"
  static let pixelsOn = "\(escape)[?1016h"
  /// Returns to the mode of `mouseOn`, which mode 1016 has replaced.
  static let pixelsOff = "\(escape)[?1016l\(escape)[?1006h"
  static let pasteOn = "\(escape)[?2004h"
  static let pasteOff = "\(escape)[?2004l"

  /// Asks whether the terminal knows mode 1016, and for its background, the size of a cell and its
  /// attributes. Every terminal answers the last question, and this answer shows that the answers
  /// are complete.
  static let questions = """
    \(escape)[?1016$p\(escape)]11;?\(escape)\\\(cellQuestion)\(attributesQuestion)
    """

  /// Asks for the size of a cell.
  static let cellQuestion = "\(escape)[16t"
  /// Asks for the attributes. The answer shows that earlier questions are answered, and that the
  /// terminal has obeyed everything before.
  static let attributesQuestion = "\(escape)[c"

  /// Asks the name of the terminal (XTVERSION). Terminals that do not know the question ignore it.
  static let nameQuestion = "\(escape)[>0q"

  /// Asks whether the terminal has direct colour, in two ways: by a background that it reads back
  /// (DECRQSS), and by its capability `RGB` (XTGETTCAP). The cursor and the attributes stay as they
  /// were. Some terminals show such device control strings as text, so Easel sends them only to a
  /// terminal that has sent one itself.
  static let colorQuestions = """
    \(escape)7\(escape)[48:2::1:2:3m\(escape)P$qm\(escape)\\\(escape)8\(escape)P+q524742\(escape)\\\
    \(escape)[c
    """

  /// Makes the whole screen scroll again, and removes attributes.
  static let plain = "\(endOfString)\(escape)7\(escape)[r\(escape)8\(escape)(B\(escape)[0m"

  /// Resets everything that a program may have left on, on any terminal: modes, keypad and cursor
  /// keys, margins, character set and attributes. It also returns to the main screen and shows the
  /// cursor.
  ///
  /// - Parameter hasPixels: whether to remove images, before the main screen comes back.
  static func reset(hasPixels: Bool) -> String {
    """
    \(endOfString)\(hasPixels ? GraphicsCommand.reset : "")\
    \(escape)[?9;1000;1001;1002;1003;1004;1005;1006;1015;1016;2004l\(escape)[?1049l\
    \(escape)7\(escape)[r\(escape)8\(escape)[?1l\(escape)>\(escape)[?7h\(escape)[?12l\(escape)[?25h\(escape)[4l\(escape)(B\
    \(escape)[0m\r
    """
  }

  /// Returns the sequence that sends a text to the clipboard; nil if the text is longer than
  /// terminals accept.
  static func clipboard(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count <= clipboardMax else { return nil }
    return "\(escape)]52;c;\(Base64.text(bytes))\(escape)\\"
  }

  /// The longest text for the clipboard, in bytes. The sequence with this text in base 64 has about
  /// 100,000 bytes, which xterm and tmux accept.
  static let clipboardMax = 74_994
}
