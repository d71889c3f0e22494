import Dispatch
import Glibc
import Synchronization
import Testing

@testable import SystemFiles

@Suite struct UserTests {
  @Test("A user has a name and a home folder; an unused number has neither")
  func account() throws {
    let root = try #require(User.account(of: 0))
    #expect(root.name == "root" && root.home.hasPrefix("/"))
    #expect(User.account(of: uid_t.max - 7) == nil)
  }

  @Test("Threads that ask at once get the same answers as one alone")
  func manyThreads() {
    let users: [uid_t] = [0, getuid(), uid_t.max - 7]
    let alone = users.map { User.account(of: $0) }
    let wrong = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 200) { iteration in
      let index = iteration % users.count
      if User.account(of: users[index]) != alone[index] { wrong.withLock { $0 += 1 } }
    }
    #expect(wrong.withLock(\.self) == 0)
  }
}
