import EaselBase
import GroupBase
import GroupCore
import GroupSecurity
import Synchronization

/// Rings once at another user's door, over a transport that has no other user. It joins no call.
package final class RingClient: Sendable {
  /// The way in which a ring ended.
  package enum Outcome: Sendable {
    case answered(RingAnswer)
    /// The Easel at the door is older and knows no rings.
    case older
    /// The door is busy, or there is none.
    case failed(TransportFault)
  }

  private let transport: any Transport
  private let message: RingMessage
  /// Receives the outcome, once; nil after that.
  private let report: Mutex<(@Sendable (Outcome) -> Void)?>

  /// A person has a minute to answer. The door then answers itself, so this side waits longer.
  package static let patience = Duration.seconds(65)

  /// Rings at an address of the transport.
  ///
  /// - Parameters:
  ///   - delay: runs a closure after a time. A test passes a clock that it moves itself.
  ///   - report: receives the outcome, on any thread.
  package init(
    _ message: RingMessage, at address: String, over transport: any Transport,
    delay: SecureTransport.Delay = SecureTransport.delayed,
    _ report: @escaping @Sendable (Outcome) -> Void
  ) {
    (self.transport, self.message) = (transport, message)
    self.report = Mutex(report)
    transport.start { [self] in handle($0, address) }
    _ = transport.dial(address)
    delay(Self.patience) { [weak self] in self?.end(.answered(.unanswered)) }
  }

  /// Ends the ring without an outcome. The door then no longer shows it.
  package func cancel() {
    report.withLock { $0 = nil }
    transport.stop {}
  }

  private func handle(_ event: TransportEvent, _ address: String) {
    switch event {
    case .listens, .receivedLossy, .mediumChanged: break
    case .opened(let link, _):
      transport.limitMessages(
        over: link, to: HandshakeLimits.messageBytesMax, lastWords: nil)
      if !transport.send(message.bytes, over: link) {
        end(.failed(TransportFault(address, .busy)))
      }
    case .received(let bytes, _):
      if let answer = RingAnswer(bytes) { return end(.answered(answer)) }
      let refusal = SecurityError(message: bytes) ?? .malformed
      end(
        refusal == .malformed
          ? .older : .failed(TransportFault(address, .notAdmitted(.init(refusal)))))
    case .closed(_, let fault): end(.failed(fault ?? TransportFault(address, .broken)))
    }
  }

  private func end(_ outcome: Outcome) {
    let report = self.report.withLock { report in
      defer { report = nil }
      return report
    }
    guard let report else { return }
    transport.stop {}
    report(outcome)
  }
}
