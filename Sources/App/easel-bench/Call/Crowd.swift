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
  /// The head of each received run of entries, decoded once for all robots.
  private var heads: [[UInt8]: [ReplicaHead]] = [:]
  /// The address to dial; nil to choose an address of the ticket.
  private let address: String?
  /// The beginning of the ticket's address to dial; nil for the ticket's first address.
  private let scheme: String?

  init(at address: String? = nil, over scheme: String? = nil) {
    (self.address, self.scheme) = (address, scheme)
  }

  struct NotLetIn: Error, CustomStringConvertible {
    let count: Int
    let wanted: Int
    var description: String { "\(count) of \(wanted) members came into the session" }
  }

  /// Adds a member that receives messages and sends nothing about the board. Returns nil if there
  /// is no address to dial.
  func add(_ ticket: Ticket, named name: String) -> Member? {
    guard let address = address ?? ticket.addresses.first(where: { $0.hasPrefix(scheme ?? "") })
    else { return nil }
    let member = Member(ticket, at: address, named: name, ears, on: reactor)
    if let member { members.append(member) }
    return member
  }

  /// The number of members that may wait for admission at once. A host's limit is slightly higher.
  private static let atDoorMax = 8

  /// Adds many members, a few at a time, and waits until all are in the session.
  func addAll(_ count: Int, _ add: (Int) -> Void) throws {
    for index in 0..<count {
      add(index)
      if index % Self.atDoorMax == Self.atDoorMax - 1 { try gather() }
    }
    try gather()
  }

  /// Adds a member that takes part in the board.
  func addRobot(_ ticket: Ticket, named name: String) -> StrokeSender? {
    guard let member = add(ticket, named: name) else { return nil }
    let robot = StrokeSender(member)
    robot.merged = { [unowned self] in known($0) }
    robots.append(robot)
    return robot
  }

  /// Adds a member that merges all existing entries.
  func addNewcomer(_ ticket: Ticket, named name: String) -> Newcomer? {
    let newcomer = add(ticket, named: name).map { Newcomer($0) }
    newcomers += [newcomer].compactMap { $0 }
    return newcomer
  }

  /// Removes a member that has left.
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

  /// Wakes each member whose deadline has passed, now and every 4 milliseconds from now on.
  func start() {
    let now = Reactor.uptime
    for member in members { member.wake(at: now) }
    for robot in robots { robot.wake(at: now) }
    for newcomer in newcomers { newcomer.wake(at: now) }
    reactor.after(4) { [unowned self] in start() }
  }

  /// Runs until all members are in the session. Throws `NotLetIn` if a member loses its link or the
  /// time ends.
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

/// The processor time and the memory of another process.
struct Usage {
  let process: Int32

  /// Returns the processor time of all threads, in nanoseconds.
  func processor() -> Int64 {
    let text = read("/proc/\(process)/stat")
    // The process's name may contain any character; it ends at the last bracket.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Int64(fields[11]), let system = Int64(fields[12]) else {
      return 0
    }
    return (user + system) * 1_000_000_000 / Int64(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Returns the memory in mebibytes. A page that several processes share counts in equal parts.
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
