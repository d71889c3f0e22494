import EaselBase

@testable import WhiteboardUI

// People who watch the film of a board in step.
extension WhiteboardWorld {
  /// The cells of a stroke from a row on.
  static func stroke(_ row: Int) -> [(Int, Int)] {
    [(5, row), (12, row + 1), (20, row), (28, row + 1)]
  }

  /// People in a session, on a board with four strokes and pauses of ten seconds between them.
  static func drawn(_ people: Int = 2, columns: Int = 80, rows: Int = 24) -> WhiteboardWorld {
    var world = WhiteboardWorld(people, columns: columns, rows: rows).inSession()
    for row in [2, 4, 6, 8] {
      world.at(row == 4 ? 1 : 0) { $0.drag(stroke(row)) }
      world.wait(10_000)
    }
    return world
  }

  /// The same people; all watch the film, which stands at its beginning.
  static func watching(_ people: Int = 2, columns: Int = 80, rows: Int = 24) -> WhiteboardWorld {
    var world = drawn(people, columns: columns, rows: rows)
    world.at(0) { $0.type("Ve") }
    for index in 1..<people { world.at(index) { $0.key(.enter) } }
    return world
  }

  /// The moment of the film that a person watches; nil for a person who watches none.
  func moment(_ index: Int) -> Int64? { desks[index].board.replay?.moment }
}
