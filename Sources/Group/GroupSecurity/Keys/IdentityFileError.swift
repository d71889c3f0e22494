/// An error: the identity's file cannot be used.
public struct IdentityFileError: Error, Hashable {
  /// The path of the file.
  public let path: String
  /// The fault of the file.
  public let fault: Fault

  /// The reason why the file cannot be used.
  public enum Fault: Hashable, Sendable {
    case cannotOpen(errno: Int32)
    case cannotCreate(errno: Int32)
    /// A symbolic link, a folder or a pipe.
    case notAFile
    case wrongOwner(UInt32)
    /// Other users than its owner may read or write it.
    case wrongMode(UInt32)
    case wrongLength(Int)
  }
}
