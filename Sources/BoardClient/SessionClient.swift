import BoardDocument
import Log
import Sharing
import Vocabulary
import Wire

/// Decides what a member's program does with its board, alone and in a session.
///
/// The client has no clock, no thread, no network and no file. Each method is one event, and returns what
/// the caller must do, in that order. The program and the simulator run the same value.
public struct SessionClient: Sendable {
  /// The board that is open. The screen borrows it for each event.
  public var board: BoardReplica
  /// Nil outside of a session.
  public internal(set) var session: Session?
  /// Own entries that are signed, and that nobody has been sent yet.
  public internal(set) var unsent: [Entry] = []
  /// When the picture is hashed, for the others to compare.
  var hashing = StateHashing()
  /// Whether the picture is to be hashed after a pause.
  public var willHash: Bool { hashing.due != nil }

  public init(board: BoardReplica) { self.board = board }

  /// The session that this member is in.
  public struct Session: Sendable {
    public let id: Bytes16
    /// Whether the board that is open is the session's. Until its beginning has come, this member is in the
    /// session with nothing.
    public internal(set) var hasBoard: Bool
    public internal(set) var shared: SharedBoard
    /// How the screen names the participants.
    var names: [ParticipantID: Bytes16] = [:]
    var arrivals = Arrivals()
    var ink = RemoteInk()
    var supplies = Supplies()
    let rights: SessionRights

    /// Whether the next frame has something new of other members to show.
    public var hasNews: Bool { !arrivals.isEmpty || !ink.grown.isEmpty }
  }

  /// A participant of the session.
  public struct Member: Sendable {
    public let participant: SharedBoard.Participant
    /// How the screen names them.
    public let name: Bytes16

    public init(_ participant: SharedBoard.Participant, named name: Bytes16) {
      (self.participant, self.name) = (participant, name)
    }
  }

  public enum Output: Sendable {
    /// Send to participants of the session, at once. What is lost is healed later.
    case send(SharedBoardMessage, to: Recipients, DeliveryMode)
    /// Send reliably, when there is room on the way to that participant; then call ``sent(to:at:using:)``.
    case sendPaced(SharedBoardMessage, to: ParticipantID)
    /// Read entries of these ranges, then call
    /// ``entriesRead(_:amountingTo:isLast:for:at:using:)``. Nil means: read on.
    case readEntries([EntryRange]?, for: ParticipantID)
    /// Entries of other members were merged: store them, and show what changed.
    case merged(Received)
    /// The screen has to hear this.
    case event(SessionEvent)
    /// Unfinished strokes have grown; ``showNews(at:using:)`` shows them.
    case inkGrew(WetStrokeID)
    /// Make log and picture anew from the board's file; then call ``rebuilt(_:_:since:at:using:)``.
    case rebuild
  }

  // MARK: Coming and going

  /// Enters a session, in place of the one before.
  ///
  /// - Parameters:
  ///   - isFounder: whether this member began it, and so holds all there is.
  ///   - hasBoard: whether the board that is open is the session's.
  public mutating func enter(
    _ id: Bytes16, as me: ParticipantID, isFounder: Bool, hasBoard: Bool, rights: SessionRights,
    at now: Uptime
  ) {
    let heads = hasBoard ? board.heads : []
    session = Session(
      id: id, hasBoard: hasBoard,
      shared: SharedBoard(me, isFounder: isFounder, knowing: heads, at: now), rights: rights)
    if !hasBoard { unsent = [] }
  }

  /// The board that is open is the session's from now on, or has been already.
  public mutating func boardCame(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    session?.hasBoard = true
    return knows(board.heads, at: now, using: &chance)
  }

  /// The session is over, for this member at least. The board stays.
  public mutating func leave() {
    session = nil
    unsent = []
  }

  /// Opens another board. It is the session's only once ``boardCame(at:using:)`` says so.
  public mutating func open(_ opened: OpenedBoard) -> BoardOpening {
    session?.hasBoard = false
    unsent = []
    return board.open(opened)
  }

  // MARK: What happens in the session

  public mutating func participantsChanged(
    to members: [Member], at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    session?.names = Dictionary(members.map { ($0.participant.id, $0.name) }) { _, last in last }
    let actions = session?.shared.participantsChanged(
      to: members.map(\.participant), at: now, using: &chance)
    return perform(actions ?? [], at: now, using: &chance)
  }

  /// Compares with the others what each knows, since messages may have been lost.
  public mutating func linkCameUp(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) {
    session?.shared.linkCameUp(at: now, using: &chance)
  }

  /// A message about the board. Bytes that are none come from another program, or a later one.
  public mutating func received(
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
    if case .healing(.supplied) = message { outputs = mergeArrivals(at: now, using: &chance) }
    let actions = session?.shared.received(message, from: sender, at: now, using: &chance)
    return outputs + perform(actions ?? [], at: now, using: &chance)
  }

  /// When ``woke(at:using:)`` is due.
  public var deadline: Uptime? {
    // Asked in place, for a shared board is a large value to copy.
    mutating get {
      guard session?.hasBoard == true, let hash = hashing.due else {
        return session?.shared.deadline
      }
      return min(hash, session?.shared.deadline ?? hash)
    }
  }

  public mutating func woke(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    // Other members do not know own entries that are not sent yet: their hash would differ. Sending the
    // entries makes the hash due again.
    if session?.hasBoard == true, hashing.isDue(at: now), board.unkept.isEmpty, unsent.isEmpty {
      session?.shared.made(Bytes16(high: 0, low: board.picture.stableHash), at: now)
    }
    let actions = session?.shared.woke(at: now, using: &chance)
    return perform(actions ?? [], at: now, using: &chance)
  }

  // MARK: What is known

  /// How far these replicas are known here.
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
  /// How far each replica is known.
  var heads: [ReplicaHead] { log.sortedHeads.map { ReplicaHead($0) } }
}

extension ReplicaHead {
  public init(_ head: Head) {
    self.init(
      head.replica, head.sequence, digest: head.digest?.half ?? Bytes16(high: 0, low: 0),
      isFrozen: head.isFrozen)
  }
}
