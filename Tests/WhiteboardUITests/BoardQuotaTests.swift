import BoardDocument
import BoardLog
import BoardModel
import EaselBase
import Testing

@testable import WhiteboardUI

/// The limits of a board, and the actions that remain when it is full.
@Suite struct BoardQuotaTests {
  /// A board with so many dots on it, drawn by another author.
  private func board(things: Int) -> LoadedBoard {
    var board = Desk.fresh
    // The log is later than the dots, which are not in it.
    let time = Lamport(UInt64(things))
    board.log = Log(BoardGenesis(nonce: BoardGenesis.unowned.nonce, time: time))
    let replica = ReplicaID(Bytes16(high: 5, low: 5))
    guard let point = PackedPoints([BoardPoint(x: 500, y: 500)], stepExponent: 0) else {
      return board
    }
    let dot = Stroke(kind: .pen, ink: Ink(color: InkColor(rgba: 255), width: 1), points: point)
    for number in 1...UInt64(things) {
      let stamp = Stamp(
        id: EntryID(replica, SequenceNumber(number)), author: AuthorID(replica.raw),
        lamport: Lamport(number), at: 0, lasted: 0)
      _ = board.picture.apply(Operation(.make(.stroke(dot))), stamp)
    }
    return board
  }

  /// A board on which each author may draw so many bytes, and use so many to tidy up.
  private func board(drawing: Int, tidying: Int = 2_000) -> LoadedBoard {
    var board = Desk.fresh
    board.log = Log(
      allowances: Log.Allowances(guest: Allowance(drawing: drawing, tidying: tidying)))
    return board
  }

