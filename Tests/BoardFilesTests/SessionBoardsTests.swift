import EaselBase
import Foundation
import Glibc
import SessionCore
import SystemFiles
import Testing
import TestSamples

@testable import BoardFiles

@Suite struct SessionBoardsTests {
  private let home: TestFolder
  private let boards: SessionBoards
  private let paths: AppPaths

  init() throws {
    home = try TestFolder()
    paths = AppPaths(environment: [:], home: home.path(""))
    boards = SessionBoards(paths)
    try FileManager.default.createDirectory(
      atPath: paths.data, withIntermediateDirectories: true)
  }

  private func session(_ number: UInt64, call: UInt64 = 1, first: UInt64 = 1)
    -> SessionBoards.Session
  {
    func id(_ number: UInt64) -> Bytes16 { Bytes16(high: number, low: 7) }
    return .init(SessionUUID(id(number)), on: SessionUUID(id(first)), in: id(call))
  }

  @Test("a session's board is found again, and in no other call, session or board's name")
  func found() throws {
    let board = NotedBoard(at: "/a", created: 5)
    #expect(boards.board(of: session(1)) == nil)
    try boards.note(board, of: session(1))
    #expect(boards.board(of: session(1)) == board)
    for other in [session(2), session(1, call: 2), session(1, first: 2)] {
      #expect(boards.board(of: other) == nil)
    }
    let moved = NotedBoard(at: "/b", created: 5)
    try boards.note(moved, of: session(1))
    #expect(boards.board(of: session(1)) == moved)
  }

  @Test("256 sessions keep their boards, and one more takes the place of the oldest")
  func most() throws {
    let board = NotedBoard(at: "/a", created: 5)
    let most = UInt64(SessionBoards.entriesMax)
    for number in 1...most { try boards.note(board, of: session(number)) }
    #expect(boards.board(of: session(1)) == board)
    try boards.note(board, of: session(most + 1))
    #expect(boards.board(of: session(1)) == nil && boards.board(of: session(2)) == board)
    #expect(boards.board(of: session(most + 1)) == board)
  }

  @Test("a list that is damaged, or that others can write, is ignored and written anew")
  func damaged() throws {
    let board = NotedBoard(at: "/a", created: 5)
    let path = paths.data + "/sessions"
    try boards.note(board, of: session(1))
    chmod(path, 0o666)
    #expect(boards.board(of: session(1)) == nil)
    try PrivateFile.replace(path, with: Array("[1".utf8))
    #expect(boards.board(of: session(1)) == nil)
    try boards.note(board, of: session(2))
    #expect(boards.board(of: session(2)) == board)
  }
}
