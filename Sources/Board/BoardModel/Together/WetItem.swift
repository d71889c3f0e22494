/// An unfinished item that an author still draws or types, without the points of a stroke.
public enum WetItem: Hashable, Sendable {
  /// The author's program sends its points as the author draws them.
  case stroke(WetStyle)
  /// A text while its author types it: the whole text so far.
  indirect case label(Label)
}
