import BoardCodec
import BoardLog
import BoardModel
import BoardStore
import EaselBase
import Foundation
import FrameTesting
import Glibc
import GroupTesting
import Testing
import TestThreads

/// A board that many runs of the program drew on: each run is a replica.
@Suite(.besidePool) struct ManyReplicasTests {
  @Test("a board of more replicas than one operation names is cleared, opened again and undone")
  func cleared() throws {
    let home = try Home()
    let path = home.path("many.easel")
    try Self.write(Limits.replicas + 4, to: path)
    let run = try EaselRun.drawing(on: path, in: home)
    try run.waitForInk(Self.corner)
    let whole = run.screen.ink
    try run.send("C")
    try run.wait(for: "an empty board") { $0.ink == [] && $0.isSaved }
    try run.send("q")
    #expect(try run.waitForExit() == .code(0))
    let again = try EaselRun.drawing(on: path, in: home)
    #expect(again.screen.ink == [])
    try again.send("u")
    try again.wait(for: "all that was cleared") { $0.ink == whole && $0.isSaved }
    try again.send("q")
    #expect(try again.waitForExit() == .code(0))
  }

  /// The cell of the last replica's ink.
  private static let corner = (column: 40, row: 20)

  /// A board on which so many replicas of one author drew a short stroke each.
  private static func write(_ count: Int, to path: String) throws {
    let identity = try HostileMember.keys().identity
    let entries = try (1...count).map { number in
      var chain = HostileChain(identity, on: BoardGenesis.unowned.id)
      let row = number == count ? corner.row : 2 + number % 16
      let x = Int32(512 * (number == count ? corner.column : 4 + number % 70) + 100)
      let points = [
        BoardPoint(x: x, y: Int32(1_024 * (row - 1) + 100)),
        BoardPoint(x: x + 300, y: Int32(1_024 * (row - 1) + 900)),
      ]
      let packed = try #require(PackedPoints(points, stepExponent: 3))
      let ink = Ink(color: PaletteColor.red.color, width: 1)
      try chain.add(.make(.stroke(Stroke(kind: .pen, ink: ink, points: packed))))
      return try #require(chain.entries.first)
    }
    let holder = Holder(process: getpid(), user: "tests", host: "here", terminal: "none")
    let file = try BoardFile.create(
      at: path, header: BoardHeader(name: "many", created: 0, genesis: .unowned),
      entries: entries.map { KeptEntry($0, bytes: $0.encoded()) }, holder: holder)
    try file.close()
  }
}
