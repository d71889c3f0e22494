/// The error for a board's file that cannot be used as the caller asked. The failure lost nothing
/// in the file.
package struct BoardFileError: Error, Hashable, Sendable {
  package let path: String
  package let fault: Fault

  package enum Fault: Hashable, Sendable {
    /// No file is at the path.
    case missing
    /// A file is already at the path.
    case exists
    /// The file is neither an Easel board nor a remaining part of a board.
    case notABoard
    case newerVersion(Int)
    /// The file is a board of a version that was never released. No version reads it.
    case unreleasedVersion
    /// The file is damaged, and is larger than a board can be.
    case tooLarge
    case held(by: Holder)
    case diskFull
    case readOnlyFile
    case readOnlyFolder
    /// The user has no right to read the file.
    case forbidden
    /// Any other error of the system, as the system describes it.
    case system(String)
    /// The board was closed.
    case closed
  }

  init(_ path: String, _ fault: Fault) {
    self.path = path
    self.fault = fault
  }
}
