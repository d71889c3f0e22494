import EaselBase
import Glibc
import GroupBase
import GroupCore
import GroupSecurity
import Synchronization
import Testing

@testable import BoardSessions
@testable import SecureTransports

/// The guests that wait at the door, and their number.
@Suite final class AdmissionRequestsTests: Sendable {
  private let knocks = AdmissionRequests()
  private let answers = Mutex<[UInt64: Answer]>([:])

  private enum Answer: Equatable {
    case admitted
    case refused(SecurityError)
  }

  private func knock(_ number: UInt64, as user: uid_t?, toDraw: Bool = true) {
    knocks.knocked(.door(LinkID(number)), user, wishing: toDraw ? .draw : .watch) { [self] said in
      answers.withLock { answers in
        switch said {
        case .success: answers[number] = .admitted
        case .failure(let refusal): answers[number] = .refused(refusal)
        }
      }
    }
  }

  private func come(
    _ number: UInt64, from source: String?, to role: Role = .draw, isOwn: Bool = false
  ) {
    let caller = SecureTransport.Caller(name: "Eve", role: role, source: source, isOwn: isOwn)
    knocks.came(.ticket(LinkID(number), transport: 0), as: caller) { [self] refusal in
      answers.withLock { $0[number] = refusal.map(Answer.refused) ?? .admitted }
    }
  }

  private func answer(to number: UInt64) -> Answer? { answers.withLock { $0[number] } }

  @Test("a door's folder of another user is reported once, before or after the first listener")
  func noDoor() {
    let faults = Mutex<[TransportFault]>([])
    let foreign = TransportFault("unix:///tmp/d/door", .folder("/tmp/d", .foreign))
    let linked = TransportFault("unix:///tmp/d/door", .folder("/tmp/d", .link))
    knocks.doorFailed(foreign)
    knocks.listen { news in
      if case .noDoor(let fault) = news { faults.withLock { $0.append(fault) } }
    }
    knocks.doorFailed(foreign)
    knocks.doorFailed(TransportFault("unix:///tmp/d/door", .inUse))
    #expect(faults.withLock(\.self) == [foreign])
    knocks.doorFailed(linked)
    #expect(faults.withLock(\.self) == [foreign, linked])
  }

  @Test("a guest who wants to draw replaces the last who wants to watch, never the reverse")
  func drawersFirst() {
    let went = Mutex<[UInt64]>([])
    knocks.listen { news in
      if case .went(let number) = news { went.withLock { $0.append(number) } }
    }
    let most = UInt64(AdmissionRequests.rule.capacity)
    for number in 1...most { knock(number, as: uid_t(70_000 + number), toDraw: number > 2) }
    knock(most + 1, as: 80_000, toDraw: false)
    #expect(answer(to: most + 1) == .refused(.busy))
    for number in most + 2...most + 4 { knock(number, as: uid_t(90_000 + number)) }
    #expect(answer(to: 2) == .refused(.busy) && answer(to: 1) == .refused(.busy))
    #expect(went.withLock(\.self) == [2, 1])
    #expect(answer(to: most + 3) == nil && answer(to: most + 4) == .refused(.busy))
  }

  @Test("watchers wait in their share of the places, and the own user comes before all")
  func ranks() {
    for number: UInt64 in 1...7 { come(number, from: nil, to: .watch) }
    #expect(answer(to: 6) == nil && answer(to: 7) == .refused(.busy))
    for number: UInt64 in 11...12 { come(number, from: nil) }
    come(20, from: nil, to: .watch, isOwn: true)
    #expect(answer(to: 6) == .refused(.busy) && answer(to: 20) == nil)
    for number: UInt64 in 13...17 { come(number, from: nil) }
    #expect(answer(to: 1) == .refused(.busy) && answer(to: 17) == nil)
    come(18, from: nil)
    come(21, from: nil, isOwn: true)
    #expect(answer(to: 18) == .refused(.busy) && answer(to: 17) == .refused(.busy))
    #expect(answer(to: 20) == nil && answer(to: 21) == nil)
  }

  @Test("as many guests wait as may at once, one of each user; a guest that goes leaves room")
  func bounds() {
    let most = UInt64(AdmissionRequests.rule.capacity)
    for number in 1...most { knock(number, as: uid_t(70_000 + number)) }
    for number in 1...most { #expect(answer(to: number) == nil) }
    knock(most + 1, as: 80_000)
    #expect(answer(to: most + 1) == .refused(.busy), "one more than may")
    knocks.gone(.door(LinkID(1)))
    knock(most + 2, as: 70_002)
    #expect(answer(to: most + 2) == .refused(.declined), "who waits already")
    knock(most + 3, as: nil)
    #expect(answer(to: most + 3) == .refused(.declined), "whom the kernel does not know")
    knock(most + 4, as: 80_000)
    #expect(answer(to: most + 4) == nil)
    knocks.answer(2, .draw)
    knocks.answer(2, .watch)
    #expect(answer(to: 2) == .admitted)
  }

  @Test("two requests of one address and role wait at once; a third is told to try again")
  func addresses() {
    for number: UInt64 in 1...3 { come(number, from: "192.0.2.1") }
    #expect(answer(to: 1) == nil && answer(to: 2) == nil)
    #expect(answer(to: 3) == .refused(.busy))
    come(4, from: "192.0.2.1", to: .watch)
    come(5, from: "192.0.2.2")
    #expect(answer(to: 4) == nil && answer(to: 5) == nil)
    // There is room again once the first was answered.
    knocks.answer(1, nil)
    #expect(answer(to: 1) == .refused(.declined))
    come(6, from: "192.0.2.1")
    #expect(answer(to: 6) == nil)
    for number: UInt64 in 7...10 { come(number, from: nil) }
    #expect(answer(to: 10) == nil, "no way is limited that says no address")
    // A guest who wants to draw replaces the guest who wants to watch.
    come(14, from: "192.0.2.4")
    #expect(answer(to: 4) == .refused(.busy) && answer(to: 14) == nil)
    come(11, from: "192.0.2.3")
    knock(12, as: 80_000)
    #expect(answer(to: 11) == .refused(.busy) && answer(to: 12) == .refused(.busy))
    knocks.gone(.ticket(LinkID(2), transport: 0))
    come(13, from: "192.0.2.3")
    #expect(answer(to: 13) == nil)
  }
}
