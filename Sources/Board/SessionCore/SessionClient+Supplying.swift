import BoardSync
import EaselBase
import GroupBase

// The supply of entries that other participants lack. The client reads the entries part by part,
// and sends them as fast as the participant accepts them.
extension SessionClient {
  /// - Returns: the entries to read now, or the next actions for the shared board if this member
  ///   has no board to read from.
  mutating func supply(
    _ ranges: [EntryRange], to participant: ParticipantID
  ) -> (Output?, [SharedBoard.Action]) {
    guard session?.hasBoard == true else {
      return (nil, session?.shared.supplied([], to: participant) ?? [])
    }
    guard let ranges = session?.supplies.ask(ranges, by: participant) else { return (nil, []) }
    return (.readEntries(ranges, for: participant), [])
  }

  /// Handles a part of the entries that ``Output/readEntries(_:for:)`` requested.
  ///
  /// - Parameters:
  ///   - ranges: the ranges that all parts so far cover together.
  ///   - isLast: whether this is the last part; also true when the file cannot be read.
  package mutating func entriesRead(
    _ runs: [[UInt8]], amountingTo ranges: [EntryRange], isLast: Bool,
    for participant: ParticipantID,
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    session?.supplies.read(runs, amountingTo: ranges, isLast: isLast, for: participant)
    return continueSupplying(participant, at: now, using: &chance)
  }

  /// Handles the end of a send that ``Output/sendPaced(_:to:)`` requested.
  ///
  /// - Parameter isSent: false if the participant has left, or the session is over.
  package mutating func sendCompleted(
    to participant: ParticipantID, isSent: Bool, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    if isSent {
      session?.supplies.sent(to: participant)
    } else {
      session?.supplies.fail(for: participant)
    }
    return continueSupplying(participant, at: now, using: &chance)
  }

  private mutating func continueSupplying(
    _ participant: ParticipantID, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    switch session?.supplies.next(for: participant) {
    case nil: return []
    case .send(let run): return [.sendPaced(.entries(run), to: participant)]
    case .read: return [.readEntries(nil, for: participant)]
    case .end(let ranges, let following):
      let actions = session?.shared.supplied(ranges, to: participant)
      let outputs = perform(actions ?? [], at: now, using: &chance)
      return outputs + (following.map { [.readEntries($0, for: participant)] } ?? [])
    }
  }
}
