import BoardModel
import EaselBase

/// The replacement of the open board by another board.
package struct BoardSwitch: Sendable {
  /// The path of the previous board; nil for a board without a file.
  package let previousPath: String?
  package let previousName: SafeText
  package let previousPicture: Picture
  /// Whether the new file holds the same board, with all entries that were known before.
  package let goesOn: Bool
  /// A notice for the user about the lost part of a damaged file; nil for an intact file.
  package let notice: SafeText?

  package init(
    previousPath: String?, previousName: SafeText, previousPicture: Picture, goesOn: Bool,
    notice: SafeText?
  ) {
    self.previousPath = previousPath
    self.previousName = previousName
    self.previousPicture = previousPicture
    self.goesOn = goesOn
    self.notice = notice
  }
}
