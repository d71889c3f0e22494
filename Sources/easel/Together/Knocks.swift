import Glibc
import Sharing
import Synchronization
import Transports
import Trust
import Vocabulary
import Whiteboard

/// Other users of this machine who knock, until somebody has answered them.
final class Knocks: Sendable {
  private struct State {
    var answers: [UInt64: @Sendable (Role?) -> Void] = [:]
    var last: UInt64 = 0
    /// Who came before anybody could be told.
    var waiting: [Visitor] = []
    var tell: (@Sendable (Visitor) -> Void)?
  }

  private let state = Mutex(State())

  /// As many wait for an answer at once; more are turned away.
  static let waitingMax = 8

  /// From now on knocks are told.
  func listen(_ tell: @escaping @Sendable (Visitor) -> Void) {
    let waiting = state.withLock { state in
      state.tell = tell
      defer { state.waiting = [] }
      return state.waiting
    }
    for visitor in waiting { tell(visitor) }
  }

  /// Somebody knocks, and is given what is answered.
  ///
  /// - Parameter user: as the kernel knows them; nil of whom it does not.
  func knocked(_ user: uid_t?, _ give: @escaping @Sendable (Role?) -> Void) {
    guard let user else { return give(nil) }
    let name = SafeText(Self.name(of: user), limit: .name)
    let (visitor, tell) = state.withLock { state -> (Visitor?, (@Sendable (Visitor) -> Void)?) in
      guard state.answers.count < Self.waitingMax else { return (nil, nil) }
      state.last += 1
      let visitor = Visitor(number: state.last, name: name)
      state.answers[visitor.number] = give
      if state.tell == nil { state.waiting.append(visitor) }
      return (visitor, state.tell)
    }
    guard let visitor else { return give(nil) }
    tell?(visitor)
  }

  /// - Parameter role: nil turns them away.
  func answer(_ number: UInt64, _ role: Role?) {
    state.withLock { $0.answers.removeValue(forKey: number) }?(role)
  }

  private static func name(of user: uid_t) -> String {
    getpwuid(user).flatMap { String(cString: $0.pointee.pw_name) } ?? "user \(user)"
  }
}
