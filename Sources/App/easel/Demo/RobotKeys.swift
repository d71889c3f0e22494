import CellFrame

/// The whiteboard's keys that robots use.
enum RobotKeys {
  /// Does the next step in a call; shares the board if no session has begun.
  static let share = Key.character("S")
  /// Shows the offer, which may be open already, and accepts it.
  static let join: [Key] = [.escape, share, .enter]
  static let pen = Key.character("p")
  static let text = Key.character("t")
  static let laser = Key.character("w")
  static let speak = Key.character("'")
  static let lookHere = Key.character("!")
  /// Asks how to leave, and chooses the first answer.
  static let leave: [Key] = [.character("Q"), .enter]
}
