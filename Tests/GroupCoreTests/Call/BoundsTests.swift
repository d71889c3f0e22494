import GroupBase
import Testing

@testable import EaselBase
@testable import GroupCore

/// One member can make the others keep only a bounded number of bytes.
@Suite struct BoundsTests {
  private let me = MemberID(1)
  private let start = Uptime(milliseconds: 0)

  /// A piece of a message that does not end.
  private func piece(_ number: UInt64, bytes: Int) -> StreamItem {
    StreamItem(
      number: number, to: .everyone, previous: number - 1,
      exceptions: number == 1 ? [.init(me, previous: 0)] : [],
      content: [UInt8](repeating: 7, count: bytes), isContinued: true)
  }

  @Test(
    "unfinished messages of all watchers fill at most 8 MiB, whether they are present or not")
  func watchers() {
    var inboxes = Inboxes()
    for member in UInt64(2)..<100 {
      // The second never comes.
      for number: UInt64 in [1, 3] {
        _ = inboxes.receive(
          piece(number, bytes: 256 * 1_024), from: MemberID(member), isWatcher: true, as: me,
          isPresent: { _ in true }, at: start)
      }
      #expect(inboxes.watcherBytes <= Inboxes.watcherBytesMax)
      #expect(inboxes.bytes == inboxes.watcherBytes)
    }
    #expect(inboxes.watcherBytes > Inboxes.watcherBytesMax / 2)
    // Members that may draw have room of their own, and the fullest of them gives way.
    for member in UInt64(200)..<400 {
      _ = inboxes.receive(
        piece(1, bytes: 256 * 1_024), from: MemberID(member), isWatcher: false, as: me,
        isPresent: { _ in true }, at: start)
      #expect(inboxes.bytes <= Inboxes.bytesMax)
    }
    for member in UInt64(2)..<400 { inboxes.remove(MemberID(member)) }
    #expect(inboxes.bytes == 0 && inboxes.watcherBytes == 0 && inboxes.count == 0)
  }

  @Test("a sender whose inbox was dropped is asked to begin anew, and is understood then")
  func anew() {
    var inboxes = Inboxes()
    @discardableResult
    func receive(_ item: StreamItem, from member: UInt64) -> Inbox.Received? {
      inboxes.receive(
        item, from: MemberID(member), isWatcher: false, as: me, isPresent: { _ in true }, at: start)
    }
    receive(piece(1, bytes: 300 * 1_024), from: 2)
    for member in UInt64(3)..<200 { receive(piece(1, bytes: 256 * 1_024), from: member) }
    let next = StreamItem(number: 2, to: .everyone, previous: 1, exceptions: [], content: [1])
    #expect(receive(next, from: 2)?.isUnknown == true)
    let opening = StreamItem(
      number: 3, to: .everyone, previous: 2, exceptions: [.init(me, previous: 0)], content: [5])
    #expect(receive(opening, from: 2)?.contents == [[5]])
  }

  private func announcement(
    _ version: UInt64, of member: UInt64, sessions: Int, joins: [SessionJoin] = []
  ) -> Announcement {
    let records = (0..<sessions).map { number in
      SessionRecord(
        id: SessionID(MemberID(member), activation: UInt32(number)), identifier: "draw",
        activity: .init(
          [UInt8](repeating: 1, count: SessionRecord.activityBytesMax), edits: 0,
          editor: MemberID(member)))
    }
    return Announcement(version: version, profile: MemberProfile(), joins: joins, sessions: records)
  }

  @Test("announcements weigh at most 8 MiB together; those of silent members are dropped")
  func announcements() {
    var roster = Roster()
    for member in UInt64(2)..<120 {
      let isNew = roster.heard(MemberID(member), at: start)
      let isTaken = roster.receive(announcement(1, of: member, sessions: 16), of: MemberID(member))
      #expect(isNew && isTaken)
      #expect(roster.weight <= Roster.weightMax)
    }
    // The announcements of other members remove none.
    #expect(roster.announcements.count == 118)
    #expect(roster.announcements.count { $0.announcement.sessions.isEmpty } > 80)
    let silence = start.advanced(by: Roster.silenceMax)
    let gone = roster.expire(at: silence)
    #expect(gone.count == 118 && roster.weight == 0)
    // A member that comes back is in its session at once, and asked for the rest.
    let late = silence.advanced(by: 1)
    let isBack = roster.heard(MemberID(2), at: late)
    let isAsked = roster.asks(MemberID(2), for: 1, at: late)
    let isTaken = roster.receive(announcement(1, of: 2, sessions: 1), of: MemberID(2))
    #expect(isBack && isAsked && isTaken)
  }

  @Test("a member has one seat in a session, however often it says that it joined")
  func joins() {
    let session = SessionID(MemberID(2), activation: 1)
    let joins = (UInt32(1)...8).map { SessionJoin($0, in: session) }
    var index = SessionIndex()
    let crowd = announcement(1, of: 3, sessions: 0, joins: joins)
    index.replace(nil, with: crowd, of: MemberID(3))
    #expect(index.present(in: session) == [ParticipantID(MemberID(3), join: 8)])
    let rest = announcement(2, of: 3, sessions: 0, joins: [joins[0]])
    index.replace(crowd, with: rest, of: MemberID(3))
    #expect(index.present(in: session) == [ParticipantID(MemberID(3), join: 1)])
    index.replace(rest, with: nil, of: MemberID(3))
    #expect(index.present(in: session).isEmpty)
  }
}
