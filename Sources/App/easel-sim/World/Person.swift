import BoardLog
import EaselBase
import GroupCore
import GroupTesting

/// Somebody with a disk and a key, who outlives processes.
final class Person {
  let index: Int
  let mayDraw: Bool
  let lies: Bool
  let publicKey: [UInt8]
  let author: AuthorID
  /// The files of boards, by the boards' names.
  var files: [BoardName: SimulatedDisk<Entry>] = [:]
  var process: Process?
  /// The last board seen, which a restarted program opens.
  var lastBoard: BoardName?
  /// What is added to the world's clock to give this person's.
  var clockError: Int64 = 0
  var boardsBegun: UInt64 = 0
  var nonces: UInt64 = 0
  /// The last moment for which something to do is noted.
  var acting = false

  init(_ index: Int, plan: Plan) {
    self.index = index
    mayDraw = !plan.watchers.contains(index)
    lies = plan.liar == index || plan.crowded?.hostile[index] != nil
    publicKey = Self.publicKey(index)
    author = ReplicaGenesis.author(of: publicKey)
  }

  static func publicKey(_ index: Int) -> [UInt8] { StandInSigner.publicKey(UInt64(index) + 1) }

  /// Never the same twice.
  func nonce() -> [UInt8] {
    nonces += 1
    return [UInt64(index), nonces].flatMap { word in
      withUnsafeBytes(of: word.bigEndian) { Array($0) }
    }
  }
}

/// One board, wherever it is opened; what a session's activity says.
struct BoardName: Hashable, Comparable {
  let raw: UInt64

  static func < (left: Self, right: Self) -> Bool { left.raw < right.raw }

  /// Owned by whoever began it.
  var genesis: BoardGenesis {
    BoardGenesis(
      nonce: [UInt8](repeating: 0, count: 8) + bytes, owner: Person.publicKey(Int(raw >> 32)))
  }

  var bytes: [UInt8] { withUnsafeBytes(of: raw.bigEndian) { Array($0) } }

  init(raw: UInt64) { self.raw = raw }

  init?(_ bytes: [UInt8]) {
    guard bytes.count == 8 else { return nil }
    raw = bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// One run of a program: a seat in the call and perhaps in a session.
final class Process {
  let person: Person
  let member: MemberID
  /// A machine's uptime says nothing of another's.
  private let boot: Int64
  var call: Call
  var player: (any Player)?
  var wakeAt: Uptime?
  /// Stopped, and goes on later as if nothing had been.
  var isPaused = false
  var held: [World.Event] = []
  /// Finds it another upstream when its own is gone.
  var redial: Reconnector
  /// Dials that neither came through nor were given up.
  var attempts: Set<LinkID> = []
  /// Links or members changed since `redial` last heard.
  var hasRedialNews = false
  /// Somebody tells it whom to dial.
  var isInvited = false
  /// Who refused, being below.
  var refused: Set<MemberID> = []
  /// Where each link leads that this process dialled by invitation, until it is up.
  var dialled: [LinkID: MemberID] = [:]
  var offers: [SessionID: SessionRecord] = [:]
  /// The session that it is in or joins.
  var session: SessionID?
  /// Those that it left.
  var leftSessions: Set<SessionID> = []
  /// Whether its actions are being performed.
  var pending: [Call.Action] = []
  var isPerforming = false

  init(_ person: Person, _ member: MemberID, boot: Int64, now: Uptime) {
    self.person = person
    self.member = member
    self.boot = boot
    let seat = MemberProfile(kind: .person, addresses: ["\(member.raw)"])
    call = Call(me: member, seat: seat, coding: Coding.call, at: now.advanced(by: boot))
    redial = Reconnector(me: member)
  }

  func local(_ moment: Uptime) -> Uptime { moment.advanced(by: boot) }
  func world(_ moment: Uptime) -> Uptime { moment.advanced(by: -boot) }

  /// When the call wants to be woken.
  var callDeadline: Uptime? { Self.deadline(of: &call) }

  /// Asked in place, for a call is a large value to copy.
  private static func deadline(of call: inout Call) -> Uptime? { call.deadline }

  /// By the world's clock.
  var deadline: Uptime? {
    var first = callDeadline
    for case let moment? in [player?.deadline, redial.deadline] {
      first = first.map { min($0, moment) } ?? moment
    }
    return first.map(world)
  }
}

/// Where something happens: what a player needs of its surroundings.
struct PlayerContext {
  let world: World
  let process: Process

  init(_ world: World, _ process: Process) {
    self.world = world
    self.process = process
  }

  var now: Uptime { process.local(world.now) }
  var person: Person { process.person }
  /// Milliseconds since 1970, as this person's clock has it.
  var clock: Int64 { 1_700_000_000_000 + world.now.milliseconds + person.clockError }
}
