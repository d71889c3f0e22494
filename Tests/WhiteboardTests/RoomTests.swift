import Drawing
import Log
import Testing
import Vocabulary

@testable import Whiteboard

/// What a board holds, and what can still be done when it is full.
@Suite struct RoomTests {
  /// A board with so many dots on it, drawn by somebody else.
  private func board(things: Int) -> OpenedBoard {
    var board = Desk.fresh
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

  /// A board whose log weighs so much.
  private func board(bytes: Int) -> OpenedBoard {
    var board = Desk.fresh
    let birth = Birth(
      publicKey: Array(repeating: 3, count: 32), nonce: Array(repeating: 3, count: 16))
    let payload = [UInt8](repeating: 0, count: Log.payloadLimit)
    while bytes - board.log.bytes > payload.count + 2 * Log.entryOverhead {
      _ = board.log.record(payload, as: birth, at: 0, lasted: 0)
    }
    let rest = bytes - board.log.bytes - Log.entryOverhead
    _ = board.log.record([UInt8](repeating: 0, count: rest), as: birth, at: 0, lasted: 0)
    #expect(board.log.bytes == bytes)
    return board
  }

  @Test("A board holds 200,000 things and not one more; where some are erased there is room again")
  func things() {
    var desk = Desk(columns: 20, rows: 6, board: board(things: 199_999))
    desk.drag([(15, 2), (15, 3)])
    #expect(desk.board.picture.seenCount == 200_000)
    desk.drag([(17, 2), (17, 3)])
    #expect(desk.board.picture.seenCount == 200_000)
    #expect(desk.board.notice?.text.string.hasPrefix("This board holds no more") == true)
    desk.type("u")
    desk.drag([(17, 2), (17, 3)])
    #expect(desk.board.picture.seenCount == 200_000)
    desk.type("C")
    #expect(desk.board.picture.seenCount == 0)
    desk.drag([(17, 2), (17, 3)])
    #expect(desk.board.picture.seenCount == 1)
  }

  @Test("A log takes 64 MiB less a twentieth to draw, and the rest is for tidying up")
  func bytes() {
    let drawn = Room().bytes / 1_000 * 950
    // The stand-in for a codec gives no operation more than 64 bytes.
    var desk = Desk(board: board(bytes: drawn - Log.entryOverhead))
    desk.drag([(15, 3), (20, 4)])
    #expect(desk.board.picture.seenCount == 1 && desk.board.log.bytes > drawn)
    desk.drag([(15, 6), (20, 6)])
    #expect(desk.board.picture.seenCount == 1 && desk.top.contains("This board is full. N goes on"))
    desk.drag([(15, 3), (15, 3)], .right)
    #expect(desk.board.picture.seenCount == 0)
    desk.type("u")
    #expect(desk.board.picture.seenCount == 1)
  }

  @Test("Others' entries are taken to twice that; beyond it they wait, which is said")
  func beyond() throws {
    var all = Gathering(2)
    all.meet()
    all.at(1) { $0.drag([(10, 4), (30, 5)]) }
    let session = try #require(all.desks[0].board.together.seat?.session)
    let payload = [UInt8](repeating: 0, count: Log.payloadLimit)
    for number in 5..<UInt8(7) {
      let birth = Birth(
        publicKey: Array(repeating: number, count: 32), nonce: Array(repeating: 1, count: 16))
      var (log, entries) = (Log(), [Entry]())
      while var entry = log.record(payload, as: birth, at: 0, lasted: 0) {
        entry.signature = entry.digest.bytes
        entries.append(entry)
      }
      all.handle(.session(.received(entries), in: session), at: 0)
      #expect(all.desks[0].board.log.vector[birth.replica].raw == UInt64(entries.count))
    }
    #expect(!all.desks[0].top.contains("takes no more"))
    // Nobody draws here any more, and what others draw that is small still fits.
    all.at(0) { $0.drag([(10, 8), (30, 8)]) }
    #expect(all.desks[0].things.count == 1 && all.desks[0].top.contains("This board is full."))
    all.at(1) { $0.drag([(10, 12), (30, 12)]) }
    #expect(all.desks[0].things.count == 2)
    let birth = Birth(
      publicKey: Array(repeating: 9, count: 32), nonce: Array(repeating: 1, count: 16))
    var log = Log()
    let entries = (0..<4).compactMap { _ in
      log.record(payload, as: birth, at: 0, lasted: 0).map { entry in
        var entry = entry
        entry.signature = entry.digest.bytes
        return entry
      }
    }
    for entry in entries { all.handle(.session(.received([entry]), in: session), at: 0) }
    #expect(all.desks[0].board.log.bytes <= Log.bytesMax)
    #expect(all.desks[0].top.contains("This board takes no more of what others draw."))
  }

  @Test("What was begun while there was room is kept when others have filled the board meanwhile")
  func begun() {
    var desk = Desk { $0.room = Room(things: 1) }
    desk.mouse(.press(.left), 10, 4)
    desk.mouse(.drag(.left), 20, 4)
    _ = desk.board.make([.make(.label(label))])
    desk.mouse(.release(.left), 20, 4)
    #expect(desk.things.count == 2)
    desk.drag([(10, 8), (20, 8)])
    #expect(desk.things.count == 2 && desk.top.contains("This board holds no more things."))
  }

  private var label: Label {
    Label(
      origin: BoardPoint(x: 0, y: 0), columnWidth: 500, rowHeight: 500,
      color: PaletteColor.red.color, text: SafeText("hi"))
  }

  @Test("Several things at once fit or do not; nothing of them is lost")
  func several() {
    var desk = Desk { $0.room = Room(things: 4) }
    for row in [4, 8, 12] { desk.drag([(10, row), (20, row)]) }
    desk.type("s")
    desk.key(.character("a"), .control)
    desk.type("yv")
    #expect(desk.things.count == 3 && desk.top.contains("This board holds no more things."))
    desk.type("x")
    #expect(desk.things.isEmpty)
    desk.type("v")
    #expect(desk.things.count == 3)
  }

  @Test("Full, a board can still be joined and seen whole, and cleared by whoever moderates")
  func tidying() {
    // So small that a few gestures fill it; the entries of a Gathering are real ones.
    let room = Room(bytes: 24_000)
    var all = Gathering(3, room: room)
    all.at(0) { $0.type("S") }
    all.at(1) { $0.type("Sj") }
    all.handle(.call(.connected(nil, canModerate: true)), at: 0)
    var count = 0
    while all.desks[1].board.lack(for: .draw) == nil, count < 1_000 {
      all.at(1) { $0.drag([(10, 4 + count % 16), (30, 5 + count % 16)]) }
      count += 1
    }
    #expect(count > 50 && all.desks[0].things.count == count)
    all.at(1) { $0.drag([(10, 4), (30, 5)]) }
    #expect(all.desks[1].things.count == count && all.desks[1].top.contains("This board is full."))
    // Undone and redone for as long as the first half of the reserve lasts.
    var last = 0
    while last != all.desks[1].board.log.bytes {
      last = all.desks[1].board.log.bytes
      all.at(1) { $0.type($0.things.count == count ? "u" : "U") }
    }
    #expect(last <= room.bytes / 1_000 * 975)
    all.at(1) { $0.type("C") }
    #expect(!all.desks[1].things.isEmpty)
    all.at(2) { $0.type("Sj") }
    #expect(all.desks[2].things.map(\.id) == all.desks[1].things.map(\.id))
    all.at(0) { $0.type("C") }
    #expect(all.desks.allSatisfy { $0.things.isEmpty })
    let hash = all.desks[0].board.log.hash
    #expect(all.desks.allSatisfy { $0.board.log.hash == hash })
    // Whoever moderates comes to an end as well; a new board goes on.
    while all.desks[0].board.log.bytes != last {
      last = all.desks[0].board.log.bytes
      all.at(0) { $0.type($0.things.isEmpty ? "u" : "U") }
    }
    #expect(last <= room.bytes && last > room.bytes - 500)
    #expect(all.desks[0].top.contains("This board is full."))
  }
}
