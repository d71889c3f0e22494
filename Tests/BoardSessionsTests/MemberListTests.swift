import BoardContract
import EaselBase
import Testing

@testable import BoardSessions

/// The choice of members for the moderator's sheet.
@MainActor @Suite struct MemberListTests {
  private func member(_ number: UInt64, mayDraw: Bool, _ location: CallMember.Location)
    -> CallMember
  {
    CallMember(
      id: ParticipantUUID(Bytes16(high: 1, low: number)), name: SafeText("M\(number)"),
      mayDraw: mayDraw,
      location: location)
  }

  @Test("a member that says that it is a display, and may draw, is shown as a person")
  func falseDisplay() {
    #expect(ParticipantKind(.display, mayDraw: false) == .display)
    #expect(ParticipantKind(.display, mayDraw: true) == .person)
    #expect(ParticipantKind(.relay, mayDraw: false) == .program)
    #expect(ParticipantKind(nil, mayDraw: false) == .person)
  }

  @Test("watchers take no place from members who draw, and members who were there keep theirs")
  func bound() {
    #expect(MemberList.countMax == 253)
    let watchers = (0..<300).map { member(UInt64($0), mayDraw: false, .session) }
    let before = MemberList.inOrder(watchers)
    #expect(before.count == MemberList.countMax)
    let drawers = (0..<20).map { member(UInt64(1_000 + $0), mayDraw: true, .call) }
    let early = (0..<300).map { member(UInt64(500 + $0), mayDraw: false, .session) }
    let after = MemberList.inOrder(early + before + drawers, after: before)
    #expect(after.count == MemberList.countMax)
    #expect(Array(after.prefix(20)) == drawers)
    #expect(after.dropFirst(20).allSatisfy { before.contains($0) })
  }
}
