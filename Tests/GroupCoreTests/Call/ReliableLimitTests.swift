import GroupBase
import Testing

@testable import EaselBase
@testable import GroupCore

/// The limits on messages that a call keeps for others: each at its bound and one beyond.
@Suite struct ReliableLimitTests {
  private let me = MemberID(1)
  private let other = MemberID(2)
  private let now = Uptime(milliseconds: 0)

  /// The piece of that number, behind all before it.
  private func piece(_ number: UInt64, bytes: Int = 0) -> StreamItem {
    StreamItem(
      number: number, to: .everyone, previous: number - 1,
      exceptions: number == 1 ? [.init(me, previous: 0)] : [],
      content: [UInt8](repeating: 1, count: bytes))
  }

  @Test("F3 · behind a gap 256 pieces wait, and not one more")
  func gaps() {
    var inbox = Inbox()
    #expect(inbox.receive(piece(1), as: me, at: now).contents.count == 1)
    let last = UInt64(Inbox.waitingMax) + 2
    for number in 3...last {
      #expect(inbox.receive(piece(number), as: me, at: now).contents.isEmpty)
    }
    #expect(inbox.load == Inbox.waitingMax)
    _ = inbox.receive(piece(last + 1), as: me, at: now)
    #expect(inbox.load == Inbox.waitingMax)
    #expect(inbox.receive(piece(2), as: me, at: now).contents.count == Inbox.waitingMax + 1)
    // It is sent again, and not lost.
    #expect(inbox.receive(piece(last + 1), as: me, at: now).contents.count == 1)
  }

  @Test("F3 · behind a gap 1 MiB waits to the byte")
  func gapBytes() {
    var inbox = Inbox()
    _ = inbox.receive(piece(1), as: me, at: now)
    let size = Inbox.waitingBytesMax / 64
    for number in UInt64(3)..<66 { _ = inbox.receive(piece(number, bytes: size), as: me, at: now) }
    #expect(inbox.load == 63)
    _ = inbox.receive(piece(66, bytes: size + 1), as: me, at: now)
    #expect(inbox.load == 63)
    _ = inbox.receive(piece(66, bytes: size), as: me, at: now)
    _ = inbox.receive(piece(67, bytes: 1), as: me, at: now)
    #expect(inbox.load == 64)
  }

  @Test("F5 · 64 MiB are kept for slow readers; beyond that the slowest is cut off")
  func outbox() {
    var outbox = Outbox()
    let stuck = (10..<74).map { MemberID($0) }
    for reader in stuck {
      _ = outbox.send(
        [UInt8](repeating: 1, count: Outbox.lineBytesFull - (reader == stuck[0] ? 1 : 0)),
        to: [reader], at: now)
    }
    _ = outbox.send([1], to: [stuck[7]], at: now)
    #expect(outbox.bytes == Outbox.bytesMax && outbox.overdue == nil)
    #expect(outbox.hasRoom(for: [other]))
    _ = outbox.send([1], to: [other], at: now)
    #expect(outbox.overdue == stuck[7])
    outbox.forget(stuck[7])
    #expect(outbox.overdue == nil)
  }

  @Test("F5 · a reader for whom 1 MiB waits is not sent to alone, one with more than 2 is cut off")
  func lines() {
    var outbox = Outbox()
    func send(_ bytes: Int) {
      _ = outbox.send([UInt8](repeating: 1, count: bytes), to: [me], at: now)
    }
    send(Outbox.lineBytesFull - 1)
    #expect(outbox.hasRoom(for: [me]))
    send(1)
    #expect(!outbox.hasRoom(for: [me]) && outbox.hasRoom(for: [me, other]))
    send(Outbox.lineBytesMax - Outbox.lineBytesFull)
    #expect(outbox.overdue == nil)
    send(1)
    #expect(outbox.overdue == me)
    outbox.forget(me)
    #expect(outbox.overdue == nil && outbox.bytes == 0)
  }

  @Test("1,024 other members are known, and one more is not heard until one of them goes")
  func roster() {
    var roster = Roster()
    let most = UInt64(Roster.membersMax)
    for number in 0..<most {
      let isNew = roster.heard(MemberID(number), at: now)
      #expect(isNew)
    }
    var isHeard = roster.heard(MemberID(most), at: now)
    #expect(!isHeard && roster.members.count == Roster.membersMax)
    roster.departed(MemberID(0))
    isHeard = roster.heard(MemberID(most), at: now)
    #expect(isHeard)
  }

  @Test("1,024 departed members are ignored, and one more replaces the oldest")
  func departed() {
    var roster = Roster()
    let most = UInt64(Roster.departedMax)
    for number in 0..<most { roster.departed(MemberID(number)) }
    #expect(roster.hasLeft(MemberID(0)) && roster.hasLeft(MemberID(most - 1)))
    roster.departed(MemberID(most))
    #expect(!roster.hasLeft(MemberID(0)) && roster.hasLeft(MemberID(1)))
    #expect(roster.hasLeft(MemberID(most)))
  }
}
