import BoardSync
import DequeModule
import EaselBase
import GroupBase

/// The supplies under way, at most one for each participant. A supply sends the entries that a
/// participant asked for, part by part. At most one part is in memory for each participant, even if
/// it keeps asking and accepts nothing.
struct CatchUpQueue: Sendable {
  private var supplies: [ParticipantID: Supply] = [:]

  private struct Supply: Sendable {
    var runs: Deque<[UInt8]> = []
    var ranges: [EntryRange] = []
    /// Whether a part is being read.
    var isReading = true
    var isSending = false
    var hasSent = false
    var isLast = false
    /// The ranges that the participant asked for while this supply was under way.
    var asked: [EntryRange] = []
  }

  enum Step {
    case send([UInt8])
    case read
    /// The supply is finished. The first value holds the ranges that it covered; `following` holds
    /// the ranges to supply next, nil if there are none.
    case end([EntryRange], following: [EntryRange]?)
  }

  /// - Returns: the ranges to begin now; nil while another supply is under way.
  mutating func ask(_ ranges: [EntryRange], by participant: ParticipantID) -> [EntryRange]? {
    guard let asked = supplies[participant]?.asked else {
      supplies[participant] = Supply()
      return ranges
    }
    supplies[participant]?.asked = Array((asked + ranges).prefix(AntiEntropyMessage.rangesMax))
    return nil
  }

  mutating func read(
    _ runs: [[UInt8]], amountingTo ranges: [EntryRange], isLast: Bool,
    for participant: ParticipantID
  ) {
    supplies[participant]?.runs += runs
    supplies[participant]?.ranges = ranges
    supplies[participant]?.isReading = false
    supplies[participant]?.isLast = isLast
  }

  mutating func sent(to participant: ParticipantID) {
    supplies[participant]?.isSending = false
    supplies[participant]?.hasSent = true
  }

  /// Ends a supply that failed: none of its entries count as sent.
  mutating func fail(for participant: ParticipantID) {
    guard let asked = supplies[participant]?.asked else { return }
    supplies[participant] = Supply(isReading: false, isLast: true, asked: asked)
  }

  /// Returns the next step of a participant's supply; nil while the caller still reads or sends for
  /// this participant.
  mutating func next(for participant: ParticipantID) -> Step? {
    guard var supply = supplies[participant], !supply.isSending, !supply.isReading else {
      return nil
    }
    if let run = supply.runs.popFirst() {
      supply.isSending = true
      supplies[participant] = supply
      return .send(run)
    }
    if !supply.isLast {
      supplies[participant]?.isReading = true
      return .read
    }
    supplies[participant] = supply.asked.isEmpty ? nil : Supply()
    return .end(
      supply.hasSent ? supply.ranges : [], following: supply.asked.isEmpty ? nil : supply.asked)
  }
}
