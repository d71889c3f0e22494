import BoardCodec
import BoardLog
import EaselBase
import Foundation
import GroupSecurity
import GroupTesting

@testable import BoardStore

let decode: EntryDecoder = { try? Entry(decoding: $0) }

/// A folder that is removed with the test, and a person who draws in it.
final class Studio {
  /// In memory where there is such a place: thousands of boards wait for no disk there.
  private static let temporaryFolder =
    access("/dev/shm", W_OK) == 0 ? "/dev/shm/" : NSTemporaryDirectory()
  let folder = temporaryFolder + "board-" + UUID().uuidString
  var path: String { folder + "/drawing.easel" }
  let holder = Holder(process: getpid(), user: "ada", host: "desk", terminal: "/dev/pts/3")
  let header = BoardHeader(name: "Drawing", created: 1_700_000_000_000)
  var decode = BoardStoreTests.decode
  private(set) var log = Log()
  private var random: SplitMix64

  init(seed: UInt64 = 1) throws {
    random = SplitMix64(seed: seed)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Entries by two people in turns, with payloads as strokes have them.
  func entries(_ count: Int, payload: ClosedRange<Int> = 60...240) -> [KeptEntry] {
    (0..<count).compactMap { index in
      let replicaGenesis = ReplicaGenesis(
        publicKey: [UInt8](repeating: UInt8(index % 2 + 1), count: 32),
        nonce: [UInt8](repeating: 3, count: 16))
      let length = Int.random(in: payload, using: &random)
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      guard var entry = log.record(bytes, as: replicaGenesis, at: Int64(index), lasted: 9) else {
        return nil
      }
      entry.signature = [UInt8](repeating: UInt8(index % 251), count: 64)
      return KeptEntry(entry, bytes: entry.encoded())
    }
  }

  func create() throws(BoardFileError) -> BoardFile {
    try BoardFile.create(at: path, header: header, holder: holder)
  }

  func open() throws(BoardFileError) -> (file: BoardFile, contents: BoardFileContents) {
    try BoardFile.open(at: path, holder: holder, timestamp: "20260102-030405", decode: decode)
  }

  func read() throws(BoardFileError) -> BoardFileContents {
    try BoardFile.read(at: path, decode: decode)
  }

  /// Another folder with the files as kill -9 would leave them on disk.
  func killed() throws -> Studio {
    let other = try Studio()
    for name in ["drawing.easel", "drawing.easel-wal"] {
      guard let bytes = bytes(name) else { throw CocoaError(.fileNoSuchFile) }
      other.write(bytes, to: name)
    }
    return other
  }

  /// The error of a call, if it throws one.
  func fault(_ body: () throws(BoardFileError) -> Void) -> BoardFileError.Fault? {
    do {
      try body()
      return nil
    } catch {
      return error.fault
    }
  }

  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: folder + "/" + name).map { Array($0) }
  }

  func write(_ bytes: [UInt8], to name: String = "drawing.easel") {
    _ = FileManager.default.createFile(atPath: folder + "/" + name, contents: Data(bytes))
  }
}
