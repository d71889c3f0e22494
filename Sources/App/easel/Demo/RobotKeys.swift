import CellFrame

/// The keys of the whiteboard that robots know.
enum RobotKeys {
  /// Whatever comes next: to share, where nobody has begun.
  static let share = Key.character("S")
  /// Shows the offer, which may lie open already, and takes it.
  static let join: [Key] = [.escape, share, .enter]
  static let pen = Key.character("p")
  static let text = Key.character("t")
  static let laser = Key.character("w")
  static let speak = Key.character("'")
  static let lookHere = Key.character("!")
  /// Asks how, and takes the first answer.
  static let leave: [Key] = [.character("Q"), .enter]
}
