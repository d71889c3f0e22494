import BoardLog
import EaselBase
import GroupBase
import GroupCore
import GroupTesting

/// A person with a disk and a key; a person outlives processes.
final class SimulatedPerson {
  let index: Int
  let mayDraw: Bool
  let lies: Bool
  /// Whether this person's program is older than the others'.
  let isOlder: Bool
  let publicKey: [UInt8]
  let author: AuthorID
  /// The files of boards, by the boards' names.
  var files: [BoardNumber: SimulatedDisk<Entry>] = [:]
  var process: SimulatedProcess?
  /// The last board seen, which a restarted program opens.
  var lastBoard: BoardNumber?
  /// The difference between this person's clock and the world's, in milliseconds.
  var clockError: Int64 = 0
  var boardsBegun: UInt64 = 0
  var nonces: UInt64 = 0
  /// Whether the person's next act is on the agenda.
  var acting = false

  init(_ index: Int, plan: Plan) {
    self.index = index
    mayDraw = !plan.watchers.contains(index)
    lies = plan.liar == index || plan.crowded?.hostile[index] != nil
    isOlder = plan.older.contains(index)
    publicKey = Self.publicKey(index)
    author = ReplicaGenesis.author(of: publicKey)
  }

  static func publicKey(_ index: Int) -> [UInt8] { StandInSigner.publicKey(UInt64(index) + 1) }

  /// Returns a nonce that was never returned before.
  func nonce() -> [UInt8] {
    nonces += 1
    return [UInt64(index), nonces].flatMap { word in
      withUnsafeBytes(of: word.bigEndian) { Array($0) }
    }
  }
}

/// The name of a board, wherever it is open; a session's activity holds it.
struct BoardNumber: Hashable, Comparable {
  let raw: UInt64

  static func < (left: Self, right: Self) -> Bool { left.raw < right.raw }

  /// The person who began the board owns it.
  var genesis: BoardGenesis {
    BoardGenesis(
      nonce: [UInt8](repeating: 0, count: 8) + bytes,
      owner: SimulatedPerson.publicKey(Int(raw >> 32)))
  }

  var bytes: [UInt8] { withUnsafeBytes(of: raw.bigEndian) { Array($0) } }

  init(raw: UInt64) { self.raw = raw }

  init?(_ bytes: [UInt8]) {
    guard bytes.count == 8 else { return nil }
    raw = bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// One run of a program: a member of the call, and perhaps of a session.
final class SimulatedProcess {
  let person: SimulatedPerson
  let member: MemberID
  /// The offset of this machine's uptime: uptimes of different machines are unrelated.
  private let boot: Int64
  var call: Call
  var player: Player?
  var wakeAt: Uptime?
  /// Whether the process is paused; it continues later without noticing the pause.
  var isPaused = false
  var held: [WorldEvent] = []
  /// Finds another upstream for the process after it has lost its own.
  var redial: Reconnector
  /// Dials that have neither succeeded nor been given up.
  var attempts: Set<LinkID> = []
  /// Whether links or members have changed since `redial` last heard of them.
  var hasRedialNews = false
  /// Whether a person tells the process which member to dial.
  var isInvited = false
  /// The members that refused a dial because they are below this process in the tree.
  var refused: Set<MemberID> = []
  /// The target of each link that this process dialled by invitation, until the link is up.
  var dialled: [LinkID: MemberID] = [:]
  /// The numbers of the messages in the names of others that this process has opened.
  var openedForgeries: Set<UInt64> = []
  var offers: [SessionID: SessionRecord] = [:]
  /// The session that the process is in or joins.
  var session: SessionID?
  /// The sessions that the process left.
  var leftSessions: Set<SessionID> = []
  /// The call's actions that are still to be performed.
  var pending: [Call.Action] = []
  var isPerforming = false

  init(_ person: SimulatedPerson, _ member: MemberID, boot: Int64, now: Uptime) {
    self.person = person
    self.member = member
    self.boot = boot
    let profile = MemberProfile(kind: .person, addresses: ["\(member.raw)"])
    call = Call(
      me: member, profile: profile, coding: ProgramCoding.call, at: now.advanced(by: boot))
    redial = Reconnector(me: member)
  }

  func local(_ moment: Uptime) -> Uptime { moment.advanced(by: boot) }
  func world(_ moment: Uptime) -> Uptime { moment.advanced(by: -boot) }

  /// The time at which the call wants to wake up.
  var callDeadline: Uptime? { Self.deadline(of: &call) }

  /// Reads the deadline in place, since a call is a large value to copy.
  private static func deadline(of call: inout Call) -> Uptime? { call.deadline }

  /// The deadline by the world's clock.
  var deadline: Uptime? {
    var first = callDeadline
    for case let moment? in [player?.deadline, redial.deadline] {
      first = first.map { min($0, moment) } ?? moment
    }
    return first.map(world)
  }
}

/// The surroundings of a player: its world and its process.
struct PlayerContext {
  let world: World
  let process: SimulatedProcess

  init(_ world: World, _ process: SimulatedProcess) {
    self.world = world
    self.process = process
  }

  var now: Uptime { process.local(world.now) }
  var person: SimulatedPerson { process.person }
  /// Milliseconds since 1970, by this person's clock.
  var clock: Int64 { 1_700_000_000_000 + world.now.milliseconds + person.clockError }
}
