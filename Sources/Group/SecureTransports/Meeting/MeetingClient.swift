import EaselBase
import GroupBase
import GroupCore
import GroupSecurity
import Synchronization

/// The guest's side of one meeting, over a transport that has no other user. It joins no call.
package final class MeetingClient: Sendable {
  package enum Event: Sendable {
    /// The host proved its key. Its ticket comes after both users have confirmed the words.
    case met(MeetingPartner)
    case received(Ticket)
    case ended(MeetingEnd)
  }

  private struct State {
    var guest: MeetingGuest
    var link: LinkID?
    var hasMet = false
    /// Whether the words have stood for a second.
    var isReadable = false
    /// Receives the events; nil once the meeting is over.
    var report: (@Sendable (Event) -> Void)?
  }

  private let transport: any Transport
  private let address: String
  private let delay: SecureTransport.Delay
  private let state: Mutex<State>

  /// Begins a meeting at an address of the transport.
  ///
  /// - Parameters:
  ///   - delay: runs a closure after a time. A test passes a clock that it moves itself.
  ///   - report: receives the events, on any thread. `received` or `ended` is the last one.
  package init(
    _ guest: MeetingGuest, at address: String, over transport: any Transport,
    delay: @escaping SecureTransport.Delay = SecureTransport.delayed,
    _ report: @escaping @Sendable (Event) -> Void
  ) {
    (self.transport, self.address, self.delay) = (transport, address, delay)
    state = Mutex(State(guest: guest, report: report))
    transport.start { [self] in handle($0) }
    _ = transport.dial(address)
    // The dial itself may take as long again.
    delay(transport.dialMax + SecureTransport.patience) { [weak self] in
      guard let self, !state.withLock(\.hasMet) else { return }
      end(.ended(.noAnswer))
    }
  }

  /// Confirms the words. The first second does not count.
  ///
  /// - Returns: whether the words are confirmed.
  package func confirm() -> Bool {
    do {
      let (link, message) = try state.withLock { state in
        (state.link, state.isReadable ? try state.guest.confirm() : nil)
      }
      guard let link, let message else { return false }
      return send(message, over: link)
    } catch {
      end(.ended(.failed(error as? MeetingError ?? .malformed)))
      return false
    }
  }

  /// Ends the meeting. The host then no longer shows it.
  package func cancel() { end(.ended(.left)) }

  private func handle(_ event: TransportEvent) {
    switch event {
    case .listens, .receivedLossy, .mediumChanged: break
    case .opened(let link, _):
      transport.limitMessages(over: link, to: HandshakeLimits.messageBytesMax, lastWords: nil)
      let request = state.withLock { state in
        state.link = link
        return state.guest.request
      }
      _ = send(request, over: link)
    case .received(let bytes, let link): received(bytes, over: link)
    case .closed(_, let fault):
      end(.ended(.fault(fault ?? TransportFault(address, .broken))))
    }
  }

  private func received(_ bytes: [UInt8], over link: LinkID) {
    if bytes.count <= Self.refusalBytesMax, let refusal = SecurityError(message: bytes) {
      return end(.ended(.refused(refusal)))
    }
    do {
      for action in try state.withLock({ try $0.guest.receive(bytes) }) {
        switch action {
        case .send(let message): _ = send(message, over: link)
        case .met(let partner): met(partner)
        case .received(let ticket): end(.received(ticket))
        case .gave: break
        }
      }
    } catch {
      end(.ended(.failed(error as? MeetingError ?? .malformed)))
    }
  }

  /// A refusal is shorter than any sealed message.
  private static let refusalBytesMax = 8

  private func met(_ partner: MeetingPartner) {
    let report = state.withLock { state in
      state.hasMet = true
      return state.report
    }
    delay(MeetingTimes.reading) { [weak self] in
      self?.state.withLock { $0.isReadable = true }
    }
    delay(MeetingTimes.patience) { [weak self] in self?.end(.ended(.noAnswer)) }
    report?(.met(partner))
  }

  private func send(_ bytes: [UInt8], over link: LinkID) -> Bool {
    guard transport.send(bytes, over: link) else {
      end(.ended(.fault(TransportFault(address, .busy))))
      return false
    }
    return true
  }

  private func end(_ event: Event) {
    let report = state.withLock { state in
      defer { state.report = nil }
      return state.report
    }
    guard let report else { return }
    transport.stop {}
    report(event)
  }
}
