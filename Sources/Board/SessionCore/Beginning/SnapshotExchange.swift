import BoardDocument
import BoardLog
import EaselBase
import GroupBase

/// Exchanges the beginning of the session's board with other members: asks for it if this member
/// joined without it, and sends it to members that ask.
struct SnapshotExchange: Sendable {
  /// The fetch of the beginning; nil if this member has the beginning.
  private var fetch: SnapshotFetch?
  /// The beginnings under way, by the participant that asked for each.
  private var outgoing: [ParticipantID: OutgoingBase] = [:]
  private var participants: Set<ParticipantID> = []
  /// The other participants that may draw, in order.
  private var drawers: [ParticipantID] = []

  /// - Parameter genesis: the genesis of the session's board; nil if this member has the board's
  ///   beginning.
  init(lacking genesis: BoardGenesis?, at now: Uptime) {
    fetch = genesis.map { SnapshotFetch(for: $0, at: now) }
  }

  /// The uptime at which ``woke(at:)`` is due.
  var deadline: Uptime? { fetch?.due }

  mutating func participantsChanged(
    to participants: Set<ParticipantID>, drawers: [ParticipantID]
  ) {
    self.participants = participants
    self.drawers = drawers.sorted()
    outgoing = outgoing.filter { participants.contains($0.key) }
  }

  mutating func woke(at now: Uptime) {
    if let fetch, fetch.due <= now { self.fetch?.waited(at: now) }
  }

  // MARK: Fetching

  /// Fetches the beginning, if no fetch is under way.
  mutating func begin(_ genesis: BoardGenesis, at now: Uptime) -> [SessionClient.Output] {
    guard fetch == nil else { return [] }
    fetch = SnapshotFetch(for: genesis, at: now)
    return request()
  }

  /// Asks the next participant, if none is being asked.
  mutating func request() -> [SessionClient.Output] {
    fetch?.next(among: drawers).map { [.sendBase(.wanted, to: $0)] } ?? []
  }

  /// Ends the fetch, because the beginning is here.
  mutating func end() { fetch = nil }

  // MARK: Messages

  /// - Parameter hasBoard: whether this member has the session's board.
  mutating func received(
    _ message: BaseMessage, from sender: ParticipantID, hasBoard: Bool
  ) -> [SessionClient.Output] {
    if case .wanted = message { return answer(sender, hasBoard: hasBoard) }
    guard let beginning = fetch?.receive(message, from: sender) else { return request() }
    fetch = nil
    return [.beginningCame(beginning)]
  }

  /// Answers a participant's request, unless an answer to the same participant is under way. A
  /// member that asks again and again still gets only one message at a time.
  private mutating func answer(
    _ participant: ParticipantID, hasBoard: Bool
  ) -> [SessionClient.Output] {
    guard participants.contains(participant), outgoing[participant] == nil else { return [] }
    outgoing[participant] = .finished
    return hasBoard ? [.readBase(for: participant)] : [.sendBase(.lacking, to: participant)]
  }

  /// Sends the bytes of the beginning that the caller has read.
  mutating func read(_ bytes: [UInt8], for participant: ParticipantID) -> [SessionClient.Output] {
    guard outgoing[participant] != nil else { return [] }
    outgoing[participant] = OutgoingBase(bytes)
    return sendCompleted(to: participant, isSent: true)
  }

  mutating func sendCompleted(
    to participant: ParticipantID, isSent: Bool
  ) -> [SessionClient.Output] {
    guard isSent, let part = outgoing[participant]?.next() else {
      outgoing[participant] = nil
      return []
    }
    return [.sendBase(part, to: participant)]
  }
}
