import EaselBase
import GroupBase
import GroupCore
import Testing

@Suite struct EligibilityTests {
  private let me = MemberID(1)
  private typealias MemberProfile = (member: MemberID, isPerson: Bool)

  @Test("a member is eligible exactly while another person is in the call")
  func eligible() {
    let mine: MemberProfile = (me, true)
    let person: MemberProfile = (MemberID(2), true)
    let wall: MemberProfile = (MemberID(3), false)
    #expect(!Eligibility.isEligible(me, among: []))
    #expect(!Eligibility.isEligible(me, among: [mine]))
    #expect(!Eligibility.isEligible(me, among: [mine, wall]))
    #expect(Eligibility.isEligible(me, among: [mine, person]))
    #expect(Eligibility.isEligible(me, among: [wall, person]))
  }
}
