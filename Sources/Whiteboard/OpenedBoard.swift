import Drawing
import Log
import Vocabulary

/// A board as its file gave it.
public struct OpenedBoard: Sendable {
  /// Nil for a fresh board, which has no file yet.
  public var path: String?
  public var name: SafeText
  public var log: Log
  public var picture: Picture
  /// Nothing can be written; the sentence says why.
  public var readOnly: SafeText?
  /// What the reader should know: how much of a damaged file was lost.
  public var notice: SafeText?

  public init(
    path: String?, name: SafeText, log: Log, picture: Picture, readOnly: SafeText? = nil,
    notice: SafeText? = nil
  ) {
    self.path = path
    self.name = name
    self.log = log
    self.picture = picture
    self.readOnly = readOnly
    self.notice = notice
  }
}
