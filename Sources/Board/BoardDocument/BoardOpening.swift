import BoardModel
import EaselBase

/// The replacement of the open board by another board.
public struct BoardOpening: Sendable {
  /// The path of the previous board; nil for a board without a file.
  public let previousPath: String?
  public let previousName: SafeText
  public let previousPicture: Picture
  /// Whether it is the same board in another file, with all entries that were known.
  public let goesOn: Bool
  /// A notice for the user: how much of a damaged file was lost.
  public let notice: SafeText?
}
