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
  func session() -> WhiteboardWorld {
    var world = WhiteboardWorld(3, columns: columns, rows: rows, theme: theme) { setup, _ in
      setup.palette = .names
    }
    world.at(0) { drawWithEveryTool(&$0) }
    world.meet()
    world.at(1) {
      $0.drag([cell(0.6, 0.75), cell(0.75, 0.8), cell(0.9, 0.7)])
      $0.mouse(.move, cell(0.9, 0.7).0, cell(0.9, 0.7).1)
    }
    world.at(2) { $0.mouse(.move, cell(0.55, 0.85).0, cell(0.55, 0.85).1) }
    world.wait(100)
    return world
  }

  func drawing() -> Desk {
    var desk = Desk(columns: columns, rows: rows, theme: theme) { $0.palette = .names }
    drawWithEveryTool(&desk)
    return desk
  }

  private func drawWithEveryTool(_ desk: inout Desk) {
    desk.drag([cell(0.3, 0.15), cell(0.35, 0.3), cell(0.4, 0.12), cell(0.45, 0.28)])
    desk.type("r")
    desk.drag([cell(0.5, 0.12), cell(0.68, 0.32)])
    desk.type("o")
    desk.drag([cell(0.74, 0.12), cell(0.94, 0.32)])
    desk.type("/")
    desk.drag([cell(0.3, 0.42), cell(0.45, 0.55)])
    desk.type("a")
    desk.drag([cell(0.5, 0.48), cell(0.68, 0.48)])
    desk.type("t")
    click(&desk, 0.74, 0.45)
    desk.type("Words")
    desk.key(.escape)
    desk.type("m")
    desk.drag([cell(0.74, 0.45), cell(0.84, 0.45)])
    desk.type("b")
    click(&desk, 0.6, 0.22)
    desk.type("p")
  }

  private func click(_ desk: inout Desk, _ x: Double, _ y: Double) {
    desk.click(cell(x, y).0, cell(x, y).1)
  }

  /// The cell at these parts of the screen's width and height.
  private func cell(_ x: Double, _ y: Double) -> (Int, Int) {
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
