import BoardStore
import Foundation
import Glibc
import Testing
import Trust

@testable import easel

@Suite struct KeptCallTests {
  private let home: Home
  private let board: String
  private let founding: Founding
  private let session = KeptCall.Session(id: UUID(), first: UUID())

  init() throws {
    home = try Home()
    board = home.path("wall.easel")
    founding = try #require(
      Founding(chance: [UInt8](repeating: 7, count: Founding.chanceLength)))
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
    try KeptCall(of: board, isLasting: false).keep(founding, created: 5, session: session)
    let next = KeptCall(of: board, isLasting: false)
    #expect(next.founding == founding && next.complaint == nil)
    // Until it is taken up it is not forgotten either.
    try next.keep(founding, created: 5, session: nil)
    #expect(KeptCall(of: board, isLasting: false).takeLost() == session)
    #expect(next.takeLost() == session && next.takeLost() == nil)
    try next.keep(founding, created: 5, session: nil)
    #expect(KeptCall(of: board, isLasting: false).takeLost() == nil)
    KeptCall(of: board, isLasting: true).end()
    #expect(KeptCall(of: board, isLasting: true).founding == founding)
    next.end()
    #expect(KeptCall(of: board, isLasting: true).founding == nil)
  }

  @Test("of another board that has the name by now nothing is gone on with; nor without a board")
  func anotherBoard() throws {
    let kept = KeptCall(of: board, isLasting: true)
    try kept.keep(founding, created: 5, session: session)
    #expect(!FileSystem.exists(kept.path))
    try makeBoard(created: 6)
    try kept.keep(founding, created: 5, session: session)
    let next = KeptCall(of: board, isLasting: true)
    #expect(next.founding == nil && next.takeLost() == nil && next.complaint == nil)
    unlink(board)
    #expect(KeptCall(of: board, isLasting: true).complaint == nil)
  }

  @Test("what others could have written, or is damaged, is left alone and said")
  func untrusted() throws {
    try makeBoard(created: 5)
    let kept = KeptCall(of: board, isLasting: true)
    try kept.keep(founding, created: 5, session: session)
    chmod(kept.path, 0o644)
    var next = KeptCall(of: board, isLasting: true)
    #expect(next.founding == nil && next.complaint?.contains("wall.easel.call") == true)
    for bytes in ["", "{}", #"{"version":2}"#, String(repeating: "x", count: 5_000)] {
      try FileSystem.replace(kept.path, Array(bytes.utf8))
      next = KeptCall(of: board, isLasting: true)
      #expect(next.founding == nil && next.complaint != nil)
    }
    unlink(kept.path)
    symlink("/etc/passwd", kept.path)
    #expect(KeptCall(of: board, isLasting: true).complaint != nil)
  }
}
