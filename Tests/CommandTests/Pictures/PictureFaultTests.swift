import BoardModel
import CEaselPNG
import CEaselSystem
import EaselBase
import EaselPlatform
import Foundation
import GroupTesting
import SystemFiles
import Testing
import TestThreads

@testable import easel

/// Files that are no pictures, and decoders that misbehave.
@Suite(.besidePool, .serialized) struct PictureFaultTests {
  private let home: Home

  init() throws { home = try Home() }

  private func fault(
    at path: String, with decoder: PictureDecoder = pictureDecoder
  ) async -> PictureFault? {
    if case .failure(let fault) = await PictureFile.read(path: path, with: decoder) {
      fault
    } else {
      nil
    }
  }

  private func fault(of bytes: [UInt8], with decoder: PictureDecoder = pictureDecoder) async throws
    -> PictureFault?
  {
    try Data(bytes).write(to: URL(fileURLWithPath: home.path("a.png")))
    return await fault(at: home.path("a.png"), with: decoder)
  }

  /// The processes that still read a file of this test.
  private func leftOver() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { process in
      guard Int(process) != nil else { return false }
      var target = [CChar](repeating: 0, count: 1_024)
      // A process that ended has no standard input.
      let count = max(readlink("/proc/\(process)/fd/0", &target, target.count), 0)
      let path = String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
      return path.hasPrefix(home.folder.path)
    }
  }

  private func plain(columns: Int, rows: Int) -> [UInt8] {
    PNGFile(columns: columns, rows: rows, depth: 1, kind: PNG_COLOR_TYPE_GRAY) { _ in
      Array(repeating: 0, count: (columns + 7) / 8)
    }.bytes()
  }

  @Test("A file of another kind is neither a PNG nor a JPEG, whatever its name is")
  func otherKinds() async throws {
    for text in ["GIF89a......", "", "\u{89}PNG", "hello", "RIFF....WEBP"] {
      #expect(try await fault(of: Array(text.utf8)) == .decoding(.otherKind), "\(text)")
    }
    #expect(try leftOver() == [])
  }

  @Test("A PNG that is cut off at any byte ends too early, and a changed one is damaged")
  func cutOff() async throws {
    let bytes = PNGFile { row in (0..<12).map { UInt8($0 * row) } }.bytes()
    // The last chunk has 12 bytes, and says nothing.
    for count in 8..<bytes.count - 12 where count % 5 == 0 {
      let fault = try await fault(of: Array(bytes.prefix(count)))
      #expect(fault == .decoding(.endsEarly), "\(count) of \(bytes.count)")
    }
    var changed = bytes
    changed[20] ^= 1
    #expect(try await fault(of: changed) == .decoding(.damaged))
    #expect(try leftOver() == [])
  }

  @Test("The header of a picture that is too large is enough to refuse it")
  func sizes() async throws {
    #expect(try await fault(of: plain(columns: 8_193, rows: 1)) == .decoding(.tooWide))
    #expect(try await fault(of: plain(columns: 1, rows: 8_193)) == .decoding(.tooWide))
    #expect(try await fault(of: plain(columns: 8_192, rows: 1)) == nil)
    #expect(try await fault(of: plain(columns: 5_000, rows: 4_801)) == .decoding(.tooManyPixels))
    // A bomb of a few bytes: only its header is there.
    let bomb = plain(columns: 30_000, rows: 30_000).prefix(33)
    let start = bomb + plain(columns: 1, rows: 1).dropFirst(33)
    #expect(try await fault(of: Array(start)) == .decoding(.tooWide))
    #expect(try leftOver() == [])
  }

  @Test("A device, a pipe, a folder, a long file and a missing one are refused without a wait")
  func notPlain() async throws {
    #expect(await fault(at: "/dev/zero") == .notPlain)
    try #require(mkfifo(home.path("fifo.png"), 0o600) == 0)
    #expect(await fault(at: home.path("fifo.png")) == .notPlain)
    #expect(await fault(at: home.folder.path) == .folder)
    #expect(await fault(at: home.path("none.png")) == .missing)
    let long = home.path("long.png")
    try #require(FileManager.default.createFile(atPath: long, contents: nil))
    try #require(truncate(long, 64 << 20 + 1) == 0)
    #expect(await fault(at: long) == .tooManyBytes)
    #expect(try leftOver() == [])
  }

  @Test("A decoder is killed if it does not end, or if it fills the pipe")
  func endless() async throws {
    let png = plain(columns: 1, rows: 1)
    let sleeping = PictureDecoder(command: ["sleep", "999"], patience: 50)
    #expect(try await fault(of: png, with: sleeping) == .tookTooLong)
    let pouring = PictureDecoder(command: ["cat", "/dev/zero"])
    #expect(try await fault(of: png, with: pouring) == .decoding(.damaged))
    let missing = PictureDecoder(command: ["/no/such/program"])
    #expect(try await fault(of: png, with: missing) == .noDecoder(.system(.noSuchFileOrDirectory)))
    let busy = PictureDecoder(command: ["sh", "-c", "kill -XCPU $$"])
    #expect(try await fault(of: png, with: busy) == .tookTooLong)
    let crashing = PictureDecoder(command: ["sh", "-c", "kill -SEGV $$"])
    #expect(try await fault(of: png, with: crashing) == .decoding(.damaged))
    #expect(try leftOver() == [])
  }

  @Test("An answer that no honest decoder gives is a damaged picture")
  func liars() throws {
    let image = try #require(
      PixelImage(columns: 2, rows: 1, pixels: [.init(1, 2, 3), .init(4, 5, 6)]))
    let qoi = QOI.encode(image)
    let honest = PictureReply.bytes(qoi, naturalColumns: 4, naturalRows: 2)
    #expect(try PictureReply.read(honest).naturalColumns == 4)
    var lies = (0..<honest.count).map { Array(honest.prefix($0)) }
    lies += [
      honest + [0], [99], [1, 1], [0], [UInt8](repeating: 0, count: 10_000),
      PictureReply.bytes(qoi, naturalColumns: 1, naturalRows: 2),
      PictureReply.bytes(qoi, naturalColumns: 8_193, naturalRows: 2),
      PictureReply.bytes(qoi, naturalColumns: -4, naturalRows: 2),
    ]
    for lie in lies {
      #expect(throws: PictureFault.decoding(.damaged), "\(lie)") { try PictureReply.read(lie) }
    }
    for fault in DecodingFault.allCases {
      #expect(throws: PictureFault.decoding(fault)) { try PictureReply.read([fault.rawValue]) }
    }
  }

  @Test("Changed files give a picture or one fault each, and leave no process")
  func changed() async throws {
    var random = SplitMix64(seed: 11)
    var files = [
      PNGFile(columns: 20, rows: 9, isInterlaced: true) { row in
        (0..<60).map { UInt8(truncatingIfNeeded: $0 * row) }
      }.bytes()
    ]
    if JPEGFile.isPossible { files.append(try JPEGFile.bytes(columns: 32, rows: 16)) }
    for round in 0..<Seeds.count(12) {
      var bytes = files[Int(round) % files.count]
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 8..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      if let fault = try await fault(of: bytes) {
        guard case .decoding = fault else {
          Issue.record("\(fault) in round \(round)")
          return
        }
      }
    }
    #expect(try leftOver() == [])
  }

  /// The decoder waits in the middle of its answer, which fills the pipe.
  @Test("The decoder has one thread, and the system limits it")
  func limits() throws {
    var random = SplitMix64(seed: 2)
    let file = PNGFile(columns: 300, rows: 300) { _ in
      (0..<900).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    try Data(file.bytes()).write(to: URL(fileURLWithPath: home.path("a.png")))
    let input = open(home.path("a.png"), O_RDONLY | O_CLOEXEC)
    defer { close(input) }
    var ends: [Int32] = [-1, -1]
    try #require(easel_pipe(&ends) == 0)
    defer { close(ends[0]) }
    var process: pid_t = 0
    try #require(
      ProgramStart.spawn(&process, pictureDecoder.command, streams: [input, ends[1], nil]) == 0)
    close(ends[1])
    defer {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    var wait = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    try #require(poll(&wait, 1, 60_000) == 1)
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    for line in ["Threads:\t1", "NoNewPrivs:\t1", "Seccomp:\t2"] {
      #expect(status.contains(line), "\(status)")
    }
    let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
    let words = limits.split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    for limit in [
      "Max address space 335544320 335544320", "Max cpu time 5 6", "Max file size 0 0",
      "Max open files 0 0", "Max processes 0 0",
    ] {
      #expect(words.contains { $0.hasPrefix(limit) }, "\(limits)")
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
    #expect(files.sorted() == ["0", "1", "2"])
  }
}

@Suite struct PictureSentenceTests {
  @Test("Each fault is one sentence about the file, without its folder")
  func sentences() {
    func sentence(_ fault: PictureFault, _ path: String = "/home/ann/shot.png") -> String {
      fault.sentence(about: path, on: "devbox")
    }
    #expect(sentence(.missing) == "shot.png is not on devbox. Copy it there first.")
    #expect(
      sentence(.decoding(.noJPEGLibrary)) == "JPEG pictures need libturbojpeg0; PNG works.")
    #expect(sentence(.tookTooLong, "-") == "reading standard input took too long.")
    let hostile = sentence(.folder, "/a/\u{1B}[2J\u{202E}b")
    #expect(hostile == "[2Jb is a folder, and no picture.")
    let faults: [PictureFault] = [
      .missing, .folder, .notPlain, .unreadable(.wrongType), .tooManyBytes, .tookTooLong,
      .noDecoder(.wrongType),
    ]
    for fault in faults + DecodingFault.allCases.map(PictureFault.decoding) {
      #expect(sentence(fault).hasSuffix(".") && !sentence(fault).contains("/home"))
    }
  }
}
