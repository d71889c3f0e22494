import EaselBase
import EaselPlatform
import Foundation
import GroupBase
import GroupCore
import NIOCore
import SecureTransports
import Synchronization

/// Links among all processes of one user on one machine. The transport makes them by itself: the
/// first process listens at the ``LocalMeetingPlace``, and the others connect. When the listening
/// process leaves, another one listens.
///
/// So this transport opens links that the layer above did not dial, and reports them as dialled.
public final class LocalTransport: StreamTransport {
  private let meetingPlace: LocalMeetingPlace
  private let membership: Membership?
  private let first: @Sendable () -> Void
  let links = StreamLinks()
  private let state = Mutex(State())

  private struct State {
    /// Links that this transport made to the listening process.
    var upward: Set<LinkID> = []
    var isListening = false
    var neighbour: pid_t?
    /// The time before this transport connects again to a process that closed the link, in
    /// milliseconds.
    var pause = LocalTransport.pauseFirst
    /// The last reported fault of the meeting place.
    var fault: TransportFault?
  }

  static let pauseFirst: Int64 = 500
  static let pauseLongest: Int64 = 10_000

  /// Makes a transport for the processes that meet at one place.
  ///
  /// - Parameters:
  ///   - membership: agrees with the other processes on one call. If this process is in another
  ///     call, the transport connects to none of them. Nil if the call has no secrets.
  ///   - first: called when this process is the first process at the place, or becomes the first.
  public init(
    at meetingPlace: LocalMeetingPlace, for membership: Membership? = nil,
    first: @escaping @Sendable () -> Void = {}
  ) {
    (self.meetingPlace, self.membership, self.first) = (meetingPlace, membership, first)
  }

  deinit { links.stop {} }

  /// Begins to meet the other processes, and delivers events on one thread of its own. A `listens`
  /// event names no address.
  public func start(_ take: @escaping @Sendable (TransportEvent) -> Void) {
    links.start { [weak self] event in
      // The event names no address: the other processes meet at this place anyway, and no other
      // machine could use the address.
      if case .listens = event { return take(.listens([])) }
      take(event)
      if case .closed(let link, _) = event { self?.closed(link) }
    }
    membership?.listen { [weak self] word in if case .rotation = word { self?.renewed() } }
    meetSoon()
  }

  /// A Unix socket.
  public var medium: LinkMedium? { .unixSocket }

  /// Returns false: the transport finds its neighbours by itself.
  public func reaches(_ address: String) -> Bool { false }

  /// Makes no connection: the link closes with `.malformed`, because no address is reached.
  public func dial(_ address: String) -> LinkID {
    links.dial(address) { _, _ in throw TransportFault(address, .malformed) }
  }

  /// Closes all links and stops meeting. Removes the saved keys of the call if this process listens
  /// and has no links.
  ///
  /// - Parameter done: called once, when all links have ended.
  public func stop(_ done: @escaping @Sendable () -> Void) {
    let isListening = state.withLock { state in
      defer { state.isListening = false }
      return state.isListening
    }
    if isListening, links.isEmpty { meetingPlace.forget() }
    links.stop(done)
  }

  /// Closes a link. The listening process may have been silent only for a while, so this transport
  /// connects to it again after a pause.
  public func close(_ link: LinkID) { close(link) { links.close(link) } }
  /// Closes a link at once, and connects again after a pause as ``close(_:)`` does.
  public func cut(_ link: LinkID) { close(link) { links.cut(link) } }

  private func close(_ link: LinkID, _ close: () -> Void) {
    let pause = state.withLock { state -> Int64? in
      guard state.upward.remove(link) != nil, state.upward.isEmpty, !state.isListening else {
        return nil
      }
      defer { state.pause = min(state.pause * 2, Self.pauseLongest) }
      return state.pause
    }
    close()
    guard let pause else { return }
    links.after(pause) { [weak self] in self?.meetSoon(isPatient: true) }
  }

  /// Saves the new keys after a change of keys, because processes that arrive from now on need
  /// them.
  private func renewed() {
    guard let membership, state.withLock({ $0.isListening }) else { return }
    // The work uses a thread of its own, because it may have to wait for the lock.
    Thread.detachNewThread { [meetingPlace, links] in
      do throws(TransportFault) {
        try meetingPlace.renew(membership)
      } catch {
        _ = links.dial(meetingPlace.address) { _, _ in throw error }
      }
    }
  }

  // MARK: Meeting

  /// - Parameter isPatient: whether enough time has passed to connect to the same process again.
  private func meetSoon(isPatient: Bool = false) {
    // Meeting uses a thread of its own, because it may wait for other processes that are meeting. A
    // dispatch queue does not fit: after its first task, its thread pool checks its threads every
    // second for the life of the process.
    Thread.detachNewThread { [weak self] in self?.meet(isPatient) }
  }

  private func meet(_ isPatient: Bool) {
    do throws(TransportFault) {
      switch try meetingPlace.meet(membership) {
      case .nobody(let socket):
        state.withLock { ($0.isListening, $0.fault) = (true, nil) }
        links.listen(socket)
        first()
      case .neighbour(let descriptor): try join(descriptor, isPatient)
      }
    } catch {
      switch error.cause {
      case .busy:
        links.after(Self.pauseFirst) { [weak self] in self?.meetSoon(isPatient: isPatient) }
      case .elsewhere: break
      default: failed(error)
      }
    }
  }

  /// Reports a fault once and tries again later: the fault may pass, for example a full disk or too
  /// many open files.
  private func failed(_ fault: TransportFault) {
    let isNew = state.withLock { state in
      defer { state.fault = fault }
      return state.fault != fault
    }
    if isNew { _ = links.dial(meetingPlace.address) { _, _ throws(TransportFault) in throw fault } }
    links.after(Self.pauseLongest) { [weak self] in self?.meetSoon() }
  }

  private func join(_ descriptor: Int32, _ isPatient: Bool) throws(TransportFault) {
    guard let neighbour = PeerCredentials(of: descriptor), neighbour.user == geteuid() else {
      EaselPlatform.close(descriptor)
      throw TransportFault(meetingPlace.address, .stranger)
    }
    let pause = state.withLock { state -> Int64? in
      if state.neighbour == neighbour.process, !isPatient {
        defer { state.pause = min(state.pause * 2, Self.pauseLongest) }
        return state.pause
      }
      if state.neighbour != neighbour.process { state.pause = Self.pauseFirst }
      state.neighbour = neighbour.process
      let link = links.dial(
        meetingPlace.address, unused: { EaselPlatform.close(descriptor) },
        { connected(descriptor, on: $0, $1) })
      state.upward.insert(link)
      return nil
    }
    guard let pause else { return }
    EaselPlatform.close(descriptor)
    links.after(pause) { [weak self] in self?.meetSoon(isPatient: true) }
  }

  /// Handles the end of a link to the listening process. If this was the last such link, the
  /// transport looks for a listening process at once. If the same process still listens, it wants
  /// no link, so the transport pauses before it connects again.
  private func closed(_ link: LinkID) {
    let isMeeting = state.withLock { state in
      state.upward.remove(link) != nil && state.upward.isEmpty && !state.isListening
    }
    if isMeeting { meetSoon() }
  }
}
