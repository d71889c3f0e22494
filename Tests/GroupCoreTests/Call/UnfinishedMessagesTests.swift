import GroupBase
import GroupWire
import Testing

@testable import EaselBase
@testable import GroupCore

/// A member keeps a bounded number of bytes of messages of which not all pieces have come.
@Suite struct UnfinishedMessagesTests {
  private let me = MemberID(1)
  private let start = Uptime(milliseconds: 0)

  /// A message of 256 KiB, and all of it but the last piece in bytes.
  private static let pieces: [Piece] = {
    let cut = Piece.cut([UInt8](repeating: 7, count: Call.messageBytesMax))
    return cut.enumerated().map {
      Piece(message: 1, index: $0, count: cut.count, bytes: Array($1))
    }
  }()
  private static let begunBytes =
    PieceJoiner.overhead + pieces.dropLast().reduce(0) { $0 + $1.bytes.count }

  /// All pieces but the last.
  private func begin(_ inboxes: inout Inboxes, _ members: Range<UInt64>, isWatcher: Bool) {
    for member in members {
      for piece in Self.pieces.dropLast() {
        let whole = inboxes.join(piece, from: MemberID(member), isWatcher: isWatcher)
        #expect(whole == nil)
        let most = isWatcher ? Inboxes.watcherBytesMax : Inboxes.bytesMax
        #expect((isWatcher ? inboxes.watcherBytes : inboxes.bytes) <= most)
      }
    }
  }

  private func complete(_ inboxes: inout Inboxes, _ member: UInt64, isWatcher: Bool) -> Bool {
    let last = Self.pieces[Self.pieces.count - 1]
    let whole = inboxes.join(last, from: MemberID(member), isWatcher: isWatcher)
    return whole?.count == Call.messageBytesMax
  }

  @Test(
    "F6 · watchers fill 8 MiB together, and with one more the fullest of them loses its message")
  func watchers() {
    var inboxes = Inboxes()
    // A watcher that keeps more than the others, and as many of these as there is room for.
    begin(&inboxes, 2..<3, isWatcher: true)
    let extra = Piece(message: 2, index: 0, count: 2, bytes: Self.pieces[0].bytes)
    _ = inboxes.join(extra, from: MemberID(2), isWatcher: true)
    let room = Inboxes.watcherBytesMax - inboxes.watcherBytes
    let more = UInt64(room / Self.begunBytes)
    begin(&inboxes, 3..<3 + more, isWatcher: true)
    let before = inboxes.watcherBytes
    #expect(before > Inboxes.watcherBytesMax - Self.begunBytes)
    begin(&inboxes, 1_000..<1_001, isWatcher: true)
    #expect(!complete(&inboxes, 2, isWatcher: true))
    for member in Array(3..<3 + more) + [1_000] {
      #expect(complete(&inboxes, member, isWatcher: true), "\\(member)")
    }
  }

  @Test("F6 · 768 watchers make no member that may draw lose its message, and the other way round")
  func kinds() {
    var inboxes = Inboxes()
    begin(&inboxes, 2..<3, isWatcher: false)
    begin(&inboxes, 1_000..<1_768, isWatcher: true)
    #expect(inboxes.watcherBytes > Inboxes.watcherBytesMax / 2)
    #expect(complete(&inboxes, 2, isWatcher: false))
    let kept = inboxes.watcherBytes
    begin(&inboxes, 3..<259, isWatcher: false)
    #expect(inboxes.watcherBytes == kept)
    #expect(inboxes.bytes - kept > Inboxes.bytesMax / 2)
    // A member whose message was dropped may send it again.
    begin(&inboxes, 200..<201, isWatcher: false)
    #expect(complete(&inboxes, 200, isWatcher: false))
  }

  @Test(
    "F6 · streams and other messages of a member count together, and what goes is counted no more")
  func together() {
    var inboxes = Inboxes()
    let opening = StreamItem(
      number: 1, to: .everyone, previous: 0, exceptions: [.init(me, previous: 0)],
      content: [UInt8](repeating: 7, count: 1_000), isContinued: true)
    func receive(_ item: StreamItem) {
      _ = inboxes.receive(
        item, from: MemberID(2), isWatcher: true, as: me, isPresent: { _ in true }, at: start)
    }
    receive(opening)
    #expect(inboxes.bytes == 1_000)
    begin(&inboxes, 2..<3, isWatcher: true)
    #expect(inboxes.bytes == 1_000 + Self.begunBytes && inboxes.watcherBytes == inboxes.bytes)
    inboxes.removePieces(of: MemberID(2))
    #expect(inboxes.bytes == 1_000 && inboxes.watcherBytes == 1_000)
    // A member that may draw from now on counts among those.
    _ = inboxes.join(Self.pieces[0], from: MemberID(2), isWatcher: false)
    #expect(inboxes.watcherBytes == 0 && inboxes.bytes > Piece.bytesMax)
    inboxes.remove(MemberID(2))
    #expect(inboxes.bytes == 0)
    // A piece behind a gap weighs what is kept of it, whatever readers it names.
    receive(opening)
    let readers = (2..<1_000).map { MemberID($0) }
    receive(
      StreamItem(
        number: 3, to: .only([me] + readers), previous: 2,
        exceptions: readers.map { .init($0, previous: 1) }, content: [1]))
    #expect(inboxes.bytes == 1_000 + 1 + Inbox.waitingOverhead)
  }

