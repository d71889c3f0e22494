import BoardModel
import EaselBase

/// The replacement of the open board by another board.
package struct BoardOpening: Sendable {
  /// The path of the previous board; nil for a board without a file.
  package let previousPath: String?
  package let previousName: SafeText
  package let previousPicture: Picture
  /// Whether it is the same board in another file, with all entries that were known.
  package let goesOn: Bool
  /// A notice for the user: how much of a damaged file was lost.
  package let notice: SafeText?
}
