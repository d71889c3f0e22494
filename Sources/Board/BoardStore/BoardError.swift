/// A board's file cannot be used as the caller asked. The failure lost nothing in the file.
package struct BoardError: Error, Hashable, Sendable {
  package let path: String
  package let fault: Fault

  package enum Fault: Hashable, Sendable {
    /// There is no such file.
    case missing
    /// There is a file at the path already.
    case exists
    /// The file is neither an Easel board nor the rest of a board.
    case notABoard
    case newerVersion(Int)
    /// The file is damaged, and larger than a board can be.
    case tooLarge
    case held(by: Holder)
    case diskFull
    case readOnlyFile
    case readOnlyFolder
    /// The file may not be read.
    case forbidden
    /// Any other error of the system, in the system's words.
    case system(String)
    /// The board was closed.
    case closed
  }

  init(_ path: String, _ fault: Fault) {
    self.path = path
    self.fault = fault
  }
}
