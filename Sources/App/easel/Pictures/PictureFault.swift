import BoardFiles
import SystemFiles

/// The reason why a file gives no picture for the board.
enum PictureFault: Error, Hashable, Sendable {
  /// No file of this name is on this machine.
  case missing
  case folder
  /// A pipe, a socket or a device.
  case notPlain
  case unreadable(FileError)
  /// The file has more bytes than ``PictureFile/bytesMax``.
  case tooManyBytes
  case decoding(DecodingFault)
  /// The decoder had not ended after its time.
  case tookTooLong
  /// The decoder cannot be started.
  case noDecoder(FileError)
}

/// The reason why the decoder gives no picture. Its raw value is the decoder's whole answer.
enum DecodingFault: UInt8, Error, CaseIterable, Sendable {
  case otherKind = 1
  case endsEarly, damaged, tooWide, tooManyPixels, tooMuchMemory, noJPEGLibrary, unconfined
}

extension PictureFault {
  /// The words for a machine without libturbojpeg.
  static let noJPEGLibrary = "JPEG pictures need libturbojpeg0; PNG works"

  /// Returns a sentence for the user.
  ///
  /// - Parameters:
  ///   - path: the file as the user named it, or `-` for standard input.
  ///   - host: the name of this machine.
  func sentence(about path: String, on host: String) -> String {
    let name = path == "-" ? "standard input" : Self.name(of: path)
    switch self {
    case .missing: return "\(name) is not on \(UserError.shown(host)). Copy it there first."
    case .folder: return "\(name) is a folder, and no picture."
    case .notPlain: return "\(name) is not a plain file."
    case .unreadable(let error): return "\(name) cannot be read: \(error.reason)."
    case .tooManyBytes:
      return "\(name) is too long: a picture's file has at most \(PictureFile.bytesMax >> 20) MiB."
    case .decoding(let fault): return fault.sentence(about: name)
    case .tookTooLong: return "reading \(name) took too long."
    case .noDecoder(let error): return "Easel cannot start its decoder: \(error.reason)."
    }
  }

  private static func name(of path: String) -> String {
    let parts = path.split(separator: "/")
    return UserError.shown(parts.last.map(String.init) ?? path)
  }
}

extension DecodingFault {
  fileprivate func sentence(about name: String) -> String {
    switch self {
    case .otherKind: "\(name) is neither a PNG nor a JPEG picture."
    case .endsEarly: "\(name) ends too early: copy it again."
    case .damaged: "\(name) is damaged, and cannot be read."
    case .tooWide: "\(name) is more than 8,192 pixels wide or high."
    case .tooManyPixels: "\(name) has more than 24 million pixels."
    case .tooMuchMemory: "\(name) needs too much memory."
    case .noJPEGLibrary: "\(PictureFault.noJPEGLibrary)."
    case .unconfined: "the system does not let Easel limit its decoder, so \(name) is not read."
    }
  }
}
