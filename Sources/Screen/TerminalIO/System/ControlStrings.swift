/// The sequences that ncurses does not know: mouse modes, paste, clipboard and queries, and the reset
/// after a crash. ncurses writes everything else.
enum ControlStrings {
  private static let escape = "\u{1B}"

  /// What a program killed in our place may have left on: mouse, paste and the alternate screen,
  /// the latter without moving the cursor where it is off already. Not 1007, by which the wheel scrolls
  /// in `less`: many terminals have it on from the start.
  static let forgotten = """
    \(escape)[?9;1000;1001;1002;1003;1004;1005;1006;1015;1016;2004l\(escape)[?1047l
    """

  /// Presses, releases and drags, in decimal numbers of any size.
  static let mouseOn = "\(escape)[?1002h\(escape)[?1006h"
  static let mouseOff = "\(escape)[?1003;1002;1016;1006l"
  /// Moves without a button too; the second puts back what `mouseOn` said.
  static let hoverOn = "\(escape)[?1003h"
  static let hoverOff = "\(escape)[?1003l\(escape)[?1002h"
  static let pixelsOn = "\(escape)[?1016h"
  static let pasteOn = "\(escape)[?2004h"
  static let pasteOff = "\(escape)[?2004l"

  /// Is 1016 known, what is the background, how large is a cell; and who are you, which every
  /// terminal answers, so that the answers are known to be complete.
  static let questions = """
    \(escape)[?1016$p\(escape)]11;?\(escape)\\\(escape)[16t\(escape)[c
    """

  /// The whole screen scrolls again, and attributes are gone.
  static let plain = "\(escape)7\(escape)[r\(escape)8\(escape)(B\(escape)[0m"

  /// Everything off that any program may have left on, whatever the terminal: keypad and cursor
  /// keys as usual, margins and character set reset, attributes gone, main screen, cursor shown.
  static let reset = """
    \(escape)[?9;1000;1001;1002;1003;1004;1005;1006;1015;1016;2004l\(escape)[?1049l\
    \(escape)7\(escape)[r\(escape)8\(escape)[?1l\(escape)>\(escape)[?7h\(escape)[?12l\(escape)[?25h\(escape)[4l\(escape)(B\
    \(escape)[0m\r
    """

  /// Text for the clipboard; nil for more than terminals take.
  static func clipboard(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count <= clipboardMax else { return nil }
    return "\(escape)]52;c;\(Base64.encode(bytes))\(escape)\\"
  }

  /// In bytes: with its frame and in base 64, 100,000 are what xterm and tmux take.
  static let clipboardMax = 74_994
}
