import Glibc
import Sharing
import Synchronization
import Testing
import Vocabulary
import Whiteboard

@testable import easel

/// Who waits at the door, and how many.
@Suite final class KnocksTests: Sendable {
  private let knocks = Knocks()
  private let answers = Mutex<[UInt64: Bool]>([:])

  private func knock(_ number: UInt64, as user: uid_t?) {
    knocks.knocked(.door(LinkID(number)), user, wishing: .draw) { [self] role in
      answers.withLock { $0[number] = role != nil }
    }
  }

  private func answer(to number: UInt64) -> Bool? { answers.withLock { $0[number] } }

  @Test("that the door's folder is another user's is told once, before or after somebody listens")
  func noDoor() {
    let told = Mutex<[TransportFault]>([])
    let foreign = TransportFault("unix:///tmp/d/door", .folder("/tmp/d", .foreign))
    let linked = TransportFault("unix:///tmp/d/door", .folder("/tmp/d", .link))
    knocks.doorFailed(foreign)
    knocks.listen { news in
      if case .noDoor(let fault) = news { told.withLock { $0.append(fault) } }
    }
    knocks.doorFailed(foreign)
    knocks.doorFailed(TransportFault("unix:///tmp/d/door", .inUse))
    #expect(told.withLock(\.self) == [foreign])
    knocks.doorFailed(linked)
    #expect(told.withLock(\.self) == [foreign, linked])
  }

  @Test("as many wait as may at once, one of each user; who goes leaves room")
  func bounds() {
    let most = UInt64(Knocks.waitingMax)
    for number in 1...most { knock(number, as: uid_t(70_000 + number)) }
    for number in 1...most { #expect(answer(to: number) == nil) }
    knock(most + 1, as: 80_000)
    #expect(answer(to: most + 1) == false, "one more than may")
    knocks.gone(.door(LinkID(1)))
    knock(most + 2, as: 70_002)
    #expect(answer(to: most + 2) == false, "who waits already")
    knock(most + 3, as: nil)
    #expect(answer(to: most + 3) == false, "whom the kernel does not know")
    knock(most + 4, as: 80_000)
    #expect(answer(to: most + 4) == nil)
    knocks.answer(2, .draw)
    knocks.answer(2, .watch)
    #expect(answer(to: 2) == true)
  }
}
