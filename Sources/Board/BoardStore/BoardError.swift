/// A board's file cannot be used as was asked. Nothing in it was lost by that.
public struct BoardError: Error, Hashable, Sendable {
  public let path: String
  public let fault: Fault

  public enum Fault: Hashable, Sendable {
    /// There is no such file.
    case missing
    /// There is a file already.
    case exists
    /// Neither an Easel board nor what is left of one.
    case notABoard
    case newerVersion(Int)
    /// Damaged, and larger than a board can be.
    case tooLarge
    case held(by: Holder)
    case diskFull
    case readOnlyFile
    case readOnlyFolder
    /// The file may not be read.
    case forbidden
    /// Whatever else the system says, in its words.
    case system(String)
    /// The board was closed.
    case closed
  }

  init(_ path: String, _ fault: Fault) {
    self.path = path
    self.fault = fault
  }
}
