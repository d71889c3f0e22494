import EaselPlatform
import SystemFiles

/// The file that holds an identity's secret: 32 bytes that only its owner may read.
public enum IdentityFile {
  /// Reads the file, or creates it from `seed` if there is none. If two processes start at once,
  /// one of them creates the file and both get the same identity.
  ///
  /// An empty file counts as missing: it holds no identity, and a power cut may leave one.
  ///
  /// `seed` returns 32 random bytes and is called only to create a file. A new file is on the disk
  /// before it appears at `path`.
  public static func load(
    orCreateAt path: String, seed: () -> [UInt8]
  ) throws(IdentityFileError) -> Identity {
    if let identity = try load(at: path) { return identity }
    try create(at: path, seed: seed())
    guard let identity = try load(at: path) else {
      throw IdentityFileError(path: path, fault: .cannotOpen(errno: ENOENT))
    }
    return identity
  }

  /// Returns nil if the file is missing or empty.
  static func load(at path: String) throws(IdentityFileError) -> Identity? {
    let seed: [UInt8]
    do throws(FileError) {
      guard let bytes = try PrivateFile.read(path, limit: bytesMax, ignoresEmpty: true) else {
        return nil
      }
      seed = bytes
    } catch {
      throw IdentityFileError(path: path, fault: .init(reading: error))
    }
    guard seed.count == Identity.seedLength, let identity = Identity(seed: seed) else {
      throw IdentityFileError(path: path, fault: .wrongLength(seed.count))
    }
    return identity
  }

  /// The maximum number of bytes to read; a longer file holds no identity.
  private static let bytesMax = 4_096

  /// Creates the file. If another process was faster, its file stays.
  private static func create(at path: String, seed: [UInt8]) throws(IdentityFileError) {
    guard Identity(seed: seed) != nil else {
      throw IdentityFileError(path: path, fault: .wrongLength(seed.count))
    }
    do throws(FileError) {
      try PrivateFile.create(path, with: seed, replacesEmpty: true)
    } catch {
      throw IdentityFileError(path: path, fault: .cannotCreate(errno: error.code?.rawValue ?? EIO))
    }
  }
}

extension IdentityFileError.Fault {
  fileprivate init(reading error: FileError) {
    self =
      switch error {
      case .system(let code): .cannotOpen(errno: code.rawValue)
      case .symbolicLink, .wrongType, .held: .notAFile
      case .wrongOwner(let owner): .wrongOwner(owner)
      case .wrongMode(let mode): .wrongMode(mode)
      case .tooLong(let bytes): .wrongLength(bytes)
      }
  }
}
