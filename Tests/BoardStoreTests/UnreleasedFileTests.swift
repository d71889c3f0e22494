import Foundation
import Testing

@testable import BoardStore

/// Files of versions that were never released are told as such, and stay as they are.
struct UnreleasedFileTests {
  /// The fixture was made by the program at the commit before format 1.
  private static let old: [UInt8] = {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(
        "CommandTests/__Boards__/unreleased.easel")
    return FileManager.default.contents(atPath: path.path).map { Array($0) } ?? []
  }()

  /// The states of such a file that a user may have, each with its name.
  private static let files: [(name: String, bytes: [UInt8])] = {
    func with(_ range: Range<Int>, _ byte: UInt8) -> [UInt8] {
      var bytes = old
      for index in range where index < bytes.count { bytes[index] = byte }
      return bytes
    }
    let versions = (0...9).map { (name: "schema \($0)", bytes: with(63..<64, $0)) }
    return versions + [
      (name: "without its first table", bytes: with(100..<4_096, 0)),
      (name: "without its entries", bytes: with(4_096..<old.count, 0xAA)),
      (name: "cut off", bytes: Array(old.prefix(5_000))),
      (name: "cut off behind its header", bytes: Array(old.prefix(100))),
    ]
  }()

  @Test("A file of an unreleased version is told as such, damaged or not, and stays as it is")
  func refused() throws {
    try #require(Self.old.count > 8_192)
    for (name, bytes) in Self.files {
      let studio = try Studio()
      studio.write(bytes)
      #expect(
        studio.fault { () throws(BoardFileError) in _ = try studio.read() } == .unreleasedVersion,
        "\(name)")
      #expect(
        studio.fault { () throws(BoardFileError) in _ = try studio.open() } == .unreleasedVersion,
        "\(name)")
      #expect(
        studio.fault { () throws(BoardFileError) in _ = try studio.create() } == .exists, "\(name)")
      #expect(studio.bytes("drawing.easel") == bytes, "\(name)")
      #expect(!studio.files.contains { $0.contains("damaged") || $0.contains("mended") })
    }
  }

  @Test("The list of boards tells a file of an unreleased version as such")
  func listed() throws {
    let studio = try Studio()
    studio.write(Self.old)
    let path = studio.path
    #expect(
      studio.fault { () throws(BoardFileError) in _ = try BoardFile.summary(at: path) }
        == .unreleasedVersion)
  }

  @Test("The journal of an unreleased program stays as it is as well")
  func unfinished() throws {
    let studio = try Studio()
    studio.write(Self.old)
    let journal = [UInt8](repeating: 0xD9, count: 1_024)
    studio.write(journal, to: "drawing.easel-journal")
    #expect(
      studio.fault { () throws(BoardFileError) in _ = try studio.open() } == .unreleasedVersion)
    #expect(studio.bytes("drawing.easel") == Self.old)
    #expect(studio.bytes("drawing.easel-journal") == journal)
  }

  @Test("A file of which the header is lost is no board, and stays as it is")
  func headless() throws {
    let studio = try Studio()
    let bytes = [UInt8](repeating: 0, count: 100) + Self.old.dropFirst(100)
    studio.write(bytes)
    #expect(studio.fault { () throws(BoardFileError) in _ = try studio.read() } == .notABoard)
    #expect(studio.fault { () throws(BoardFileError) in _ = try studio.open() } == .notABoard)
    #expect(studio.bytes("drawing.easel") == bytes)
  }
}
