import BoardCodec
import BoardLog
import BoardSync
import EaselBase
import EaselPlatform
import GroupSecurity

/// Many members of one call in one process and on one thread.
final class Crowd {
  let reactor = Reactor()
  private let ears = Ear.Shared()
  private(set) var members: [Member] = []
  private(set) var robots: [StrokeSender] = []
  private var newcomers: [Newcomer] = []
  /// The entries that the received runs bring, once for all members that hear them.
  private var heads: [[UInt8]: [ReplicaHead]] = [:]
  /// The addresses to dial instead of the ticket's.
  private let address: String?
  /// The beginning of the addresses to dial; nil is the first address.
  private let scheme: String?

  init(at address: String? = nil, over scheme: String? = nil) {
    (self.address, self.scheme) = (address, scheme)
  }

  struct NotLetIn: Error, CustomStringConvertible {
    let count: Int
    let wanted: Int
    var description: String { "\(count) of \(wanted) members came into the session" }
  }

  /// Lets somebody in who hears what is said and says nothing of the board.
  func add(_ ticket: Ticket, named name: String) -> Member? {
    guard let address = address ?? ticket.addresses.first(where: { $0.hasPrefix(scheme ?? "") })
    else { return nil }
    let member = Member(ticket, at: address, named: name, ears, on: reactor)
    if let member { members.append(member) }
    return member
  }

  /// A host lets no more stand at its door at once than this, and some.
  private static let atDoorMax = 8

  /// Lets many in, a few at a time.
  func addAll(_ count: Int, _ add: (Int) -> Void) throws {
    for index in 0..<count {
      add(index)
      if index % Self.atDoorMax == Self.atDoorMax - 1 { try gather() }
    }
    try gather()
  }

  /// Lets somebody in who takes part in the board.
  func addRobot(_ ticket: Ticket, named name: String) -> StrokeSender? {
    guard let member = add(ticket, named: name) else { return nil }
    let robot = StrokeSender(member)
    robot.merged = { [unowned self] in known($0) }
    robots.append(robot)
    return robot
  }

  /// Lets somebody in who merges all that was drawn.
  func addNewcomer(_ ticket: Ticket, named name: String) -> Newcomer? {
    let newcomer = add(ticket, named: name).map { Newcomer($0) }
    newcomers += [newcomer].compactMap { $0 }
    return newcomer
  }

  /// One that has left.
  func forget(_ member: Member?) {
    members.removeAll { $0 === member }
    robots.removeAll { $0.member === member }
  }

  private func known(_ run: [UInt8]) -> [ReplicaHead] {
    if let known = heads[run] { return known }
    if heads.count > 4_096 { heads = [:] }
    do {
      let last = try EntryRun.decode(run).last
      let known = last.map {
        [ReplicaHead($0.id.replica, $0.id.sequence, digest: $0.digest.half)]
      }
      heads[run] = known ?? []
      return known ?? []
    } catch { return [] }
  }

  /// Looks at everybody's clocks every few milliseconds, from now on.
  func start() {
    let now = Reactor.uptime
    for member in members { member.wake(at: now) }
    for robot in robots { robot.wake(at: now) }
    for newcomer in newcomers { newcomer.wake(at: now) }
    reactor.after(4) { [unowned self] in start() }
  }

  /// Until all are in the session.
  func gather(seconds: Int64 = 240) throws {
    let end = Reactor.now() + seconds * 1_000_000_000
    let isOver = { [self] in
      members.contains(where: \.isLost)
        || members.allSatisfy(\.isInSession) && robots.allSatisfy(\.isReady)
    }
    guard reactor.run(until: end, or: isOver), !members.contains(where: \.isLost) else {
      throw NotLetIn(count: members.count(where: \.isInSession), wanted: members.count)
    }
  }

  func run(milliseconds: Int64) {
    reactor.run(until: Reactor.now() + milliseconds * 1_000_000)
  }

  func leave() {
    for member in members { member.leave() }
    run(milliseconds: 200)
  }
}

/// The processor that another process used, and its memory.
struct Usage {
  let process: Int32

  /// Nanoseconds, of all its threads.
  func processor() -> Int64 {
    let text = read("/proc/\(process)/stat")
    // The name, which may hold anything, ends with the last bracket.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Int64(fields[11]), let system = Int64(fields[12]) else {
      return 0
    }
    return (user + system) * 1_000_000_000 / Int64(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Mebibytes, shared pages divided among those who share them.
  func memory() -> Double {
    for line in read("/proc/\(process)/smaps_rollup").split(separator: "\n")
    where line.hasPrefix("Pss:") {
      return (line.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) / 1_024
    }
    return 0
  }

  private func read(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
