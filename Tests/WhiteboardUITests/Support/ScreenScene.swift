import BoardDocument
import BoardModel
import CellFrame
import EaselBase

@testable import WhiteboardUI

/// Screens that a user meets, at any size and in any theme.
struct ScreenScene {
  let columns: Int
  let rows: Int
  let theme: Theme

  /// Three people in a session: one drew with every tool, one types, one points.
  func session() -> Gathering {
    var three = Gathering(3, columns: columns, rows: rows, theme: theme) { setup, _ in
      setup.palette = .names
    }
    three.at(0) { drawWithEveryTool(&$0) }
    three.meet()
    three.at(1) {
      $0.drag([place(0.6, 0.75), place(0.75, 0.8), place(0.9, 0.7)])
      $0.mouse(.move, place(0.9, 0.7).0, place(0.9, 0.7).1)
    }
    three.at(2) { $0.mouse(.move, place(0.55, 0.85).0, place(0.55, 0.85).1) }
    three.wait(100)
    return three
  }

  func drawing() -> Desk {
    var desk = Desk(columns: columns, rows: rows, theme: theme) { $0.palette = .names }
    drawWithEveryTool(&desk)
    return desk
  }

  private func drawWithEveryTool(_ desk: inout Desk) {
    desk.drag([place(0.3, 0.15), place(0.35, 0.3), place(0.4, 0.12), place(0.45, 0.28)])
    desk.type("r")
    desk.drag([place(0.5, 0.12), place(0.68, 0.32)])
    desk.type("o")
    desk.drag([place(0.74, 0.12), place(0.94, 0.32)])
    desk.type("/")
    desk.drag([place(0.3, 0.42), place(0.45, 0.55)])
    desk.type("a")
    desk.drag([place(0.5, 0.48), place(0.68, 0.48)])
    desk.type("t")
    click(&desk, 0.74, 0.45)
    desk.type("Words")
    desk.key(.escape)
    desk.type("m")
    desk.drag([place(0.74, 0.45), place(0.84, 0.45)])
    desk.type("b")
    click(&desk, 0.6, 0.22)
    desk.type("p")
  }

  private func click(_ desk: inout Desk, _ x: Double, _ y: Double) {
    desk.click(place(x, y).0, place(x, y).1)
  }

  /// The cell at these parts of the screen's width and height.
  private func place(_ x: Double, _ y: Double) -> (Int, Int) {
    (Int(Double(columns) * x), Int(Double(rows) * y))
  }

  /// The screens of a session's first user: with sheets, a selection, a text that is being typed.
  func screens() -> [(name: String, frame: Frame)] {
    var session = session()
    var found = [("session", session.desks[0].frame), ("guest", session.desks[1].frame)]
    func show(_ name: String, _ deed: (inout Desk) -> Void) {
      session.at(0, deed)
      found.append((name, session.desks[0].frame))
      session.at(0) { $0.key(.escape) }
    }
    for (name, key) in [
      ("help", "?"), ("colours", "c"), ("people", "P"), ("invite", "I"), ("themes", "T"),
      ("messages", "n"), ("leave", "Q"),
    ] {
      show(name) { $0.type(key) }
    }
    show("commands") { $0.type(":cl") }
    show("selection") { desk in
      desk.type("s")
      click(&desk, 0.5, 0.22)
    }
    show("typing") { desk in
      desk.type("t")
      click(&desk, 0.4, 0.8)
      desk.type("half a")
    }
    show("warning") { $0.keepingFailed(SafeText("No space left on device")) }
    return found
  }
}
