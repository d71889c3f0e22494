import BoardStore
import EaselBase
import Testing

@testable import easel

@Suite struct IntroductionsTests {
  private func somebody(_ number: UInt64, _ name: String) -> Participant {
    Participant(author: AuthorID(Bytes16(high: number, low: 0)), name: name, color: 0)
  }

  @Test("A name is due once its bearer draws, told before or after, and until it is written")
  func due() {
    var introductions = Introductions()
    let (ada, bo) = (somebody(1, "Ada"), somebody(2, "Bo"))
    introductions.add(ada)
    #expect(introductions.due == [])
    introductions.drew(ada.author)
    introductions.drew(bo.author)
    #expect(introductions.due == [ada])
    introductions.add(bo)
    #expect(introductions.due == [ada, bo])
    introductions.wrote([ada, bo])
    #expect(introductions.due == [])
  }

  @Test("Who takes another name while the first is written is due again")
  func renamed() {
    var introductions = Introductions()
    let (ada, other) = (somebody(1, "Ada"), somebody(1, "Ada L."))
    introductions.drew(ada.author)
    introductions.add(ada)
    let due = introductions.due
    introductions.add(other)
    introductions.wrote(due)
    #expect(introductions.due == [other])
  }
}
