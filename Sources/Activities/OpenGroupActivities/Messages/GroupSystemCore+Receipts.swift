import EaselBase
import GroupBase

extension GroupSystemCore {
  /// Records that messages on their way to this member will not arrive.
  mutating func lost(_ member: MemberID) {
    for index in receipts.indices { receipts[index].lose(member) }
  }

  /// Removes the receipts that each recipient confirmed or can no longer confirm, and passes the
  /// outcome to the senders.
  mutating func completeReceipts() {
    for index in receipts.indices where !receipts[index].awaited.isEmpty {
      receipts[index].confirm(except: call?.lacking(receipts[index].piece) ?? [])
    }
    receipts.removeAll { $0.resumeIfComplete() }
  }

  mutating func await(
    receipt waitID: UInt64, _ continuation: CheckedContinuation<Delivery, any Error>
  ) {
    guard let index = receipts.firstIndex(where: { $0.waitID == waitID }) else {
      return continuation.resume(throwing: GroupSessionError.notJoined)
    }
    receipts[index].continuation = continuation
    completeReceipts()
  }

  mutating func cancelReceipt(_ waitID: UInt64) {
    guard let index = receipts.firstIndex(where: { $0.waitID == waitID }) else { return }
    receipts.remove(at: index).continuation?.resume(throwing: CancellationError())
  }
}
