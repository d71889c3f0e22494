import Vocabulary

/// Every key, for the help sheet.
enum Help {
  static func rows(_ chrome: Chrome) -> [SheetRow] {
    let width = (keys(chrome).map { $0.0.displayWidth }.max() ?? 0) + 2
    return keys(chrome).map { key, meaning in
      meaning.isEmpty ? SheetRow(key) : SheetRow(chrome.pad(key, width) + meaning)
    }
  }

  private static func keys(_ chrome: Chrome) -> [(String, String)] {
    tools + drawing(chrome) + board + screen(chrome)
  }

  private static var tools: [(String, String)] {
    [("TOOLS", "")] + Tool.allCases.map { (String($0.key), "\($0.title): \($0.explanation)") }
  }

  private static func drawing(_ chrome: Chrome) -> [(String, String)] {
    [
      ("", ""), ("DRAWING", ""),
      ("left drag", "use the tool"),
      ("right drag", "erase, whatever the tool"),
      ("middle drag", "move the view"),
      ("Ctrl or Alt", "hold lines to 45 degrees, squares, circles; z does so too"),
      ("1 \(chrome.dash) 8, [ ]", "width"),
      ("c", "colours, or any #rrggbb; recolours what is selected"),
      ("f", "rectangles and ovals filled or outlined"),
      ("\(chrome.arrows) hjkl", "move the keyboard's pen; Shift farther, Alt one dot"),
      ("Space, Enter", "pen down, pen up"),
      ("Esc", "step back: out of a shape, a text, a selection, a sheet"),
    ]
  }

  private static var board: [(String, String)] {
    [
      ("", ""), ("SELECTION", ""),
      ("^A", "select everything; Shift or Ctrl and click adds"),
      ("arrows", "move it, with Shift farther; hjkl still move the pen"),
      ("y x v", "copy, cut, paste; the clipboard gets it as text"),
      ("D Del", "duplicate, delete"),
      ("", ""), ("BOARD", ""),
      ("u", "undo"), ("U ^R", "redo"),
      ("C", "clear: u brings everything back"),
      ("R", "bring back the latest clear or erasing, whoever did it"),
      ("N", "new session: an empty board, or one with this picture"),
      ("B", "boards: open, rename, duplicate, trash"),
      ("E", "export: text, ANSI, SVG, PNG"),
    ]
  }

  private static func screen(_ chrome: Chrome) -> [(String, String)] {
    [
      ("", ""), ("SCREEN", ""),
      ("wheel, + -", "zoom about the pointer; on text paper the wheel scrolls"),
      ("0 9 Home", "fit the page, fill the screen, home"),
      ("PgUp PgDn End", "move by a screen, to the end of text paper"),
      ("T", "themes"),
      ("Tab", "menu of everything"),
      ("M", "release the mouse, so that text can be selected; again takes it back"),
      ("^L", "redraw the screen"),
      ("^Z", "suspend"),
      ("q ^C", "quit at once: everything is saved"),
    ]
  }
}