  @Test("F6 · if the pieces of a member are dropped, its stream goes on unless a part of it waits")
  func streamStays() {
    var inboxes = Inboxes()
    func receive(_ number: UInt64) -> [[UInt8]]? {
      inboxes.receive(
        StreamItem(
          number: number, to: .everyone, previous: number - 1,
          exceptions: number == 1 ? [.init(me, previous: 0)] : [], content: [5]),
        from: MemberID(2), isWatcher: true, as: me, isPresent: { _ in true }, at: start)?.contents
    }
    #expect(receive(1) == [[5]])
    begin(&inboxes, 2..<3, isWatcher: true)
    let extra = Piece(message: 2, index: 0, count: 2, bytes: Self.pieces[0].bytes)
    _ = inboxes.join(extra, from: MemberID(2), isWatcher: true)
    begin(&inboxes, 1_000..<1_064, isWatcher: true)
    #expect(!complete(&inboxes, 2, isWatcher: true))
    #expect(receive(2) == [[5]])
  }

  @Test("F6 · by a call 768 watchers keep 8 MiB, and what members that are gone sent is given up")
  func calls() {
    var call = Call(me: me, profile: MemberProfile(), coding: WireCoding.call, at: start)
    _ = call.opened(LinkID(1), isDialled: false, at: start)
    _ = call.received(.hello(MemberID(2), path: []), over: LinkID(1), at: start)
    for member in UInt64(1_000)..<1_768 {
      for (index, piece) in Self.pieces.dropLast().enumerated() {
        let envelope = Envelope(
          origin: MemberID(member), number: UInt64(index) + 1, to: .everyone,
          body: CallMessage.piece(piece).encoded())
        _ = call.received(.envelope(envelope), over: LinkID(1), by: .watcher, at: start)
      }
    }
    #expect(call.roster.members.count == 768)
    #expect(call.delivery.inboxes.watcherBytes <= Inboxes.watcherBytesMax)
    #expect(call.delivery.inboxes.watcherBytes > Inboxes.watcherBytesMax / 2)
    _ = call.woke(at: start.advanced(by: Roster.silenceMax))
    #expect(call.roster.members.isEmpty && call.delivery.inboxes.bytes == 0)
  }
}

/// How bytes are shared out among members.
@Suite struct ByteBudgetTests {
  @Test("each kind keeps its bound to the byte; of one more the fullest of that kind goes")
  func bounds() {
    var budget = ByteBudget(drawers: 100, watchers: 10)
    func note(_ bytes: Int, _ member: UInt64, isWatcher: Bool) -> [MemberID] {
      budget.note(bytes, of: MemberID(member), isWatcher: isWatcher)
    }
    #expect(note(6, 1, isWatcher: true) == [] && note(4, 2, isWatcher: true) == [])
    #expect(note(100, 3, isWatcher: false) == [])
    #expect(note(5, 2, isWatcher: true) == [MemberID(1)])
    #expect(budget.watcherBytes == 5 && budget.drawerBytes == 100)
    #expect(note(1, 4, isWatcher: false) == [MemberID(3)] && budget.drawerBytes == 1)
    // A member with more than the limit of all loses its own pieces.
    #expect(note(11, 5, isWatcher: true) == [MemberID(5)] && budget.watcherBytes == 5)
    // A member that changes its kind is counted once.
    #expect(note(7, 2, isWatcher: false) == [])
    #expect(budget.watcherBytes == 0 && budget.drawerBytes == 8)
    budget.shrink(to: 3, of: MemberID(2))
    budget.shrink(to: 9, of: MemberID(4))
    #expect(budget.drawerBytes == 4)
    #expect(note(0, 2, isWatcher: false) == [] && note(0, 4, isWatcher: false) == [])
    #expect(budget == ByteBudget(drawers: 100, watchers: 10))
  }
}
