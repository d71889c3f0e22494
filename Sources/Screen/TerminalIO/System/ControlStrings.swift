/// The sequences that ncurses does not know: mouse modes, paste, clipboard and queries, and the reset
/// after a crash. ncurses writes everything else.
enum ControlStrings {
  private static let escape = "\u{1B}"

  /// Switches off the modes that a program killed before Easel may have left on: mouse, paste and
  /// the alternate screen. The last does not move the cursor if it is off already. Mode 1007, by
  /// which the wheel scrolls in `less`, stays: many terminals have it on from the start.
  static let forgotten = """
    \(escape)[?9;1000;1001;1002;1003;1004;1005;1006;1015;1016;2004l\(escape)[?1047l
    """

  /// Presses, releases and drags, in decimal numbers of any size.
  static let mouseOn = "\(escape)[?1002h\(escape)[?1006h"
  static let mouseOff = "\(escape)[?1003;1002;1016;1006l"
  /// Also moves without a button; `hoverOff` puts back the mode that `mouseOn` set.
  static let hoverOn = "\(escape)[?1003h"
  static let hoverOff = "\(escape)[?1003l\(escape)[?1002h"
  static let pixelsOn = "\(escape)[?1016h"
  static let pasteOn = "\(escape)[?2004h"
  static let pasteOff = "\(escape)[?2004l"

  /// Asks whether 1016 is known, for the background, for the size of a cell, and for the terminal's
  /// attributes. Every terminal answers the last question, which shows that the answers are
  /// complete.
  static let questions = """
    \(escape)[?1016$p\(escape)]11;?\(escape)\\\(escape)[16t\(escape)[c
    """

  /// Makes the whole screen scroll again, and removes attributes.
  static let plain = "\(escape)7\(escape)[r\(escape)8\(escape)(B\(escape)[0m"

  /// Switches off everything that any program may have left on, on any terminal: keypad and cursor
  /// keys as usual, margins and character set reset, attributes gone, main screen, cursor shown.
  static let reset = """
    \(escape)[?9;1000;1001;1002;1003;1004;1005;1006;1015;1016;2004l\(escape)[?1049l\
    \(escape)7\(escape)[r\(escape)8\(escape)[?1l\(escape)>\(escape)[?7h\(escape)[?12l\(escape)[?25h\(escape)[4l\(escape)(B\
    \(escape)[0m\r
    """

  /// Returns the sequence for text for the clipboard; nil if the text is longer than terminals
  /// accept.
  static func clipboard(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count <= clipboardMax else { return nil }
    return "\(escape)]52;c;\(Base64.encode(bytes))\(escape)\\"
  }

  /// The longest text for the clipboard, in bytes. With its frame and in base 64 it has about
  /// 100,000 bytes, which xterm and tmux accept.
  static let clipboardMax = 74_994
}
