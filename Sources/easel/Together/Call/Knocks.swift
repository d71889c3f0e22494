import Glibc
import Sharing
import Synchronization
import Transports
import Trust
import Vocabulary
import Whiteboard

/// Those who knock, until somebody has answered them: other users of this machine, and those with a
/// ticket, where their coming is to be asked about.
final class Knocks: Sendable {
  /// What is told of those at the door.
  enum News: Sendable {
    case came(Visitor)
    case went(UInt64)
    /// Other users cannot knock, because another user can write to the folder of the door.
    case noDoor(TransportFault)
  }

  /// Where somebody knocks.
  enum Place: Hashable, Sendable {
    case door(LinkID)
    case ticket(LinkID, way: Int)
  }

  private struct Waiting {
    let number: UInt64
    let place: Place
    /// Nil of whom the kernel does not know.
    let user: uid_t?
    let give: @Sendable (Role?) -> Void
  }

  private struct State {
    var waiting: [Waiting] = []
    var last: UInt64 = 0
    var asksTickets = false
    /// Why there is no door, as it was told last.
    var fault: TransportFault?
    /// What came before anybody could be told.
    var untold: [News] = []
    var tell: (@Sendable (News) -> Void)?
  }

  private let state = Mutex(State())

  /// As many wait for an answer at once, and of each user one; more are turned away.
  static let waitingMax = 8

  /// From now on it is told who comes and goes.
  func listen(_ tell: @escaping @Sendable (News) -> Void) {
    let untold = state.withLock { state in
      state.tell = tell
      defer { state.untold = [] }
      return state.untold
    }
    for news in untold { tell(news) }
  }

  /// Somebody knocks, and is given what is answered.
  ///
  /// - Parameter user: as the kernel knows them; nil of whom it does not.
  func knocked(
    _ place: Place, _ user: uid_t?, wishing role: Role,
    _ give: @escaping @Sendable (Role?) -> Void
  ) {
    guard let user else { return give(nil) }
    let name = SafeText(Self.name(of: user), limit: .name)
    wait(at: place, user, name, .user(toDraw: role == .draw), give)
  }

  /// Whether whoever has a ticket is asked about.
  var asksTickets: Bool { state.withLock { $0.asksTickets } }
  func askFirst(_ asks: Bool) { state.withLock { $0.asksTickets = asks } }

  /// Somebody comes with a ticket.
  func came(
    _ place: Place, as caller: GuardedTransport.Caller,
    _ answer: @escaping @Sendable (Bool) -> Void
  ) {
    let name = SafeText(caller.name, limit: .name)
    wait(
      at: place, nil, name.string.isEmpty ? SafeText("Somebody") : name,
      .ticket(toDraw: caller.role == .draw)
    ) { answer($0 != nil) }
  }

  private func wait(
    at place: Place, _ user: uid_t?, _ name: SafeText, _ way: Visitor.Way,
    _ give: @escaping @Sendable (Role?) -> Void
  ) {
    let number = state.withLock { state -> UInt64? in
      guard state.waiting.count < Self.waitingMax,
        user == nil || !state.waiting.contains(where: { $0.user == user })
      else { return nil }
      state.last += 1
      state.waiting.append(Waiting(number: state.last, place: place, user: user, give: give))
      return state.last
    }
    guard let number else { return give(nil) }
    tell(.came(Visitor(number: number, name: name, way: way)))
  }

  /// Whoever knocked there waits no longer.
  func gone(_ place: Place) {
    let number = state.withLock { state -> UInt64? in
      let index = state.waiting.firstIndex { $0.place == place }
      return index.map { state.waiting.remove(at: $0).number }
    }
    if let number { tell(.went(number)) }
  }

  /// - Parameter role: nil turns them away.
  func answer(_ number: UInt64, _ role: Role?) {
    let give = state.withLock { state in
      let index = state.waiting.firstIndex { $0.number == number }
      return index.map { state.waiting.remove(at: $0).give }
    }
    give?(role)
  }

  /// The door cannot be opened. Tells a fault of its folder once; any other may be that another run of
  /// this user has opened the door.
  func doorFailed(_ fault: TransportFault) {
    guard case .folder = fault.cause else { return }
    let isNews = state.withLock { state in
      defer { state.fault = fault }
      return state.fault != fault
    }
    if isNews { tell(.noDoor(fault)) }
  }

  private func tell(_ news: News) {
    let tell = state.withLock { state in
      if state.tell == nil { state.untold.append(news) }
      return state.tell
    }
    tell?(news)
  }

  private static func name(of user: uid_t) -> String {
    User.account(of: user)?.name ?? "user \(user)"
  }
}
