import GroupBase
import Testing

@testable import EaselBase
@testable import GroupCore

/// Which edit of a session's activity counts.
@Suite struct SessionEditTests {
  private let id = SessionID(MemberID(1), activation: 1)

  private func record(_ edits: UInt64, _ byte: UInt8 = 0, by editor: UInt64 = 1) -> SessionRecord {
    SessionRecord(
      id: id, identifier: "draw",
      activity: .init([byte], edits: edits, editor: MemberID(editor)))
  }

  private func isEditable(_ record: SessionRecord) -> Bool {
    var (mine, theirs) = (record, record)
    mine.edit([77], by: MemberID(2))
    theirs.merge(mine)
    return theirs.activity.bytes == [77]
  }

  @Test(
    "L13 · The highest number of edits freezes no activity",
    arguments: [
      SessionRecord.editsMax, SessionRecord.editsMax - 1, SessionRecord.editsAheadMax * 2,
    ])
  func highest(edits: UInt64) {
    var known = record(7)
    known.merge(record(edits, 66, by: .max))
    #expect(known.activity == record(7).activity && isEditable(known))
    // A member that hears of the session from the liar first believes the next one.
    var first = record(edits, 66, by: .max).asFirst
    #expect(first.activity.bytes == [66] && isEditable(first))
    first.merge(record(7))
    #expect(first.activity == record(7).activity)
  }

  @Test("An edit that is within reach counts, and the records merge to the same in any order")
  func reach() {
    let records = [record(3, 3), record(9, 9), record(SessionRecord.editsAheadMax, 1)]
    for first in records {
      for second in records {
        var (one, other) = (first, second)
        one.merge(second)
        other.merge(first)
        #expect(
          one == other && one.activity.edits == max(first.activity.edits, second.activity.edits))
      }
    }
  }
}
