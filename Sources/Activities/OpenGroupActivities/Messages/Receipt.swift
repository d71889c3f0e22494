import EaselBase
import GroupBase

/// The outcome of a message that was sent reliably.
public struct Delivery: Hashable, Sendable {
  /// The participants that confirmed it. A program confirms each message that reached it, even
  /// before it reads the message.
  public let received: Set<Participant>
  /// The participants that left the call, fell silent or accepted nothing for too long before
  /// confirming.
  public let missed: Set<Participant>
}

/// A message whose sender waits for confirmations, or is about to wait.
struct Receipt {
  let waitID: UInt64
  /// The last piece of the message in the call's reliable stream; the maximum until it is known.
  var piece = UInt64.max
  private(set) var awaited: Set<Participant>
  private(set) var received: Set<Participant> = []
  private(set) var missed: Set<Participant> = []
  var continuation: CheckedContinuation<Delivery, any Error>?

  init(waitID: UInt64, readers: Set<Participant>) {
    (self.waitID, awaited) = (waitID, readers)
  }

  /// Records that messages on their way to this member will not arrive.
  mutating func lose(_ member: MemberID) {
    let gone = awaited.filter { $0.participantID.member == member }
    awaited.subtract(gone)
    missed.formUnion(gone)
  }

  /// Records that all participants have confirmed except those of the members in `lacking`.
  mutating func confirm(except lacking: [MemberID]) {
    let there = awaited.filter { !lacking.contains($0.participantID.member) }
    awaited.subtract(there)
    received.formUnion(there)
  }

  /// Resumes the waiting sender if the outcome is known.
  ///
  /// - Returns: whether the sender was resumed.
  func resumeIfComplete() -> Bool {
    guard awaited.isEmpty, let continuation else { return false }
    continuation.resume(returning: Delivery(received: received, missed: missed))
    return true
  }
}
