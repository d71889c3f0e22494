import BoardStore
import EaselBase
import Testing

@testable import BoardFiles

@Suite struct PendingNamesTests {
  private func somebody(_ number: UInt64, _ name: String) -> Contributor {
    Contributor(author: AuthorID(Bytes16(high: number, low: 0)), name: name, color: 0)
  }

  @Test("A name is due once its bearer draws, told before or after, and until it is written")
  func due() {
    var pendingNames = PendingNames()
    let (ada, bo) = (somebody(1, "Ada"), somebody(2, "Bo"))
    pendingNames.add(ada)
    #expect(pendingNames.due == [])
    pendingNames.drew(ada.author)
    pendingNames.drew(bo.author)
    #expect(pendingNames.due == [ada])
    pendingNames.add(bo)
    #expect(pendingNames.due == [ada, bo])
    pendingNames.wrote([ada, bo])
    #expect(pendingNames.due == [])
  }

  @Test("A contributor who takes another name while the first is written is due again")
  func renamed() {
    var pendingNames = PendingNames()
    let (ada, other) = (somebody(1, "Ada"), somebody(1, "Ada L."))
    pendingNames.drew(ada.author)
    pendingNames.add(ada)
    let due = pendingNames.due
    pendingNames.add(other)
    pendingNames.wrote(due)
    #expect(pendingNames.due == [other])
  }
}
