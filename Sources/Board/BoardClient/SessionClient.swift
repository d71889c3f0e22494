import BoardDocument
import BoardLog
import BoardSync
import EaselBase

/// Decides what a member's program does with its board, alone and in a session.
///
/// The client has no clock, no thread, no network and no file. Each method is one event, and
/// returns what the caller must do, in that order. The program and the simulator run the same
/// value.
package struct SessionClient: Sendable {
  /// The open board. The screen borrows it for each event.
  package var board: BoardReplica
  /// Nil outside of a session.
  package internal(set) var session: Session?
  /// Own entries that are signed and not sent yet.
  package internal(set) var unsent: [Entry] = []
  /// Schedules the hashing of the picture, which other members compare with theirs.
  var hashing = StateHashing()
  /// Schedules the rebuilding of log and picture from the file.
  var rebuilding = Rebuilding()

  package init(board: BoardReplica) { self.board = board }

  /// The session that this member is in.
  package struct Session: Sendable {
    package let id: Bytes16
    /// Whether the open board is the session's board. Until that board's beginning has come, this
    /// member is in the session without a board.
    package internal(set) var hasBoard: Bool
    package internal(set) var shared: SharedBoard
    /// The ids by which the screen names the participants.
    var names: [ParticipantID: Bytes16] = [:]
    var arrivals = Arrivals()
    var ink = RemoteInk()
    var supplies = CatchUpQueue()
    var snapshots: SnapshotExchange
    let rights: SessionRights
    /// The entries of other members that were refused in this session.
    package internal(set) var refused = RefusalCounts()

    /// Whether the next frame has something new of other members to show.
    package var hasNews: Bool { !arrivals.isEmpty || !ink.grown.isEmpty }
  }

  /// A participant of the session.
  package struct Member: Sendable {
    package let participant: SharedBoard.Participant
    /// The id by which the screen names them.
    package let name: Bytes16

    package init(_ participant: SharedBoard.Participant, named name: Bytes16) {
      (self.participant, self.name) = (participant, name)
    }
  }

  package enum Output: Sendable {
    /// Send to participants of the session, at once. anti-entropy repairs a loss later.
    case send(SharedBoardMessage, to: Recipients, DeliveryMode)
    /// Send reliably, as soon as the link to that participant has room; then call
    /// ``sendCompleted(to:isSent:at:using:)``.
    case sendPaced(SharedBoardMessage, to: ParticipantID)
    /// Read entries of these ranges, then call
    /// ``entriesRead(_:amountingTo:isLast:for:at:using:)``. Nil means: read on.
    case readEntries([EntryRange]?, for: ParticipantID)
    /// Entries of other members were merged: store them, and show what changed.
    case merged(Received)
    /// Entries of other members were refused: log the causes.
    case refused(RefusalCounts)
    /// Send this event to the screen.
    case event(SessionEvent)
    /// Unfinished strokes have grown; ``showNews(at:using:)`` shows them.
    case inkGrew(WetStrokeID)
    /// Make log and picture anew from the board's file; then call
    /// ``rebuilt(_:besides:reading:at:using:)``.
    case rebuild(reading: Int)
    /// Send reliably, as soon as the link to that participant has room; then call
    /// ``baseSendCompleted(to:isSent:)``.
    case sendBase(BaseMessage, to: ParticipantID)
    /// Read the beginning of the open board, then call ``baseRead(_:for:)``.
    case readBase(for: ParticipantID)
    /// Open this board, which the session is about; then call ``boardCame(at:using:)``.
    case beginningCame(BoardBeginning)
  }

  // MARK: Coming and going

  /// Enters a session, which replaces the previous session.
  ///
  /// - Parameters:
  ///   - isFounder: whether this member began the session, and so holds the whole board.
  ///   - genesis: nil if the open board is the session's; else the genesis of the session's board,
  ///     whose beginning the client asks the other participants for.
  package mutating func enter(
    _ id: Bytes16, as me: ParticipantID, isFounder: Bool, lacking genesis: BoardGenesis?,
    rights: SessionRights, at now: Uptime
  ) {
    let hasBoard = genesis == nil
    let heads = hasBoard ? board.heads : []
    session = Session(
      id: id, hasBoard: hasBoard,
      shared: SharedBoard(me, isFounder: isFounder, knowing: heads, at: now),
      snapshots: SnapshotExchange(lacking: genesis, at: now), rights: rights)
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

  /// Ends the session, at least for this member. The board stays.
  package mutating func leave() {
    session = nil
    unsent = []
  }

  /// Opens another board. It becomes the session's board only when ``boardCame(at:using:)`` is
  /// called.
  package mutating func open(_ opened: OpenedBoard) -> BoardOpening {
    session?.hasBoard = false
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

  /// Starts to compare with the other participants which entries each knows, since messages may
  /// have been lost.
  package mutating func linkCameUp(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) {
    session?.shared.linkCameUp(at: now, using: &chance)
  }

  /// Handles a message about the board. Bytes that are no message come from another program or a
  /// later version; they are ignored.
  package mutating func received(
    _ bytes: [UInt8], from sender: ParticipantID, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    let message: SharedBoardMessage
    do {
      guard let read = try SharedBoardMessage(decoding: bytes) else { return [] }
      message = read
    } catch { return [] }
    var outputs: [Output] = []
    // The client must know the entries of a supply before it asks for the next ones.
    if case .antiEntropy(.supplied) = message { outputs = mergeArrivals(at: now, using: &chance) }
    let actions = session?.shared.received(message, from: sender, at: now, using: &chance)
    return outputs + perform(actions ?? [], at: now, using: &chance)
  }

  /// The uptime at which ``woke(at:using:)`` is due.
  package var deadline: Uptime? {
    // Read in place, because a shared board is a large value to copy.
    mutating get {
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
    // Other members do not know own entries that are not sent yet, and a picture that is to be made
    // anew is provisional: the hash would differ from theirs. Sending the entries or the new
    // picture makes it due again.
    if session?.hasBoard == true, hashing.isDue(at: now), board.unkept.isEmpty, unsent.isEmpty,
      !willRebuild
    {
      session?.shared.made(Bytes16(high: 0, low: board.picture.stableHash), at: now)
    }
    session?.snapshots.woke(at: now)
    let actions = session?.shared.woke(at: now, using: &chance)
    return perform(actions ?? [], at: now, using: &chance) + requestBase()
      + rebuildIfDue(at: now)
  }

  private mutating func requestBase() -> [Output] { session?.snapshots.request() ?? [] }

  // MARK: Known entries

  /// Notes up to which entry each of these replicas is known here.
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

extension BoardReplica {
  /// The last known entry of each replica.
  var heads: [ReplicaHead] { log.sortedHeads.map { ReplicaHead($0) } }
}

extension ReplicaHead {
  package init(_ head: Head) {
    self.init(
      head.replica, head.sequence, digest: head.digest?.half ?? Bytes16(high: 0, low: 0),
      isFrozen: head.isFrozen)
  }
}
