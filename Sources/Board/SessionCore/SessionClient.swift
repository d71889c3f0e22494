import BoardContract
import BoardDocument
import BoardLog
import BoardSync
import EaselBase
import GroupBase

/// Decides what a member's program does with its board, alone and in a session.
///
/// The client has no clock, no thread, no network and no file. Each method handles one event and
/// returns the actions that the caller must perform, in that order. The program and the simulator
/// use the same type.
package struct SessionClient: Sendable {
  /// The open board. The screen borrows it for each event.
  package var board: BoardReplica
  /// Nil outside of a session.
  package internal(set) var session: Session?
  /// Own entries that are signed and stored, but not sent yet.
  package internal(set) var unsent: [Entry] = []
  /// The entries that had arrived in a session before this member left it, and are not merged yet.
  var remains = Arrivals()
  /// Schedules the hashing of the picture. Members compare these hashes.
  var hashing = StateHashing()
  /// Schedules the rebuilding of log and picture from the file.
  var rebuilding = Rebuilding()

  package init(board: BoardReplica) { self.board = board }

  /// The session that this member is in.
  package struct Session: Sendable {
    package let id: SessionUUID
    /// Whether the open board is the session's board. Before the beginning of the session's board
    /// has arrived, this member is in the session without a board.
    package internal(set) var hasBoard: Bool
    package internal(set) var shared: SharedBoard
    /// The ids by which the screen names the participants.
    var names: [ParticipantID: ParticipantUUID] = [:]
    var arrivals = Arrivals()
    var ink = RemoteInk()
    var supplies = CatchUpQueue()
    var snapshots: SnapshotExchange
    let rights: SessionRights
    /// Whether the screen knows that this member has caught up.
    var isCaughtUp = false
    let enteredAt: Uptime
    /// The data that this member refused in this session, by the sender's name; of those who are not
    /// in the session, under nil.
    package internal(set) var refusals: [ParticipantUUID?: RefusalCounts] = [:]

    /// Whether the next frame has new ink or entries of other members to show.
    package var hasNews: Bool { !arrivals.isEmpty || !ink.grown.isEmpty }

    /// The unfinished strokes that have grown since the last frame.
    package var grownStrokes: [WetStrokeID] { ink.grown }
  }

  /// A participant of the session.
  package struct Member: Sendable {
    package let participant: SharedBoard.Participant
    /// The id by which the screen names this participant.
    package let name: ParticipantUUID

    package init(_ participant: SharedBoard.Participant, named name: ParticipantUUID) {
      (self.participant, self.name) = (participant, name)
    }
  }

  package enum Output: Sendable {
    /// Send to participants of the session at once. Anti-entropy repairs a loss later.
    case send(SharedBoardMessage, to: Recipients, DeliveryMode)
    /// Send reliably, as soon as the link to this participant has room; then call
    /// ``sendCompleted(to:isSent:at:using:)``.
    case sendPaced(SharedBoardMessage, to: ParticipantID)
    /// Read entries of these ranges, then call ``entriesRead(_:amountingTo:isLast:for:at:using:)``.
    /// Nil means: continue with the ranges of the previous read.
    case readEntries([EntryRange]?, for: ParticipantID)
    /// Entries of other members were merged: store them, and show the changes.
    case merged(Received)
    /// Show the changes by entries that were merged, and stored, before.
    case shown(BoardChange)
    /// Entries or messages of other members were refused: log the reasons.
    case refused(RefusalCounts)
    /// Send this event to the screen.
    case event(SessionEvent)
    /// Rebuild log and picture from the board's file; then call
    /// ``rebuilt(_:besides:reading:at:using:)``.
    case rebuild(reading: Int)
    /// Send reliably, as soon as the link to this participant has room; then call
    /// ``baseSendCompleted(to:isSent:)``.
    case sendBase(BaseMessage, to: ParticipantID)
    /// Read the beginning of the open board, then call ``baseRead(_:for:)``.
    case readBase(for: ParticipantID)
    /// Open this board, which is the session's board; then call ``boardCame(at:using:)``.
    case beginningCame(BoardBeginning)
  }

  // MARK: Coming and going

  /// Enters a session, which replaces the previous session.
  ///
  /// - Parameters:
  ///   - isFounder: whether this member began the session. A founder holds the whole board.
  ///   - genesis: nil if the open board is the session's board; else the genesis of the session's
  ///     board. The client then asks the other participants for the beginning of that board.
  package mutating func enter(
    _ id: SessionUUID, as me: ParticipantID, isFounder: Bool, lacking genesis: BoardGenesis?,
    rights: SessionRights, at now: Uptime
  ) {
    let hasBoard = genesis == nil
    let heads = hasBoard ? board.heads : []
    setArrivalsAside()
    session = Session(
      id: id, hasBoard: hasBoard,
      shared: SharedBoard(me, isFounder: isFounder, knowing: heads, at: now),
      snapshots: SnapshotExchange(lacking: genesis, at: now), rights: rights, enteredAt: now)
    if !hasBoard { unsent = [] }
  }

  /// Notes that the open board is the session's board.
  package mutating func boardCame(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    session?.hasBoard = true
    session?.snapshots.end()
    return knows(board.heads, at: now, using: &chance)
  }

  /// Ends the session, at least for this member. The board stays, and gets all entries that have
  /// arrived so far.
  package mutating func leave() {
    setArrivalsAside()
    session = nil
    unsent = []
  }

  /// Opens another board. It counts as the session's board only after ``boardCame(at:using:)``. What
  /// has arrived for the board before and is not merged yet is dropped.
  package mutating func open(_ opened: LoadedBoard) -> BoardSwitch {
    session?.hasBoard = false
    session?.arrivals = Arrivals()
    remains = Arrivals()
    unsent = []
    rebuilding.cancel()
    return board.open(opened)
  }

  // MARK: Events of the session

  package mutating func participantsChanged(
    to members: [Member], at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    let names = Dictionary(members.map { ($0.participant.id, $0.name) }) { _, last in last }
    session?.names = names
    let drawers = members.map(\.participant).filter { $0.mayDraw && $0.id != session?.shared.me }
    session?.snapshots.participantsChanged(to: Set(names.keys), drawers: drawers.map(\.id))
    let actions = session?.shared.participantsChanged(
      to: members.map(\.participant), at: now, using: &chance)
    return perform(actions ?? [], at: now, using: &chance) + requestBase()
  }

  /// Starts a comparison of the known entries with the other participants, since messages may have
  /// been lost.
  package mutating func linkCameUp(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) {
    session?.shared.linkCameUp(at: now, using: &chance)
  }

  /// Handles a message about the board. Bytes that cannot be read are refused and counted; a
  /// kind of message that only a later version knows is ignored.
  package mutating func received(
    _ bytes: [UInt8], from sender: ParticipantID, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    let message: SharedBoardMessage
    do {
      guard let read = try SharedBoardMessage(decoding: bytes) else { return [] }
      message = read
    } catch { return note(RefusalCounts(.unreadableMessage), from: sender) }
    var outputs: [Output] = []
    // The client must merge the entries of a supply before it asks for the next ones.
    if case .antiEntropy(.supplied) = message {
      outputs = mergeArrivals(at: now, using: &chance)
      if isBehind {
        session?.arrivals.add(.message(message, from: sender))
        return outputs
      }
    }
    let actions = session?.shared.received(message, from: sender, at: now, using: &chance)
    return outputs + perform(actions ?? [], at: now, using: &chance)
  }

  /// The uptime at which ``woke(at:using:)`` is due.
  package var deadline: Uptime? {
    // Read in place, because a shared board is a large value to copy.
    mutating get {
      // A slice waits only until keys and signals were handled.
      if isBehind { return Uptime(milliseconds: 0) }
      let shared = session?.shared.deadline
      guard session?.hasBoard == true else { return earlier(shared, session?.snapshots.deadline) }
      return earlier(earlier(shared, hashing.due), rebuilding.due)
    }
  }

  private func earlier(_ one: Uptime?, _ other: Uptime?) -> Uptime? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  package mutating func woke(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    // Own entries that are not sent yet are unknown to other members, and a picture is provisional
    // before its rebuilding. In both cases the hash would differ from the hashes of other members.
    // Hashing becomes due again when the entries are sent or the picture is rebuilt. A picture that
    // lacks entries of a newer version would differ as well, so it is never hashed.
    if session?.hasBoard == true, !isBehind, hashing.isDue(at: now), board.unkept.isEmpty,
      unsent.isEmpty, !willRebuild, !board.hasUnreadable
    {
      session?.shared.made(Bytes16(high: 0, low: board.picture.stableHash), at: now)
    }
    session?.snapshots.woke(at: now)
    let actions = session?.shared.woke(at: now, using: &chance)
    var outputs = perform(actions ?? [], at: now, using: &chance)
    if isBehind { outputs += showNews(at: now, using: &chance) }
    return outputs + requestBase() + rebuildIfDue(at: now)
  }

  private mutating func requestBase() -> [Output] { session?.snapshots.request() ?? [] }

  // MARK: Known entries

  /// Notes the last known entry of each of these replicas.
  mutating func knows(
    _ heads: [ReplicaHead], at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    hashing.changed(at: now)
    let actions = session?.shared.knows(heads, at: now, using: &chance)
    return perform(actions ?? [], at: now, using: &chance)
  }

  mutating func knows(
    _ replicas: [ReplicaID], at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    let heads = replicas.compactMap { board.log.head(of: $0).map { ReplicaHead($0) } }
    return knows(heads, at: now, using: &chance)
  }
}
