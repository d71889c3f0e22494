import BoardModel
import CEaselSystem
import EaselPlatform
import SystemFiles

/// Decodes a picture file in another process, `easel picture-decode`, so that a file that misuses a
/// C library does no harm. See ``PictureDecoding`` for its limits.
struct PictureDecoder: Sendable {
  var command = ["/proc/self/exe", PictureDecodeCommand.name]
  /// The milliseconds after which the process is killed.
  var patience: Int64 = 10_000

  /// Starts the process, and waits for its end. The process reads the descriptor from its place on,
  /// and is reaped in any case. It dies with this thread, so no other thread may wait for it.
  func decode(_ descriptor: Int32) throws(PictureFault) -> ReadPicture {
    let deadline = SystemClock.uptime() + patience
    var ends: [Int32] = [-1, -1]
    guard easel_pipe(&ends) == 0 else { throw .noDecoder(.current) }
    defer { close(ends[0]) }
    var process: pid_t = 0
    let error = ProgramStart.spawn(&process, command, streams: [descriptor, ends[1], nil])
    close(ends[1])
    guard error == 0 else { throw .noDecoder(FileError(code: error)) }
    let answer = Self.read(ends[0], until: deadline)
    // The answer is complete, or comes too late. The process may still run.
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard let answer, answer.first != nil || status & 0x7F != SIGXCPU else { throw .tookTooLong }
    return try PictureReply.read(answer)
  }

  /// Reads all bytes that come, but not many more than an answer has.
  ///
  /// - Returns: nil if the end did not come in time.
  private static func read(
    _ descriptor: Int32, until deadline: Int64
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count <= PictureReply.bytesMax {
      let left = deadline - SystemClock.uptime()
      guard left > 0 else { return nil }
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&wait, 1, Int32(clamping: left))
      guard ready > 0 else { continue }
      let count = EaselPlatform.read(descriptor, &buffer, buffer.count)
      if count == 0 || count < 0 && errno != EINTR { break }
      bytes += buffer.prefix(max(count, 0))
    }
    return bytes
  }
}

/// The answer of the decoder: the byte of a fault, or 0, the columns and rows of the file, and QOI.
enum PictureReply {
  private static let headLength = 9
  static let bytesMax = headLength + ImageLimits.bytesMax

  static func bytes(_ qoi: [UInt8], naturalColumns: Int, naturalRows: Int) -> [UInt8] {
    let sizes = [naturalColumns, naturalRows].flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
    return [0] + sizes + qoi
  }

  /// Reads any bytes: a decoder that a file has taken over may send what it likes.
  static func read(_ bytes: [UInt8]) throws(PictureFault) -> ReadPicture {
    if bytes.count == 1, let fault = DecodingFault(rawValue: bytes[0]) { throw .decoding(fault) }
    let qoi = Array(bytes.dropFirst(headLength))
    func number(at start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    guard bytes.first == 0, bytes.count <= bytesMax, let image = QOI.decode(qoi) else {
      throw .decoding(.damaged)
    }
    let (columns, rows) = (number(at: 1), number(at: 5))
    guard (1...PictureFile.sideMax).contains(columns), (1...PictureFile.sideMax).contains(rows),
      image.columns <= columns, image.rows <= rows
    else { throw .decoding(.damaged) }
    return ReadPicture(
      qoi: qoi, columns: image.columns, rows: image.rows, naturalColumns: columns,
      naturalRows: rows)
  }
}
