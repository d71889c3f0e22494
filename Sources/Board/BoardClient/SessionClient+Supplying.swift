import BoardSync
import EaselBase

// The client reads in parts the entries that participants lack, and sends them as fast as each
// participant accepts them.
extension SessionClient {
  /// - Returns: what to read now, or the next actions for the shared board if nothing can be read.
  mutating func supply(
    _ ranges: [EntryRange], to participant: ParticipantID
  ) -> (Output?, [SharedBoard.Action]) {
    guard session?.hasBoard == true else {
      return (nil, session?.shared.supplied([], to: participant) ?? [])
    }
    guard let ranges = session?.supplies.ask(ranges, by: participant) else { return (nil, []) }
    return (.readEntries(ranges, for: participant), [])
  }

  /// Handles a part of the entries that ``Output/readEntries(_:for:)`` asked for.
  ///
  /// - Parameters:
  ///   - ranges: the ranges that all parts cover together, as far as they are known.
  ///   - isLast: whether this is the last part; also true when the file cannot be read.
  public mutating func entriesRead(
    _ runs: [[UInt8]], amountingTo ranges: [EntryRange], isLast: Bool,
    for participant: ParticipantID,
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    session?.supplies.read(runs, amountingTo: ranges, isLast: isLast, for: participant)
    return goOnSupplying(participant, at: now, using: &chance)
  }

  /// The caller has sent the message of ``Output/sendPaced(_:to:)``.
  public mutating func sent(
    to participant: ParticipantID, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    session?.supplies.sent(to: participant)
    return goOnSupplying(participant, at: now, using: &chance)
  }

  /// The caller cannot send the message: the participant has left, or the session is over.
  public mutating func sendFailed(
    to participant: ParticipantID, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    session?.supplies.fail(for: participant)
    return goOnSupplying(participant, at: now, using: &chance)
  }

  private mutating func goOnSupplying(
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

/// The supplies that are under way, at most one for each participant. So a participant that keeps
/// asking and accepts nothing costs no more than a part.
struct CatchUpQueue: Sendable {
  private var supplies: [ParticipantID: Supply] = [:]

  private struct Supply: Sendable {
    var runs: [[UInt8]] = []
    var ranges: [EntryRange] = []
    /// Whether a part is being read.
    var isReading = true
    var isSending = false
    var hasSent = false
    var isLast = false
    /// Further ranges that the participant asks for meanwhile.
    var asked: [EntryRange] = []
  }

  enum Step {
    case send([UInt8])
    case read
    /// The supply is finished; it covered these ranges. The other ranges are what to supply next.
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
  /// it.
  mutating func next(for participant: ParticipantID) -> Step? {
    guard var supply = supplies[participant], !supply.isSending, !supply.isReading else {
      return nil
    }
    if !supply.runs.isEmpty {
      let run = supply.runs.removeFirst()
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
