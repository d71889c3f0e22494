import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import BoardStore
import EaselBase
import Foundation
import GroupSecurity
import Testing
@testable import BoardFiles

@testable import BoardSessions

/// The picture that a board began from: in its file, and on its way to those who join.
@Suite struct BaseTests {
  private let digest = Digest([UInt8](repeating: 5, count: 32))

  @Test("A board that began from a picture has it still when it is opened again, to give to others")
  func reopened() throws {
    let home = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: home) }
    let folder = BoardFolder(AppPaths(environment: ["XDG_DATA_HOME": home], home: home))
    try folder.makeFolder()
    let log = try #require(digest)
    let base = BoardHeader.Base(log: log, picture: BoardBase(Picture(), of: log).encoded())
    let genesis = BoardGenesis(
      nonce: [UInt8](repeating: 1, count: 16),
      base: .init(log: log, picture: .sha256(of: base.picture)))
    let path = try folder.freePath(BoardFileName(near: "again"))
    try folder.make(path, BoardHeader(name: "again", created: 0, genesis: genesis, base: base))
      .close()
    let seed = [UInt8](repeating: 1, count: Identity.seedLength)
    let identity = try #require(Identity(seed: seed))
    let localAuthor = LocalAuthor(
      identity: identity, name: SafeText("Ada"), color: PaletteColor.red.color)
    let opened = try BoardLibrary(folder: folder, localAuthor: localAuthor).open(path)
    _ = opened.writer.finish(withinMilliseconds: 2_000)
    #expect(opened.header.base == base)
  }
}

/// The invitation of a session, which describes its board.
@Suite struct BaseOfSessionTests {
  private struct DecodedActivity: Codable {
    var invitation: Data
    var genesis: Data
  }

  @Test("A session carries the genesis of its board; one without, or with another, is not read")
  func decodedActivity() throws {
    let log = try #require(Digest([UInt8](repeating: 5, count: 32)))
    let genesis = BoardGenesis(
      nonce: [UInt8](repeating: 1, count: 16), owner: [UInt8](repeating: 2, count: 32),
      base: .init(log: log, picture: .sha256(of: [1, 2, 3])), time: Lamport(3))
    let invitation = Invitation(
      title: SafeText("old"), author: AuthorID(Bytes16(high: 1, low: 1)), name: SafeText("Ada"),
      color: PaletteColor.red.color, sign: 0, miniature: Miniature(dots: [], colors: []))
    let activity = DrawTogether(invitation, on: genesis, replaces: nil)
    let bytes = try JSONEncoder().encode(activity)
    #expect(try JSONDecoder().decode(DrawTogether.self, from: bytes).read().genesis == genesis)
    var decoded = try JSONDecoder().decode(DecodedActivity.self, from: bytes)
    decoded.genesis = Data([1, 2])
    let other = try JSONEncoder().encode(decoded)
    #expect(throws: UserError.self) {
      try JSONDecoder().decode(DrawTogether.self, from: other).read()
    }
  }
}
