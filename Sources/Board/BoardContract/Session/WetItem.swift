import BoardModel

/// An unfinished item, which its author is still drawing or typing. It does not contain the points
/// of a stroke.
package enum WetItem: Hashable, Sendable {
  /// A stroke in progress. The author's program sends the points separately while the author draws.
  case stroke(WetStyle)
  /// A text in progress: the whole text so far.
  indirect case label(Label)
}
