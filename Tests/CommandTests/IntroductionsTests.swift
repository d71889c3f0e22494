import BoardStore
import EaselBase
import Testing

@testable import easel

@Suite struct IntroductionsTests {
  private func somebody(_ number: UInt64, _ name: String) -> AuthorProfile {
    AuthorProfile(author: AuthorID(Bytes16(high: number, low: 0)), name: name, color: 0)
  }

  @Test("A name is due once its bearer draws, told before or after, and until it is written")
  func due() {
    var memberCertificates = Introductions()
    let (ada, bo) = (somebody(1, "Ada"), somebody(2, "Bo"))
    memberCertificates.add(ada)
    #expect(memberCertificates.due == [])
    memberCertificates.drew(ada.author)
    memberCertificates.drew(bo.author)
    #expect(memberCertificates.due == [ada])
    memberCertificates.add(bo)
    #expect(memberCertificates.due == [ada, bo])
    memberCertificates.wrote([ada, bo])
    #expect(memberCertificates.due == [])
  }

  @Test("Who takes another name while the first is written is due again")
  func renamed() {
    var memberCertificates = Introductions()
    let (ada, other) = (somebody(1, "Ada"), somebody(1, "Ada L."))
    memberCertificates.drew(ada.author)
    memberCertificates.add(ada)
    let due = memberCertificates.due
    memberCertificates.add(other)
    memberCertificates.wrote(due)
    #expect(memberCertificates.due == [other])
  }
}
