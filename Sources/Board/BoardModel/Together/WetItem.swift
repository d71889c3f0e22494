/// What is still under somebody's hand, without the points of a stroke.
public enum WetItem: Hashable, Sendable {
  /// Its points are told as they come.
  case stroke(WetStyle)
  /// A text while it is typed: all of it as it stands.
  indirect case label(Label)
}
