import BoardStore
import Foundation
import Glibc
import GroupSecurity
import SystemFiles
import Testing
import TestSamples

@testable import BoardFiles

@Suite struct CallStateFileTests {
  private let home: TestFolder
  private let board: String
  private let rootKeys: CallRootKeys
  private let session = CallStateFile.Session(id: UUID(), first: UUID())

  private let maker: Identity

  init() throws {
    maker = try #require(Identity(seed: [UInt8](repeating: 1, count: Identity.seedLength)))
    home = try TestFolder()
    board = home.path("wall.easel")
    rootKeys = try #require(
      CallRootKeys(chance: [UInt8](repeating: 7, count: CallRootKeys.chanceLength)))
  }

  private func kept(isHeadless: Bool = false, at now: Int64 = 1) -> CallStateFile {
    CallStateFile(of: board, madeBy: maker, isHeadless: isHeadless, at: now)
  }

  private func makeBoard(created: Int64) throws {
    let holder = Holder(process: getpid(), user: "", host: "", terminal: "")
    try BoardFile.create(
      at: board, header: BoardHeader(name: "wall", created: created), holder: holder
    ).close()
  }

  @Test("the next host of the board finds the saved keys again, and the session once")
  func found() throws {
    try makeBoard(created: 5)
    try kept().save(rootKeys, created: 5, session: session)
    let next = kept()
    #expect(next.rootKeys == rootKeys && next.complaint == nil)
    // Until it is taken up it is not forgotten either.
    try next.save(rootKeys, created: 5, session: nil)
    #expect(kept().dequeueLost() == session)
    #expect(next.dequeueLost() == session && next.dequeueLost() == nil)
    try next.save(rootKeys, created: 5, session: nil)
    #expect(kept().dequeueLost() == session)
    let another = CallStateFile.Session(id: UUID(), first: UUID())
    try next.save(rootKeys, created: 5, session: another)
    #expect(kept().dequeueLost() == another)
    try next.save(rootKeys, created: nil, session: nil)
    #expect(kept().dequeueLost() == nil)
    #expect(kept(isHeadless: true).rootKeys == rootKeys)
    let renewed = try #require(
      CallRootKeys(chance: [UInt8](repeating: 8, count: CallRootKeys.chanceLength)))
    try next.save(renewed)
    #expect(kept().rootKeys == renewed)
    // The rewritten file keeps no old secret.
    let text = String(decoding: try FileSystem.read(next.path, limit: 5_000), as: UTF8.self)
    #expect(!text.contains(Data(rootKeys.bytes).base64EncodedString().prefix(40)))
  }

  @Test("The date of the call and the port of the host stay for the next host of the board")
  func dateAndPort() throws {
    try makeBoard(created: 5)
    let first = kept(at: 7)
    #expect(first.continued == nil && first.port == nil)
    try first.save(rootKeys, created: 5, session: nil, port: 4_711)
    let second = kept(at: 8)
    #expect(second.continued == 7 && second.port == 4_711)
    try second.save(rootKeys, created: 5, session: session, port: 4_711)
    #expect(kept(isHeadless: true, at: 9).continued == 7)
  }

  @Test("A saved call counts for its maker: a file made by another identity is refused, and left")
  func anotherMaker() throws {
    try makeBoard(created: 5)
    let addresses = ["tcp://192.0.2.1:7"]
    let given = kept(isHeadless: true)
    try given.save(rootKeys, created: 5, session: session, at: addresses)
    let own = try #require(Identity(seed: [UInt8](repeating: 2, count: Identity.seedLength)))
    #expect(CallStateFile.hasHost(of: board, madeBy: maker))
    #expect(CallStateFile.ticket(to: board, madeBy: maker) != nil)
    #expect(!CallStateFile.hasHost(of: board, madeBy: own))
    #expect(CallStateFile.ticket(to: board, madeBy: own) == nil)
    let next = CallStateFile(of: board, madeBy: own, isHeadless: true)
    #expect(next.rootKeys == nil && next.dequeueLost() == nil && next.continued == nil)
    #expect(next.complaint?.contains("another person made it") == true)
    let before = try FileSystem.read(given.path, limit: 5_000)
    try next.save(rootKeys, created: 5, session: session)
    #expect(try FileSystem.read(given.path, limit: 5_000) == before)
    // A single changed byte is enough, at any place.
    for offset in [3, 20, 110, before.count - 2] {
      var changed = before
      changed[offset] ^= 1
      try PrivateFile.replace(given.path, with: changed)
      #expect(kept().rootKeys == nil, "\(offset)")
    }
  }

  @Test("A ticket beside a board counts for its maker")
  func ticketOfAnotherMaker() throws {
    try makeBoard(created: 5)
    let ticket = try #require(
      try rootKeys.epoch().ticket(to: .draw, at: ["tcp://192.0.2.1:7"]))
    try BoardTicketFile(OwnFileSignature(maker)).write(ticket, beside: board)
    let own = try #require(Identity(seed: [UInt8](repeating: 2, count: Identity.seedLength)))
    #expect(BoardTicketFile.read(beside: board, madeBy: maker)?.text == ticket.text)
    #expect(BoardTicketFile.read(beside: board, madeBy: own) == nil)
    BoardTicketFile.forget(beside: board)
    #expect(BoardTicketFile.read(beside: board, madeBy: maker) == nil)
  }

  @Test("A call follows its board: the first file of a board without one, and a new name")
  func follows() throws {
    let unnamed = CallStateFile(of: nil, madeBy: maker, isHeadless: false)
    #expect(!unnamed.isBoard(at: nil))
    unnamed.boardMoved(from: nil, to: board)
    #expect(unnamed.isBoard(at: board))
    try makeBoard(created: 5)
    try unnamed.save(rootKeys, created: 5, session: session)
    #expect(kept().rootKeys == rootKeys)
    let other = home.path("roof.easel")
    rename(board, other)
    CallStateFile.move(from: board, to: other)
    unnamed.boardMoved(from: board, to: other)
    #expect(unnamed.isBoard(at: other) && !FileSystem.exists(board + ".call"))
    let next = CallStateFile(of: other, madeBy: maker, isHeadless: false)
    #expect(next.rootKeys == rootKeys && next.dequeueLost() == session)
    CallStateFile.forget(of: other)
    #expect(!FileSystem.exists(other + ".call"))
  }

  @Test("a saved call of another board with the same name is not continued; nor without a board")
  func anotherBoard() throws {
    let first = kept(isHeadless: true)
    try first.save(rootKeys, created: 5, session: session)
    #expect(!FileSystem.exists(first.path))
    try makeBoard(created: 6)
    try first.save(rootKeys, created: 5, session: session)
    let next = kept(isHeadless: true)
    #expect(next.rootKeys == nil && next.dequeueLost() == nil && next.complaint == nil)
    unlink(board)
    #expect(kept(isHeadless: true).complaint == nil)
  }

  @Test("a board that only opening puts in order is taken for its own")
  func damagedBoard() throws {
    try makeBoard(created: 5)
    try kept(isHeadless: true).save(rootKeys, created: 5, session: session)
    try PrivateFile.replace(board, with: Array("SQLite format 3, or was".utf8))
    #expect(kept(isHeadless: true).rootKeys == rootKeys)
  }

  @Test("a call and a ticket of an unreleased version are left alone and said")
  func unreleased() throws {
    try makeBoard(created: 5)
    let path = kept().path
    let root = Data(rootKeys.bytes).base64EncodedString()
    let bytes = Array(#"{"version":1,"founding":"\#(root)","created":5}"#.utf8)
    try PrivateFile.replace(path, with: bytes)
    let next = kept(isHeadless: true)
    #expect(
      next.rootKeys == nil
        && next.complaint?.contains("it is of an unreleased version of Easel.") == true)
    try next.save(rootKeys, created: 5, session: session)
    CallStateFile.forget(of: board)
    #expect(try FileSystem.read(path, limit: 5_000) == bytes)
    #expect(CallStateFile.ticket(to: board, madeBy: maker) == nil)

    let callState = board + ".way"
    // A whole ticket of such a version: the highest bit of its first byte is not set.
    let code = "EQICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICNR1D5pldWfz8lMm2kWqqunaZ"
    let old = Array("easel://unix:///s#\(code)\n".utf8)
    try PrivateFile.replace(callState, with: old)
    let ticket = try #require(try rootKeys.epoch().ticket(to: .draw, at: ["unix:///s"]))
    let file = BoardTicketFile(OwnFileSignature(maker))
    #expect(throws: UserError.unreleasedTicketFile(callState)) {
      try file.write(ticket, beside: board)
    }
    BoardTicketFile.forget(beside: board)
    #expect(try FileSystem.read(callState, limit: 5_000) == old)
    #expect(BoardTicketFile.read(beside: board, madeBy: maker) == nil)
    unlink(callState)
    try file.write(ticket, beside: board)
    #expect(BoardTicketFile.read(beside: board, madeBy: maker) == ticket)
    try file.write(nil, beside: board)
  }

  @Test(
    "a saved call that others could have written, or that is damaged, is left alone and reported")
  func untrusted() throws {
    try makeBoard(created: 5)
    let first = kept(isHeadless: true)
    try first.save(rootKeys, created: 5, session: session)
    chmod(first.path, 0o644)
    var next = kept(isHeadless: true)
    #expect(next.rootKeys == nil && next.complaint?.contains("wall.easel.call") == true)
    for bytes in ["", "{}", #"{"version":2}"#, String(repeating: "x", count: 5_000)] {
      try PrivateFile.replace(first.path, with: Array(bytes.utf8))
      next = kept(isHeadless: true)
      #expect(next.rootKeys == nil && next.complaint != nil)
      try next.save(rootKeys, created: 5, session: session)
      CallStateFile.forget(of: board)
      #expect(try FileSystem.read(first.path, limit: 5_000) == Array(bytes.utf8))
    }
    unlink(first.path)
    symlink("/etc/passwd", first.path)
    #expect(kept(isHeadless: true).complaint != nil)
  }
}
