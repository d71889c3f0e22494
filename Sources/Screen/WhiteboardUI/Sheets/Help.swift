import EaselBase

/// The list of all keys, for the help sheet.
enum Help {
  /// Returns the rows for a sheet of `columns` columns. If there is room, the meanings of the keys
  /// stand in a column of their own.
  static func rows(_ chrome: Chrome, columns: Int, _ hasCall: Bool = false) -> [SheetRow] {
    let keys = keys(chrome) + (hasCall ? together : [])
    let indent = (keys.map { $0.0.displayWidth }.max() ?? 0) + 2
    let isNarrow = columns < 2 * indent + 10
    return keys.flatMap { key, meaning -> [SheetRow] in
      if meaning.isEmpty { return [SheetRow(key)] }
      let hang = isNarrow ? 2 : indent
      let text = isNarrow ? "\(key) \(meaning)" : meaning
      let lines = chrome.wrap(text, max(columns - hang, 8)).enumerated().map { index, line in
        let isFirst = index == 0
        let lead = isFirst ? isNarrow ? "" : chrome.pad(key, indent) : blanks(hang)
        return lead + line
      }
      return lines.map { SheetRow($0) }
    }
  }

  private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

  private static func keys(_ chrome: Chrome) -> [(String, String)] {
    tools + drawing(chrome) + board + screen(chrome)
  }

  private static var tools: [(String, String)] {
    [("TOOLS", "")] + Tool.solo.map { (String($0.key), "\($0.title): \($0.explanation)") }
  }

  private static var together: [(String, String)] {
    [
      ("", ""), ("TOGETHER", ""),
      ("S", "share this board, or join what is shared"),
      ("I", "invite others: tickets as text, and as QR codes"),
      ("P", "people: follow one, hide what they drew, say what they may do"),
      (String(Tool.laser.key), "\(Tool.laser.title): \(Tool.laser.explanation)"),
      ("\" '", "say something at your pointer"),
      ("!", "look here: everyone sees what you see"),
      ("F", "follow somebody's view; Esc or a move of your own ends it"),
      ("<", "back to the previous board, for everyone"),
      ("Q", "leave, or end it for everyone"),
    ]
  }

  private static func drawing(_ chrome: Chrome) -> [(String, String)] {
    [
      ("", ""), ("DRAWING", ""),
      ("left drag", "use the tool"),
      ("right drag", "erase, whatever the tool"),
      ("middle drag", "move the view"),
      (
        "Alt or Ctrl",
        "hold lines to 45 degrees, squares, circles; z does so too. xterm keeps Ctrl for its menus"
      ),
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
      ("^A", "select everything; a click with Shift, Ctrl or Alt adds, so does Alt Enter"),
      ("arrows", "move it, with Shift farther; hjkl still move the pen"),
      ("y x v", "copy, cut, paste (^X, ^V too); the clipboard gets it as text"),
      ("D Del", "duplicate (^D too), delete"),
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
      ("0 9", "fit the page, fill the screen"),
      ("Home End", "back to the page, to all that is drawn; to the ends of text paper"),
      ("PgUp PgDn", "move by a screen; on text paper the arrows scroll, too"),
      ("T", "themes"),
      ("Tab", "menu of everything; in menus arrows or jk, Enter, Esc"),
      ("n", "the latest notices, whole"),
      ("M", "release the mouse, so that text can be selected; again takes it back"),
      ("^L", "redraw the screen"),
      ("^Z", "suspend"),
      ("q ^C", "quit at once: everything is saved"),
    ]
  }
}
