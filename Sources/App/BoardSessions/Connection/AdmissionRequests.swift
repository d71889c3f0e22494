import BoardContract
import EaselBase
import EaselPlatform
import GroupBase
import GroupCore
import GroupSecurity
import SecureTransports
import SessionCore
import Synchronization
import SystemFiles

/// Stores the guests that ask to join the call, until the user has answered. Other users of this
/// machine ask at the door, a Unix socket of this user. Guests with a ticket wait here only if the
/// user wants to be asked about them.
final class AdmissionRequests: Sendable {
  enum Event: Sendable {
    /// - Parameter user: the guest's user id from the kernel, if the guest waits at the door.
    case came(AdmissionRequest, user: uid_t?)
    case went(UInt64)
    /// Other users cannot ask to join, because the folder of the door is unsafe or cannot be used.
    case noDoor(TransportFault)
  }

  /// The link on which a guest waits: at the door, or on a transport for guests with a ticket.
  enum GuestLink: Hashable, Sendable {
    case door(LinkID)
    case ticket(LinkID, transport: Int)
  }

  private struct Waiting {
    let number: UInt64
    let guestLink: GuestLink
    let origin: Origin
    let role: Role
    let isOwn: Bool
    let answer: Answer

    var rank: AdmissionRule.Rank { isOwn ? .own : role == .draw ? .drawer : .watcher }
  }

  /// The origin of a guest.
  private enum Origin: Hashable {
    /// Another user of this machine, by the id that the kernel reports.
    case user(uid_t)
    /// A network address; nil if the transport gives none.
    case address(String?)

    var user: uid_t? { if case .user(let user) = self { user } else { nil } }
  }

  /// Admits a guest with a role, or refuses the guest with a reason.
  typealias Answer = @Sendable (Result<Role, SecurityError>) -> Void

  private struct State {
    var waiting: [Waiting] = []
    var last: UInt64 = 0
    var asksTickets = false
    /// The last reported reason why there is no door.
    var fault: TransportFault?
    /// The events that came before there was a listener.
    var unreported: [Event] = []
    var listener: (@Sendable (Event) -> Void)?

    /// - Returns: the number of the new guest, and the waiting guest that gives up its place, if
    ///   there is one.
    /// - Throws: `busy` if there is no room, and `declined` for a user who waits already.
    mutating func add(
      _ guestLink: GuestLink, _ origin: Origin, _ role: Role, isOwn: Bool,
      _ answer: @escaping Answer
    ) throws(SecurityError) -> (number: UInt64, displaced: Waiting?) {
      let new = Waiting(
        number: last + 1, guestLink: guestLink, origin: origin, role: role, isOwn: isOwn,
        answer: answer)
      switch origin {
      case .user: guard !waiting.contains(where: { $0.origin == origin }) else { throw .declined }
      case .address(nil): break
      case .address:
        let alike = waiting.count { $0.origin == origin && $0.rank == new.rank }
        guard alike < AdmissionRequests.waitingMaxOfAddress else { throw .busy }
      }
      let displaced = try makeRoom(for: new)
      last += 1
      waiting.append(new)
      return (last, displaced)
    }

    /// - Returns: the waiting guest that gives up its place; nil if there is a free place.
    private mutating func makeRoom(for new: Waiting) throws(SecurityError) -> Waiting? {
      let rule = AdmissionRequests.rule
      let watchers = waiting.count { $0.rank == .watcher }
      if rule.isOpen(to: new.rank, taken: waiting.count, watchers: watchers) { return nil }
      // No address has more than a few places, so all guests count as coming by one way: a guest
      // that waits already does not give way to another of its rank.
      let replaced = rule.occupantToReplace(
        by: new.rank, from: 0,
        among: waiting.map { AdmissionRule.Occupant($0.number, $0.rank, by: 0, order: $0.number) })
      guard let index = waiting.firstIndex(where: { $0.number == replaced }) else { throw .busy }
      return waiting.remove(at: index)
    }
  }

  private let state = Mutex(State())

