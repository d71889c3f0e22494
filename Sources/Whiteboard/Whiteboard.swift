import Drawing
import Log
import Rendering
import Vocabulary

/// The app as a value: events go in, effects come out, and a frame shows where it stands.
public struct Whiteboard: Sendable {
  /// What is on the screen. Changed cells can be found by comparing with the frame before.
  public private(set) var frame: Frame

  public init(_ setup: Setup, board: OpenedBoard) {
    frame = Frame(columns: setup.columns, rows: setup.rows)
  }

  public mutating func handle(_ event: Event, at now: Moment) -> [Effect] { [] }
}
