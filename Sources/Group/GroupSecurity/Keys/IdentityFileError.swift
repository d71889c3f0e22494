/// The identity's file cannot be used.
public struct IdentityFileError: Error, Hashable {
  public let path: String
  public let fault: Fault

  public enum Fault: Hashable, Sendable {
    case cannotOpen(errno: Int32)
    case cannotCreate(errno: Int32)
    /// A link, a folder, a pipe.
    case notAFile
    case wrongOwner(UInt32)
    /// Other users than its owner may read or write it.
    case wrongMode(UInt32)
    case wrongLength(Int)
  }
}
