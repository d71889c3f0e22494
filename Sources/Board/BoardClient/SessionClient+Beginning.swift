import BoardDocument
import BoardLog
import EaselBase

// A member that joins may lack the beginning of the session's board. It asks the other members for
// it, and sends it to members that ask.
extension SessionClient {
  /// Handles a message about the beginning of the session's board.
  public mutating func received(
    _ message: BaseMessage, from sender: ParticipantID
  ) -> [Output] {
    if case .wanted = message { return give(to: sender) }
    guard let beginning = session?.search?.receive(message, from: sender) else {
      return askForBase()
    }
    session?.search = nil
    return [.beginningCame(beginning)]
  }

  /// Looks for the beginning of the session's board. Does nothing if that is under way.
  public mutating func lacks(_ genesis: BoardGenesis, at now: Uptime) -> [Output] {
    guard session?.hasBoard == false, session?.search == nil else { return [] }
    session?.search = BaseSearch(for: genesis, at: now)
    return askForBase()
  }

  /// Sends the bytes that the caller has read for ``Output/readBase(for:)``.
  ///
  /// - Parameter bytes: see `BoardBeginning.encoded(old:picture:)`.
  public mutating func baseRead(_ bytes: [UInt8], for participant: ParticipantID) -> [Output] {
    guard session?.given[participant] != nil else { return [] }
    session?.given[participant] = OutgoingBase(bytes)
    return baseSent(to: participant)
  }

  /// The caller has sent the message of ``Output/sendBase(_:to:)``.
  public mutating func baseSent(to participant: ParticipantID) -> [Output] {
    guard let part = session?.given[participant]?.next() else {
      session?.given[participant] = nil
      return []
    }
    return [.sendBase(part, to: participant)]
  }

  /// The caller cannot send that message: the participant has left, or the session is over.
  public mutating func baseFailed(to participant: ParticipantID) {
    session?.given[participant] = nil
  }

  /// Answers a participant, one request at a time: a member that asks and asks gets no more than one
  /// message on its way.
  private mutating func give(to participant: ParticipantID) -> [Output] {
    guard session?.names[participant] != nil, session?.given[participant] == nil else { return [] }
    session?.given[participant] = .finished
    guard session?.hasBoard == true else { return [.sendBase(.lacking, to: participant)] }
    return [.readBase(for: participant)]
  }

  /// Asks the next participant, if none is being asked.
  mutating func askForBase() -> [Output] {
    guard let drawers = session?.drawers, let other = session?.search?.next(among: drawers) else {
      return []
    }
    return [.sendBase(.wanted, to: other)]
  }
}