  @Test("A board holds 200,000 things and not one more; where some are erased there is room again")
  func things() {
    var desk = Desk(columns: 20, rows: 6, board: board(things: 199_999))
    desk.drag([(15, 2), (15, 3)])
    #expect(desk.replica.picture.seenCount == 200_000)
    desk.drag([(17, 2), (17, 3)])
    #expect(desk.replica.picture.seenCount == 200_000)
    #expect(
      desk.board.notices.shown?.text.string.hasPrefix("This board is full") == true)
    desk.type("u")
    desk.drag([(17, 2), (17, 3)])
    #expect(desk.replica.picture.seenCount == 200_000)
    desk.type("C")
    #expect(desk.replica.picture.seenCount == 0)
    desk.drag([(17, 2), (17, 3)])
    #expect(desk.replica.picture.seenCount == 1)
  }

  @Test("A person draws up to their allowance less a twentieth, and can still erase and undo")
  func drawing() {
    // The stand-in for a codec gives no operation more than 64 bytes: each weighs at most 192.
    var desk = Desk(board: board(drawing: 2_000))
    for row in 3..<20 { desk.drag([(15, row), (20, row)]) }
    let drawn = desk.replica.picture.seenCount
    let charge = desk.replica.log.charge(of: desk.board.drawing.recorder.me)
    #expect(drawn == 10 && charge.drawing > 1_900 - 192 && charge.drawing <= 2_000)
    #expect(desk.notice.contains("You have reached the limit for one person on this board."))
    desk.drag([(15, 3), (15, 3)], .right)
    #expect(desk.replica.picture.seenCount == drawn - 1)
    desk.type("u")
    #expect(desk.replica.picture.seenCount == drawn)
    desk.type("C")
    #expect(desk.replica.picture.seenCount == 0)
  }

  @Test("Ink beyond another's allowance is hidden, with a notice; one's own ink has room")
  func beyond() throws {
    var world = WhiteboardWorld(2).inSession()
    world.at(1) { $0.drag([(10, 4), (30, 5)]) }
    let session = try #require(world.desks[0].board.sessions.presence.session?.session)
    let replicaGenesis = ReplicaGenesis(
      publicKey: Array(repeating: 9, count: 32), nonce: Array(repeating: 1, count: 16))
    var log = Log(allowances: Log.Allowances(guest: .owner))
    let payload = [UInt8](repeating: 0, count: Log.payloadLimit)
    let entries = (0..<130).compactMap { _ in
      log.record(payload, as: replicaGenesis, at: 0, lasted: 0).map { entry in
        var entry = entry
        entry.signature = entry.digest.bytes
        return entry
      }
    }
    for entry in entries { world.receive([entry], at: 0, in: session) }
    let charge = world.desks[0].replica.log.charge(of: replicaGenesis.author)
    #expect(charge.drawing <= Allowance.guest.drawing)
    #expect(charge.drawing > Allowance.guest.drawing - payload.count - Log.entryOverhead)
    #expect(world.desks[0].notice.contains("has reached the limit for one person on this board."))
    world.at(0) { $0.drag([(10, 8), (30, 8)]) }
    #expect(world.desks[0].things.count == 2)
  }

  @Test("A stroke begun while there was room is kept when others have filled the board meanwhile")
  func begun() {
    var desk = Desk(quota: BoardQuota(things: 1))
    desk.mouse(.press(.left), 10, 4)
    desk.mouse(.drag(.left), 20, 4)
    let label = label
    _ = desk.within { $0.drawing.recorder.make([.make(.label(label))]) }
    desk.mouse(.release(.left), 20, 4)
    #expect(desk.things.count == 2)
    desk.drag([(10, 8), (20, 8)])
    #expect(desk.things.count == 2 && desk.notice.contains("This board is full."))
  }

  private var label: Label {
    Label(
      origin: BoardPoint(x: 0, y: 0), columnWidth: 500, rowHeight: 500,
      color: PaletteColor.red.color, text: SafeText("hi"))
  }

  @Test("Several things at once fit or do not; nothing of them is lost")
  func several() {
    var desk = Desk(quota: BoardQuota(things: 4))
    for row in [4, 8, 12] { desk.drag([(10, row), (20, row)]) }
    desk.type("s")
    desk.key(.character("a"), .control)
    desk.type("yv")
    #expect(desk.things.count == 3 && desk.notice.contains("This board is full."))
    desk.type("x")
    #expect(desk.things.isEmpty)
    desk.type("v")
    #expect(desk.things.count == 3)
  }

  @Test("When a person has drawn all they may, a board can be joined and seen whole, and cleared")
  func tidying() {
    let allowances = Log.Allowances(guest: Allowance(drawing: 20_000, tidying: 1_000))
    var world = WhiteboardWorld(3, allowances: allowances)
    world.at(0) { $0.type("S") }
    world.at(1) { $0.type("Sj") }
    var count = 0
    while world.desks[1].replica.lack(for: .draw) == nil, count < 1_000 {
      world.at(1) { $0.drag([(10, 4 + count % 16), (30, 5 + count % 16)]) }
      count += 1
    }
    #expect(count > 50 && world.desks[0].things.count == count)
    world.at(1) { $0.drag([(10, 4), (30, 5)]) }
    #expect(
      world.desks[1].things.count == count
        && world.desks[1].notice.contains("You have reached the limit"))
    // Another has drawn nothing yet.
    world.at(0) { $0.drag([(10, 4), (30, 5)]) }
    #expect(world.desks[0].things.count == count + 1)
    // Undone and redone for as long as the second allowance lasts.
    var last = -1
    while last != world.desks[1].replica.log.weight {
      last = world.desks[1].replica.log.weight
      world.at(1) { $0.type($0.things.count == count + 1 ? "u" : "U") }
    }
    #expect(world.desks[1].notice.contains("You have reached the erasing limit"))
    world.at(2) { $0.type("Sj") }
    #expect(world.desks[2].things.map(\.id) == world.desks[1].things.map(\.id))
    world.at(0) { $0.type("C") }
    #expect(world.desks.allSatisfy { $0.things.isEmpty })
    let hash = world.desks[0].replica.log.hash
    #expect(world.desks.allSatisfy { $0.replica.log.hash == hash })
  }
}