  /// The guests that wait for an answer at once; each user of this machine has at most one place.
  /// Further guests are told to try again.
  static let rule = AdmissionRule(capacity: 8, watchersMax: 6)
  /// The maximum number of guests with tickets of one role that wait from one address at once.
  /// Guests from one address cannot fill all places with a stolen ticket.
  static let waitingMaxOfAddress = 2

  /// Sets the listener, which receives an event for each guest that comes or goes.
  func listen(_ listener: @escaping @Sendable (Event) -> Void) {
    let unreported = state.withLock { state in
      state.listener = listener
      defer { state.unreported = [] }
      return state.unreported
    }
    for event in unreported { listener(event) }
  }

  /// Adds a guest that asks at the door, and later gives the guest the user's answer.
  ///
  /// - Parameter user: the guest's user id from the kernel; a guest whose id the kernel does not
  ///   know is refused.
  func knocked(
    _ guestLink: GuestLink, _ user: uid_t?, wishing role: Role, _ answer: @escaping Answer
  ) {
    guard let user else { return answer(.failure(.declined)) }
    wait(
      on: guestLink, from: .user(user), to: role, isOwn: user == geteuid(), Self.name(of: user),
      .user(toDraw: role == .draw), answer)
  }

  /// Whether the user is asked about guests with a ticket.
  var asksTickets: Bool { state.withLock { $0.asksTickets } }
  func askFirst(_ asks: Bool) { state.withLock { $0.asksTickets = asks } }

  /// Adds a guest that comes with a ticket. The user's answer admits or refuses the guest.
  func came(
    _ guestLink: GuestLink, as caller: SecureTransport.Caller,
    _ answer: @escaping @Sendable (SecurityError?) -> Void
  ) {
    let name = SafeText(caller.name, limit: .name)
    wait(
      on: guestLink, from: .address(caller.source), to: caller.role, isOwn: caller.isOwn,
      name.string.isEmpty ? SafeText("Somebody") : name, .ticket(toDraw: caller.role == .draw)
    ) { said in
      switch said {
      case .success: answer(nil)
      case .failure(let refusal): answer(refusal)
      }
    }
  }

  private func wait(
    on guestLink: GuestLink, from origin: Origin, to role: Role, isOwn: Bool, _ name: SafeText,
    _ requestOrigin: AdmissionRequest.Origin, _ answer: @escaping Answer
  ) {
    do throws(SecurityError) {
      let (number, displaced) = try state.withLock { state throws(SecurityError) in
        try state.add(guestLink, origin, role, isOwn: isOwn, answer)
      }
      if let displaced {
        report(.went(displaced.number))
        displaced.answer(.failure(.busy))
      }
      let request = AdmissionRequest(number: number, name: name, origin: requestOrigin)
      report(.came(request, user: origin.user))
    } catch { answer(.failure(error)) }
  }

  /// Removes the guest that waited on this link and has gone.
  func gone(_ guestLink: GuestLink) {
    let number = state.withLock { state -> UInt64? in
      let index = state.waiting.firstIndex { $0.guestLink == guestLink }
      return index.map { state.waiting.remove(at: $0).number }
    }
    if let number { report(.went(number)) }
  }

  /// - Parameter role: the role to give; nil refuses the guest.
  func answer(_ number: UInt64, _ role: Role?) {
    let answer = state.withLock { state in
      let index = state.waiting.firstIndex { $0.number == number }
      return index.map { state.waiting.remove(at: $0).answer }
    }
    answer?(role.map(Result.success) ?? .failure(.declined))
  }

  /// Handles a door that cannot be opened. Reports a fault of the door's folder once. Ignores any
  /// other fault, which may only mean that another run of this user has opened the door.
  func doorFailed(_ fault: TransportFault) {
    guard case .folder = fault.cause else { return }
    let isNews = state.withLock { state in
      defer { state.fault = fault }
      return state.fault != fault
    }
    if isNews { report(.noDoor(fault)) }
  }

  private func report(_ event: Event) {
    let listener = state.withLock { state in
      if state.listener == nil { state.unreported.append(event) }
      return state.listener
    }
    listener?(event)
  }

  /// Returns the login name of a user, as the system knows it.
  static func name(of user: uid_t) -> SafeText {
    SafeText(User.account(of: user)?.name ?? "user \(user)", limit: .name)
  }
}
