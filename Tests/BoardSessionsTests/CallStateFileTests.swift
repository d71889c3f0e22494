import BoardStore
import Foundation
import Glibc
import GroupSecurity
import SystemFiles
import Testing

@testable import BoardSessions

@Suite struct CallStateFileTests {
  private let home: TestFolder
  private let board: String
  private let rootKeys: CallRootKeys
  private let session = CallStateFile.Session(id: UUID(), first: UUID())

  init() throws {
    home = try TestFolder()
    board = home.path("wall.easel")
    rootKeys = try #require(
      CallRootKeys(chance: [UInt8](repeating: 7, count: CallRootKeys.chanceLength)))
  }

  private func makeBoard(created: Int64) throws {
    let holder = Holder(process: getpid(), user: "", host: "", terminal: "")
    try BoardFile.create(
      at: board, header: BoardHeader(name: "wall", created: created), holder: holder
    ).close()
  }

  @Test("what is kept is found again by the next host of the board, and the session once")
  func found() throws {
    try makeBoard(created: 5)
    try CallStateFile(of: board, isLasting: false).save(rootKeys, created: 5, session: session)
    let next = CallStateFile(of: board, isLasting: false)
    #expect(next.rootKeys == rootKeys && next.complaint == nil)
    // Until it is taken up it is not forgotten either.
    try next.save(rootKeys, created: 5, session: nil)
    #expect(CallStateFile(of: board, isLasting: false).dequeueLost() == session)
    #expect(next.dequeueLost() == session && next.dequeueLost() == nil)
    try next.save(rootKeys, created: 5, session: nil)
    #expect(CallStateFile(of: board, isLasting: false).dequeueLost() == session)
    let another = CallStateFile.Session(id: UUID(), first: UUID())
    try next.save(rootKeys, created: 5, session: another)
    #expect(CallStateFile(of: board, isLasting: false).dequeueLost() == another)
    try next.save(rootKeys, created: nil, session: nil)
    #expect(CallStateFile(of: board, isLasting: false).dequeueLost() == nil)
    CallStateFile(of: board, isLasting: true).end()
    #expect(CallStateFile(of: board, isLasting: true).rootKeys == rootKeys)
    let renewed = try #require(
      CallRootKeys(chance: [UInt8](repeating: 8, count: CallRootKeys.chanceLength)))
    try next.save(renewed)
    #expect(CallStateFile(of: board, isLasting: false).rootKeys == renewed)
    // Whoever reads the file from now on reads nothing that was said before.
    let text = String(decoding: try FileSystem.read(next.path, limit: 5_000), as: UTF8.self)
    #expect(!text.contains(Data(rootKeys.bytes).base64EncodedString().prefix(40)))
    next.end()
    // What was on its way to the disk then comes too late.
    try next.save(rootKeys, created: 5, session: session)
    #expect(CallStateFile(of: board, isLasting: true).rootKeys == nil)
  }

  @Test("of another board that has the name by now nothing is gone on with; nor without a board")
  func anotherBoard() throws {
    let kept = CallStateFile(of: board, isLasting: true)
    try kept.save(rootKeys, created: 5, session: session)
    #expect(!FileSystem.exists(kept.path))
    try makeBoard(created: 6)
    try kept.save(rootKeys, created: 5, session: session)
    let next = CallStateFile(of: board, isLasting: true)
    #expect(next.rootKeys == nil && next.dequeueLost() == nil && next.complaint == nil)
    unlink(board)
    #expect(CallStateFile(of: board, isLasting: true).complaint == nil)
  }

  @Test("a board that only opening puts in order is taken for its own")
  func damagedBoard() throws {
    try makeBoard(created: 5)
    try CallStateFile(of: board, isLasting: true).save(rootKeys, created: 5, session: session)
    try PrivateFile.replace(board, with: Array("SQLite format 3, or was".utf8))
    #expect(CallStateFile(of: board, isLasting: true).rootKeys == rootKeys)
  }

  @Test("a call and a ticket of an unreleased version are left alone and said")
  func unreleased() throws {
    try makeBoard(created: 5)
    let kept = CallStateFile(of: board, isLasting: true)
    let root = Data(rootKeys.bytes).base64EncodedString()
    let bytes = Array(#"{"version":1,"founding":"\#(root)","created":5}"#.utf8)
    try PrivateFile.replace(kept.path, with: bytes)
    let next = CallStateFile(of: board, isLasting: true)
    #expect(
      next.rootKeys == nil
        && next.complaint?.hasSuffix(UserError.unreleasedVersion.sentence) == true)
    try next.save(rootKeys, created: 5, session: session)
    CallStateFile(of: board, isLasting: false).end()
    CallStateFile.forget(of: board)
    #expect(try FileSystem.read(kept.path, limit: 5_000) == bytes)
    #expect(CallStateFile.ticket(to: board) == nil)

    let way = board + ".way"
    // The same head as every ticket of such a version.
    let old = Array("easel://unix:///s#EQ\(String(repeating: "g", count: 60))\n".utf8)
    try PrivateFile.replace(way, with: old)
    let ticket = try #require(try rootKeys.epoch().ticket(to: .draw, at: ["unix:///s"]))
    let file = BoardTicketFile()
    #expect(throws: UserError.unreleasedTicketFile(way)) { try file.write(ticket, beside: board) }
    BoardTicketFile.forget(beside: board)
    #expect(try FileSystem.read(way, limit: 5_000) == old)
    #expect(BoardTicketFile.read(beside: board) == nil)
    unlink(way)
    try file.write(ticket, beside: board)
    #expect(BoardTicketFile.read(beside: board) == ticket)
    try file.write(nil, beside: board)
  }

  @Test("what others could have written, or is damaged, is left alone and said")
  func untrusted() throws {
    try makeBoard(created: 5)
    let kept = CallStateFile(of: board, isLasting: true)
    try kept.save(rootKeys, created: 5, session: session)
    chmod(kept.path, 0o644)
    var next = CallStateFile(of: board, isLasting: true)
    #expect(next.rootKeys == nil && next.complaint?.contains("wall.easel.call") == true)
    for bytes in ["", "{}", #"{"version":2}"#, String(repeating: "x", count: 5_000)] {
      try PrivateFile.replace(kept.path, with: Array(bytes.utf8))
      next = CallStateFile(of: board, isLasting: true)
      #expect(next.rootKeys == nil && next.complaint != nil)
      try next.save(rootKeys, created: 5, session: session)
      CallStateFile(of: board, isLasting: false).end()
      CallStateFile.forget(of: board)
      #expect(try FileSystem.read(kept.path, limit: 5_000) == Array(bytes.utf8))
    }
    unlink(kept.path)
    symlink("/etc/passwd", kept.path)
    #expect(CallStateFile(of: board, isLasting: true).complaint != nil)
  }
}
