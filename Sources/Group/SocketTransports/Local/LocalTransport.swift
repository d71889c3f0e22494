import EaselBase
import Foundation
import EaselPlatform
import GroupCore
import NIOCore
import SecureTransports
import Synchronization

/// Links among all processes of one user on one machine, which come about by themselves: the first
/// listens at the ``LocalMeetingPlace``, the others connect, and when the one who listens leaves,
/// another does.
///
/// So it opens links that nobody dialled here, and tells of them as dialled.
public final class LocalTransport: Transport {
  private let place: LocalMeetingPlace
  private let membership: Membership?
  private let first: @Sendable () -> Void
  private let links = StreamLinks()
  private let state = Mutex(State())

  private struct State {
    /// Links to whoever listens: made here, or dialled.
    var upward: Set<LinkID> = []
    var isListening = false
    var neighbour: pid_t?
    /// Milliseconds, before one and the same process is asked again that closed the link.
    var pause = LocalTransport.pauseFirst
    /// Why nobody can be met here, as it was told last.
    var fault: TransportFault?
  }

  static let pauseFirst: Int64 = 500
  static let pauseLongest: Int64 = 10_000

  /// - Parameters:
  ///   - membership: who agrees with those who are there on the call that all of them are in; where
  ///     this run is in another, it meets nobody. Nil where there are no secrets.
  ///   - first: called when this run is the first there, or has become it.
  public init(
    at place: LocalMeetingPlace, for membership: Membership? = nil,
    first: @escaping @Sendable () -> Void = {}
  ) {
    (self.place, self.membership, self.first) = (place, membership, first)
  }

  deinit { links.stop {} }

  public func start(_ take: @escaping @Sendable (TransportEvent) -> Void) {
    links.start { [weak self] event in
      // Nobody need dial whom one meets anyway, and no other machine could.
      if case .listens = event { return take(.listens([])) }
      take(event)
      if case .closed(let link, _) = event { self?.closed(link) }
    }
    membership?.listen { [weak self] word in if case .rotation = word { self?.renewed() } }
    meetSoon()
  }

  public func reaches(_ address: String) -> Bool { false }
  public func send(_ bytes: [UInt8], over link: LinkID) -> Bool { links.send(bytes, over: link) }
  public func backlog(of link: LinkID) -> Backlog { links.backlog(of: link) }
  public func afterSending(_ act: @escaping @Sendable () -> Void) -> Bool {
    links.afterSending(act)
  }

  public func limitMessages(over link: LinkID, to bytes: Int, lastWords: [UInt8]?) {
    links.limitMessages(over: link, to: bytes, lastWords: lastWords)
  }

  public func dial(_ address: String) -> LinkID {
    links.dial(address) { _, _ in throw TransportFault(address, .malformed) }
  }

  public func stop(_ done: @escaping @Sendable () -> Void) {
    let isListening = state.withLock { state in
      defer { state.isListening = false }
      return state.isListening
    }
    if isListening, links.isEmpty { place.forget() }
    links.stop(done)
  }

  /// Whoever listens may have been silent only for a while, and is asked again after one.
  public func close(_ link: LinkID) {
    let pause = state.withLock { state -> Int64? in
      guard state.upward.remove(link) != nil, state.upward.isEmpty, !state.isListening else {
        return nil
      }
      defer { state.pause = min(state.pause * 2, Self.pauseLongest) }
      return state.pause
    }
    links.close(link)
    guard let pause else { return }
    links.after(pause) { [weak self] in self?.meetSoon(isPatient: true) }
  }

  /// Keys were changed, and those who come from now on need the new ones.
  private func renewed() {
    guard let membership, state.withLock({ $0.isListening }) else { return }
    // The lock may have to be waited for.
    Thread.detachNewThread { [place, links] in
      do throws(TransportFault) {
        try place.renew(membership)
      } catch {
        _ = links.dial(place.address) { _, _ in throw error }
      }
    }
  }

  // MARK: Meeting

  /// - Parameter isPatient: whether enough time has passed to ask the same process again.
  private func meetSoon(isPatient: Bool = false) {
    // Others who are just meeting may be waited for. Not by a queue: once one has run, its pool looks
    // after its threads every second for as long as the process lives.
    Thread.detachNewThread { [weak self] in self?.meet(isPatient) }
  }

  private func meet(_ isPatient: Bool) {
    do throws(TransportFault) {
      switch try place.meet(membership) {
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

  /// Told once; it may pass, as a full disk or too many open files do.
  private func failed(_ fault: TransportFault) {
    let isNew = state.withLock { state in
      defer { state.fault = fault }
      return state.fault != fault
    }
    if isNew { _ = links.dial(place.address) { _, _ throws(TransportFault) in throw fault } }
    links.after(Self.pauseLongest) { [weak self] in self?.meetSoon() }
  }

  private func join(_ descriptor: Int32, _ isPatient: Bool) throws(TransportFault) {
    guard let neighbour = PeerCredentials(of: descriptor), neighbour.user == geteuid() else {
      EaselPlatform.close(descriptor)
      throw TransportFault(place.address, .stranger)
    }
    let pause = state.withLock { state -> Int64? in
      if state.neighbour == neighbour.process, !isPatient {
        defer { state.pause = min(state.pause * 2, Self.pauseLongest) }
        return state.pause
      }
      if state.neighbour != neighbour.process { state.pause = Self.pauseFirst }
      state.neighbour = neighbour.process
      let link = links.dial(
        place.address, unused: { EaselPlatform.close(descriptor) },
        { connected(descriptor, on: $0, $1) })
      state.upward.insert(link)
      return nil
    }
    guard let pause else { return }
    EaselPlatform.close(descriptor)
    links.after(pause) { [weak self] in self?.meetSoon(isPatient: true) }
  }

  /// Who listened is gone or wants no link, and this was the last that led there: for the first
  /// another is found at once, the second is not asked again for a while.
  private func closed(_ link: LinkID) {
    let isMeeting = state.withLock { state in
      state.upward.remove(link) != nil && state.upward.isEmpty && !state.isListening
    }
    if isMeeting { meetSoon() }
  }
}
