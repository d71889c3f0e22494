import EaselPlatform

/// The bytes of a board's file and its `-wal`, page by page, read without SQLite.
struct RawPages {
  private let main: [UInt8]
  private let wal: [UInt8]
  /// The offset in the `-wal` of the latest copy of each page, by the number of the page.
  private var latest: [Int: Int] = [:]

  static let walHeader = 32
  static let frameHeader = 24
  /// The greatest size of a file that is read into memory, in bytes. No board is so large, but a
  /// sparse file may claim any size.
  static let bytesMax = 4 << 30

  /// - Throws: if the file cannot be read.
  init(_ path: String) throws(BoardFileError) {
    guard let main = try Self.read(path) else { throw BoardFileError(path, .missing) }
    self.main = main
    wal = try Self.read(path + "-wal") ?? []
    for frame in frames {
      latest[Self.number(wal, at: frame - Self.frameHeader)] = frame
    }
  }

  /// Whether the file begins like a board, even if most of it is lost.
  var isBoard: Bool { isDatabase(of: Schema.applicationID) }

  /// Whether the file begins like a board of a version that was never released.
  var isUnreleased: Bool { isDatabase(of: Schema.unreleasedApplicationID) }

  private func isDatabase(of applicationID: Int32) -> Bool {
    Self.isDatabase(main, of: applicationID)
  }

  /// Returns whether a file that begins with these bytes is a database of this application.
  static func isDatabase(_ bytes: [UInt8], of applicationID: Int32) -> Bool {
    bytes.starts(with: Schema.magic) && bytes.count >= Schema.applicationIDOffset + 4
      && number(bytes, at: Schema.applicationIDOffset) == Int(applicationID)
  }

  /// Calls `visit` with every copy of every page. The last page may be short if the file was cut
  /// off.
  func forEach(_ visit: (ArraySlice<UInt8>) -> Void) {
    for start in stride(from: 0, to: main.count, by: Schema.pageSize) {
      visit(main[start..<min(start + Schema.pageSize, main.count)])
    }
    for start in frames { visit(wal[start..<min(start + Schema.pageSize, wal.count)]) }
  }

  /// Returns a page by its number, which begins at 1. The latest copy in the `-wal` takes
  /// precedence.
  func page(_ number: Int) -> ArraySlice<UInt8>? {
    if let start = latest[number] { return wal[start..<min(start + Schema.pageSize, wal.count)] }
    guard number >= 1, number <= main.count / Schema.pageSize else { return nil }
    return main[(number - 1) * Schema.pageSize..<number * Schema.pageSize]
  }

  /// The offsets of the pages in the `-wal`.
  private var frames: StrideTo<Int> {
    stride(
      from: Self.walHeader + Self.frameHeader, to: wal.count,
      by: Self.frameHeader + Schema.pageSize)
  }

  /// Reads a number of four bytes, big-endian.
  static func number(_ bytes: some RandomAccessCollection<UInt8>, at offset: Int) -> Int {
    bytes.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads a file; nil if the file does not exist. Do not call it for a board that this process has
  /// open, because closing the descriptor would drop SQLite's locks. A `-wal` file has no locks.
  static func read(_ path: String) throws(BoardFileError) -> [UInt8]? {
    // Without `O_NONBLOCK`, opening a pipe would wait until another program writes into it.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw BoardFileError(path, errno == EACCES ? .forbidden : .system(reason(errno)))
    }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_size >= 0 else {
      throw BoardFileError(path, .system(reason(errno)))
    }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw BoardFileError(path, .notABoard) }
    guard facts.st_size <= bytesMax else { throw BoardFileError(path, .tooLarge) }
    var bytes = [UInt8](repeating: 0, count: facts.st_size)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes {
        EaselPlatform.read(file, $0.baseAddress?.advanced(by: count), $0.count - count)
      }
      guard got >= 0 else { throw BoardFileError(path, .system(reason(errno))) }
      if got == 0 { break }
      count += got
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}
