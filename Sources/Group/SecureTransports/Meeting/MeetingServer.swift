import EaselBase
import GroupBase
import GroupCore
import GroupSecurity
import Synchronization

/// The host's side of meetings, over a transport that has no other user. It shows one meeting at a
/// time, and gives a ticket only after both users have confirmed the words.
package final class MeetingServer: Sendable {
  package enum Event: Sendable {
    /// A guest proved its key over a link from this source.
    case met(MeetingPartner, over: LinkID, from: String?)
    /// Another guest proved its key, and was told that this side is busy.
    case busy(MeetingPartner)
    /// The ticket is on its way to the guest over this link.
    case gave(over: LinkID)
    /// The meeting over this link ended without a ticket. The user saw it.
    case ended(MeetingEnd, over: LinkID)
  }

  private struct State {
    /// The links whose meeting shows no words yet.
    var pending = PendingLinks()
    var attempts = FailureThrottle(failuresMax: MeetingTimes.failuresMax)
    var hosts: [LinkID: MeetingHost] = [:]
    /// The meeting that the user sees.
    var shown: Shown?
  }

  private struct Shown {
    let link: LinkID
    let source: String?
    /// Whether the words have stood for a second.
    var isReadable = false
    var isConfirmed = false
  }

  private let transport: any Transport
  private let participant: MeetingParticipant
  private let delay: SecureTransport.Delay
  private let isNear: @Sendable (String?) -> Bool
  private let report: @Sendable (Event) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - transport: a transport that listens already and is not started yet.
  ///   - delay: runs a closure after a time. A test passes a clock that it moves itself.
  ///   - isNear: whether a source may meet this user. A link from another one is closed.
  ///   - report: receives the events, on any thread.
  package init(
    _ participant: MeetingParticipant, over transport: any Transport,
    delay: @escaping SecureTransport.Delay = SecureTransport.delayed,
    isNear: @escaping @Sendable (String?) -> Bool = { _ in true },
    _ report: @escaping @Sendable (Event) -> Void
  ) {
    (self.transport, self.participant) = (transport, participant)
    (self.delay, self.isNear, self.report) = (delay, isNear, report)
    transport.start { [weak self] in self?.handle($0) }
  }

  deinit { transport.stop {} }

  /// Ends all meetings, and takes no more.
  package func stop() {
    let shown = state.withLock { state in
      defer { state = State() }
      return state.shown
    }
    transport.stop {}
    if let shown { report(.ended(.left, over: shown.link)) }
  }

  /// Confirms the words of a meeting, if it is the one that the user sees. The first second does not
  /// count.
  ///
  /// - Parameters:
  ///   - link: the link of the meeting.
  ///   - ticket: the ticket for the guest.
  /// - Returns: whether the words are confirmed.
  package func confirm(_ link: LinkID, with ticket: Ticket) -> Bool {
    let isConfirmed = state.withLock { state in
      guard let shown = state.shown, shown.isReadable, !shown.isConfirmed else { return false }
      guard shown.link == link else { return false }
      state.shown?.isConfirmed = true
      return true
    }
    guard isConfirmed else { return false }
    advance(link) { host throws(MeetingError) in try host.confirm(with: ticket) }
    return true
  }

  /// Declines a meeting, if it is the one that the user sees.
  package func decline(_ link: LinkID) {
    guard state.withLock({ $0.shown?.link == link }) else { return }
    refuse(link, .declined, .left)
  }

  // MARK: Links

  private func handle(_ event: TransportEvent) {
    switch event {
    case .listens, .opened(_, isDialled: true), .receivedLossy, .mediumChanged: break
    case .opened(let link, isDialled: false): opened(link)
    case .received(let bytes, let link):
      state.withLock { $0.pending.spoke(link) }
      advance(link) { host throws(MeetingError) in try host.receive(bytes) }
    case .closed(let link, let fault):
      forget(link, .fault(fault ?? TransportFault(nil, .broken)))
    }
  }

  private func opened(_ link: LinkID) {
    let source = transport.source(of: link)
    guard isNear(source) else { return transport.close(link) }
    transport.limitMessages(over: link, to: HandshakeLimits.messageBytesMax, lastWords: nil)
    var chance = SystemRandomNumberGenerator()
    do {
      let host = try MeetingHost(
        participant, chance: chance.bytes(MeetingParticipant.chanceLength))
      let displaced = try state.withLock { state throws(SecurityError) in
        guard !state.attempts.isBarred(source) else { throw .tooManyAttempts }
        let displaced = try state.pending.add(link, from: source)
        state.hosts[link] = host
        return displaced
      }
      if let displaced { refuse(displaced, .busy, .refused(.busy)) }
      delay(SecureTransport.patience) { [weak self] in
        guard let self, state.withLock({ $0.pending.contains(link) }) else { return }
        refuse(link, .noAnswer, .noAnswer)
      }
    } catch {
      _ = transport.send((error as? SecurityError ?? .malformed).message, over: link)
      transport.close(link)
    }
  }

  /// Takes the next step of the meeting over a link.
  private func advance(
    _ link: LinkID, _ step: (inout MeetingHost) throws(MeetingError) -> [MeetingAction]
  ) {
    do throws(MeetingError) {
      let actions = try state.withLock { state throws(MeetingError) in
        guard var host = state.hosts[link] else { return [MeetingAction]() }
        defer { state.hosts[link] = host }
        return try step(&host)
      }
      carryOut(actions, link)
    } catch {
      refuse(link, .malformed, .failed(error))
    }
  }

  private func carryOut(_ actions: [MeetingAction], _ link: LinkID) {
    // A guest that is told that this side is busy gets no proof of this side's key.
    for case .met(let partner) in actions where !show(link) {
      refuse(link, .busy, .refused(.busy))
      return report(.busy(partner))
    }
    for action in actions {
      switch action {
      case .send(let message):
        guard transport.send(message, over: link) else {
          return forget(link, .fault(TransportFault(nil, .busy)))
        }
      case .met(let partner):
        let source = state.withLock { $0.shown?.source }
        report(.met(partner, over: link, from: source))
      case .gave: gave(link)
      case .received: break
      }
    }
  }

  /// Makes this meeting the one that the user sees.
  ///
  /// - Returns: false if the user sees another one.
  private func show(_ link: LinkID) -> Bool {
    let isShown = state.withLock { state in
      guard state.shown == nil else { return false }
      let source = state.pending.source(of: link)
      _ = state.pending.remove(link)
      state.shown = Shown(link: link, source: source)
      return true
    }
    guard isShown else { return false }
    delay(MeetingTimes.reading) { [weak self] in
      self?.state.withLock { if $0.shown?.link == link { $0.shown?.isReadable = true } }
    }
    delay(MeetingTimes.patience) { [weak self] in
      guard let self, state.withLock({ $0.shown?.link == link }) else { return }
      refuse(link, .noAnswer, .noAnswer)
    }
    return true
  }

  private func gave(_ link: LinkID) {
    state.withLock { state in
      (state.hosts[link], state.shown) = (nil, nil)
    }
    transport.close(link)
    report(.gave(over: link))
  }

  private func refuse(_ link: LinkID, _ refusal: SecurityError, _ end: MeetingEnd) {
    // The other side closes the link too, and that is no reason of its own any more.
    forget(link, end)
    // A link that accepts no more bytes is closed either way.
    _ = transport.send(refusal.message, over: link)
    transport.close(link)
  }

  /// Forgets a meeting that ended without a ticket, and counts it against its source.
  private func forget(_ link: LinkID, _ end: MeetingEnd) {
    let (failed, wasShown) = state.withLock { state in
      guard state.hosts.removeValue(forKey: link) != nil else { return (nil as String?, false) }
      let wasShown = state.shown?.link == link
      let source = wasShown ? state.shown?.source : state.pending.source(of: link)
      _ = state.pending.remove(link)
      if wasShown { state.shown = nil }
      return (state.attempts.failed(from: source) ? source : nil, wasShown)
    }
    if let failed {
      delay(MeetingTimes.memory) { [weak self] in
        self?.state.withLock { $0.attempts.forget(one: failed) }
      }
    }
    if wasShown { report(.ended(end, over: link)) }
  }
}
