import EaselBase
import EaselPlatform
import GroupBase
import GroupSecurity
import SecureTransports
import Synchronization
import SystemFiles

/// The rings of other users at this run's door, until the user has answered them. A user who takes
/// no rings looks like a user who does not answer.
final class RingRequests: Sendable {
  enum Event: Sendable {
    case rang(number: UInt64, user: uid_t, RingMessage)
    /// The ring waits no longer: its sender gave up, or the time is over.
    case ended(UInt64)
  }

  typealias Answer = @Sendable (RingAnswer) -> Void

  private struct State {
    var rings = IncomingRings()
    var answers: [UInt64: Answer] = [:]
    var listener: (@Sendable (Event) -> Void)?
  }

  private let state = Mutex(State())
  let isQuiet: Bool
  private let now: @Sendable () -> Uptime
  private let delay: SecureTransport.Delay

  /// - Parameters:
  ///   - isQuiet: whether the user takes no rings.
  ///   - now: the time; a test passes a clock that it moves itself, and so for `delay`.
  init(
    isQuiet: Bool,
    now: @escaping @Sendable () -> Uptime = { Uptime(milliseconds: SystemClock.uptime()) },
    delay: @escaping SecureTransport.Delay = SecureTransport.delayed
  ) {
    (self.isQuiet, self.now, self.delay) = (isQuiet, now, delay)
  }

  /// Sets the listener, which receives each ring that the user can answer. Without a listener, a
  /// ring waits until its time is over.
  func listen(_ listener: @escaping @Sendable (Event) -> Void) {
    state.withLock { $0.listener = listener }
  }

  /// Handles a ring at the door.
  ///
  /// - Parameter user: the sender from the kernel; nobody hears of the ring of an unknown user.
  func rang(
    _ message: RingMessage, from user: uid_t?, over link: LinkID, _ answer: @escaping Answer
  ) {
    guard let user else { return answer(.unanswered) }
    let (reception, listener) = state.withLock { state in
      let reception = state.rings.receive(from: user, over: link, isQuiet: isQuiet, at: now())
      switch reception {
      case .show(let ring), .wait(let ring): state.answers[ring.number] = answer
      case .tooSoon: break
      }
      return (reception, state.listener)
    }
    switch reception {
    case .tooSoon: answer(.tooSoon)
    case .wait(let ring): endLater(ring)
    case .show(let ring):
      listener?(.rang(number: ring.number, user: user, message))
      endLater(ring)
    }
  }

  private func endLater(_ ring: IncomingRings.Waiting) {
    delay(IncomingRings.period) { [weak self] in
      guard let self, let answer = remove(ring.number) else { return }
      report(.ended(ring.number))
      answer(.unanswered)
    }
  }

  /// Gives the user's answer to the sender.
  ///
  /// - Returns: false if the ring waits no longer.
  func answer(_ number: UInt64, accepts: Bool) -> Bool {
    guard let answer = remove(number) else { return false }
    answer(accepts ? .accepted : .declined)
    return true
  }

  /// Removes the ring of a link that has closed.
  func gone(_ link: LinkID) {
    let number = state.withLock { state in
      let ring = state.rings.remove(over: link)
      if let ring { state.answers[ring.number] = nil }
      return ring?.number
    }
    if let number { report(.ended(number)) }
  }

  private func remove(_ number: UInt64) -> Answer? {
    state.withLock { state in
      _ = state.rings.remove(number)
      return state.answers.removeValue(forKey: number)
    }
  }

  private func report(_ event: Event) { state.withLock { $0.listener }?(event) }
}
