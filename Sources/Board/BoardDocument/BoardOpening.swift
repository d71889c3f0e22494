import BoardModel
import EaselBase

/// Another board was opened in the place of one.
public struct BoardOpening: Sendable {
  /// The file of the board before; nil for one without.
  public let previousPath: String?
  public let previousName: SafeText
  public let previousPicture: Picture
  /// Whether it is the same board in another file, with all that was known.
  public let goesOn: Bool
  /// What the reader should know: how much of a damaged file was lost.
  public let notice: SafeText?
}
