import EaselPlatform

/// The identity's file cannot be used.
public struct IdentityFileError: Error, Hashable, CustomStringConvertible {
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

  /// One sentence or two: what happened, to what, and what to try.
  public var description: String {
    switch fault {
    case .cannotOpen(let errno):
      "your identity at \(path) cannot be read: \(Self.reason(errno))."
    case .cannotCreate(let errno):
      "no identity can be made at \(path): \(Self.reason(errno)). Make its folder writable."
    case .notAFile:
      "your identity at \(path) is not a plain file. Move away what is there."
    case .wrongOwner(let owner):
      "your identity at \(path) belongs to user \(owner). Take it back with chown."
    case .wrongMode(let mode):
      """
      your identity at \(path) is open to others (mode \(String(mode, radix: 8))). \
      Close it with chmod 600.
      """
    case .wrongLength(let bytes):
      """
      your identity at \(path) holds \(bytes) bytes instead of \(Identity.seedLength). \
      Put back a copy, or move it away to begin as somebody new.
      """
    }
  }

  private static func reason(_ errno: Int32) -> String { String(cString: strerror(errno)) }
}
