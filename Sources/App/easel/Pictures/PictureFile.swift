import BoardFiles
import BoardModel
import EaselPlatform
import ScreenContract
import SystemFiles

/// A picture that was read from a file, small enough for the board.
struct ReadPicture: Hashable, Sendable {
  /// The bytes for the board, at most 480 KiB.
  let qoi: [UInt8]
  /// The pixels of these bytes.
  let columns: Int
  let rows: Int
  /// The pixels of the file, from which the others may be halved.
  let naturalColumns: Int
  let naturalRows: Int
}

/// The kinds of pictures that Easel reads from files.
enum PictureKind: Hashable, Sendable {
  case png, jpeg

  /// The bytes that tell the kind.
  static let startLength = 8

  /// - Parameter start: the first bytes of a file.
  init?(_ start: some Collection<UInt8>) {
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if start.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else {
      return nil
    }
  }
}

/// Reads picture files of this machine. Another process decodes them: see ``PictureDecoder``.
enum PictureFile {
  /// The most bytes of a file.
  static let bytesMax = 64 << 20
  /// The longest side, in pixels, and the most pixels of a file.
  static let sideMax = 8_192
  static let pixelsMax = 24_000_000

  /// Reads a file, beside the main thread.
  static func read(
    path: String, with decoder: PictureDecoder = PictureDecoder()
  ) async -> Result<ReadPicture, PictureFault> {
    await besideMainThread {
      Result { () throws(PictureFault) in try load(path, with: decoder) }
    }
  }

  /// Reads a file, and blocks meanwhile.
  static func load(
    _ path: String, with decoder: PictureDecoder = PictureDecoder()
  ) throws(PictureFault) -> ReadPicture {
    let descriptor = try open(path)
    defer { close(descriptor) }
    return try decoder.decode(descriptor)
  }

  /// Reads standard input to its end. It may be a pipe, so its bytes first go to a file without a
  /// name.
  static func readStandardInput(
    _ input: Int32 = STDIN_FILENO, with decoder: PictureDecoder = PictureDecoder()
  ) throws(PictureFault) -> ReadPicture {
    guard let file = tmpfile() else { throw .unreadable(.current) }
    defer { fclose(file) }
    do {
      let bytes = try FileSystem.read(input, limit: bytesMax)
      try FileSystem.writeAll(bytes, to: fileno(file))
    } catch {
      if case .tooLong = error { throw .tooManyBytes }
      throw .unreadable(error)
    }
    lseek(fileno(file), 0, SEEK_SET)
    return try decoder.decode(fileno(file))
  }

  /// Whether a pasted path stands for a picture. Otherwise it is text.
  static func isPicture(_ pasted: PastedPath) async -> Bool {
    if pasted.hasPictureName { return true }
    return await besideMainThread { beginsAsPicture(pasted.path) }
  }

  /// Whether a plain file at the path begins as a picture does.
  static func beginsAsPicture(_ path: String) -> Bool {
    do {
      let descriptor = try open(path)
      defer { close(descriptor) }
      return PictureKind(start(of: descriptor)) != nil
    } catch {
      return false
    }
  }

  /// The first bytes of a file, from which the kind follows. The place of the next read stays.
  static func start(of descriptor: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: PictureKind.startLength) { buffer, count in
      count = max(pread(descriptor, buffer.baseAddress, buffer.count, 0), 0)
    }
  }

  /// Opens a plain file. A pipe or a device does not make the program wait.
  private static func open(_ path: String) throws(PictureFault) -> Int32 {
    let descriptor = EaselPlatform.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let error = FileError.current
      throw error.code == .noSuchFileOrDirectory ? .missing : .unreadable(error)
    }
    do throws(PictureFault) {
      var facts = stat()
      guard fstat(descriptor, &facts) == 0 else { throw .unreadable(.current) }
      if facts.st_mode & S_IFMT == S_IFDIR { throw .folder }
      guard facts.st_mode & S_IFMT == S_IFREG else { throw .notPlain }
      guard facts.st_size <= bytesMax else { throw .tooManyBytes }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }
}
