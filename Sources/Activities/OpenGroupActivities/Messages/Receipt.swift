import EaselBase

/// What came of a message that was sent reliably.
public struct Delivery: Hashable, Sendable {
  /// Who confirmed it. A program confirms what reached it, whether or not it has read it yet.
  public let received: Set<Participant>
  /// Who left the call, fell silent or took nothing for too long before confirming it.
  public let missed: Set<Participant>
}

/// A message whose sender waits to hear that it arrived, or is about to.
struct Receipt {
  let ticket: UInt64
  /// Of the call's reliable stream, the last of the message; until that is known, any.
  var piece = UInt64.max
  private(set) var awaited: Set<Participant>
  private(set) var received: Set<Participant> = []
  private(set) var missed: Set<Participant> = []
  var continuation: CheckedContinuation<Delivery, any Error>?

  init(ticket: UInt64, readers: Set<Participant>) {
    (self.ticket, awaited) = (ticket, readers)
  }

  /// What is on its way to this member will not arrive.
  mutating func lose(_ member: MemberID) {
    let gone = awaited.filter { $0.seat.member == member }
    awaited.subtract(gone)
    missed.formUnion(gone)
  }

  /// These have not confirmed it yet; all others have.
  mutating func confirm(except lacking: [MemberID]) {
    let there = awaited.filter { !lacking.contains($0.seat.member) }
    awaited.subtract(there)
    received.formUnion(there)
  }

  /// - Returns: whether it is known what came of it and somebody was told.
  func isTold() -> Bool {
    guard awaited.isEmpty, let continuation else { return false }
    continuation.resume(returning: Delivery(received: received, missed: missed))
    return true
  }
}
