import BoardDocument
import BoardLog
import BoardSync
import EaselBase

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
  /// When log and picture are made anew from the file.
  var rebuilding = Rebuilding()
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
    var supplies = CatchUpQueue()
    /// The other participants that may draw, in order.
    var drawers: [ParticipantID] = []
    /// Looks for the beginning of the board; nil where it is here.
    var search: BaseSearch?
    /// The beginning, on its way to those that asked for it.
    var given: [ParticipantID: OutgoingBase] = [:]
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
    /// Make log and picture anew from the board's file; then call
    /// ``rebuilt(_:besides:reading:at:using:)``.
    case rebuild(reading: Int)
    /// Send reliably, when there is room on the way to that participant; then call ``baseSent(to:)``.
    case sendBase(BaseMessage, to: ParticipantID)
    /// Read the beginning of the board that is open, then call ``baseRead(_:for:)``.
    case readBase(for: ParticipantID)
    /// Open this board, which the session is about; then call ``boardCame(at:using:)``.
    case beginningCame(BoardBeginning)
  }

  // MARK: Coming and going

  /// Enters a session, in place of the one before.
  ///
  /// - Parameters:
  ///   - isFounder: whether this member began it, and so holds all there is.
  ///   - genesis: nil where the board that is open is the session's; else the genesis of that board, whose
  ///     beginning the client asks the others for.
  public mutating func enter(
    _ id: Bytes16, as me: ParticipantID, isFounder: Bool, lacking genesis: BoardGenesis?,
    rights: SessionRights, at now: Uptime
  ) {
    let hasBoard = genesis == nil
    let heads = hasBoard ? board.heads : []
    session = Session(
      id: id, hasBoard: hasBoard,
      shared: SharedBoard(me, isFounder: isFounder, knowing: heads, at: now), rights: rights)
    session?.search = genesis.map { BaseSearch(for: $0, at: now) }
    if !hasBoard { unsent = [] }
  }

  /// The board that is open is the session's from now on, or has been already.
  public mutating func boardCame(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    session?.hasBoard = true
    session?.search = nil
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
    rebuilding.cancel()
    return board.open(opened)
  }

  // MARK: What happens in the session

  public mutating func participantsChanged(
    to members: [Member], at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    let names = Dictionary(members.map { ($0.participant.id, $0.name) }) { _, last in last }
    session?.names = names
    let given = session?.given ?? [:]
    session?.given = given.filter { names[$0.key] != nil }
    let drawers = members.map(\.participant).filter { $0.mayDraw && $0.id != session?.shared.me }
    session?.drawers = drawers.map(\.id).sorted()
    let actions = session?.shared.participantsChanged(
      to: members.map(\.participant), at: now, using: &chance)
    return perform(actions ?? [], at: now, using: &chance) + askForBase()
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
    // In place, because a shared board is a large value to copy.
    mutating get {
      let shared = session?.shared.deadline
      guard session?.hasBoard == true else { return earlier(shared, session?.search?.due) }
      return earlier(earlier(shared, hashing.due), rebuilding.due)
    }
  }

  private func earlier(_ one: Uptime?, _ other: Uptime?) -> Uptime? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  public mutating func woke(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    // Other members do not know own entries that are not sent yet, and a picture that is to be made anew is
    // provisional: the hash would differ from theirs. Sending the entries or the new picture makes it due
    // again.
    if session?.hasBoard == true, hashing.isDue(at: now), board.unkept.isEmpty, unsent.isEmpty,
      !willRebuild
    {
      session?.shared.made(Bytes16(high: 0, low: board.picture.stableHash), at: now)
    }
    if let due = session?.search?.due, due <= now { session?.search?.waited(at: now) }
    let actions = session?.shared.woke(at: now, using: &chance)
    return perform(actions ?? [], at: now, using: &chance) + askForBase()
      + rebuildIfDue(at: now)
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
