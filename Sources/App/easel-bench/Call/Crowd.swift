import BoardSessions
import EaselBase
import EaselPlatform
import GroupSecurity
import SystemFiles

/// Many members of one call in one process, made of the program's own parts.
@MainActor final class Crowd {
  private let envelopes = SharedSeal.Envelopes()
  private(set) var members: [CrowdMember] = []
  /// The members' parts in the session of the board.
  private(set) var controllers: [BoardController] = []
  /// The address to dial; nil to choose an address of the ticket.
  private let address: String?
  /// The beginning of the ticket's address to dial; nil for the ticket's first address.
  private let scheme: String?
  private var attending: Task<Void, Never>?

  init(at address: String? = nil, over scheme: String? = nil) {
    (self.address, self.scheme) = (address, scheme)
    attending = Task { [weak self] in
      while !Task.isCancelled {
        self?.attend()
        await Clock.sleep(until: Clock.now() + 4_000_000)
      }
    }
  }

  struct NotLetIn: Error, CustomStringConvertible {
    let count: Int
    let wanted: Int
    var description: String { "\(count) of \(wanted) members came into the session" }
  }

  /// Does what is due for every member that takes part in the board.
  private func attend() {
    let now = SystemClock.uptime()
    for controller in controllers { controller.attendIfDue(at: now) }
  }

  /// Adds a member to the call, which knows nothing of the board.
  ///
  /// - Parameter looks: whether the member sees ink and presence of other members.
  func add(
    _ ticket: Ticket, named name: String, looks: Bool = false
  ) async throws -> CrowdMember {
    guard let address = address ?? ticket.addresses.first(where: { $0.hasPrefix(scheme ?? "") })
    else { throw NotLetIn(count: members.count, wanted: members.count + 1) }
    let member = CrowdMember(ticket, named: name, looks: looks, envelopes)
    members.append(member)
    try await member.system.connect(to: address)
    return member
  }

  /// Adds a member that takes part in the board.
  func addPart(
    _ ticket: Ticket, named name: String, looks: Bool = false
  ) async throws -> BoardController {
    let controller = try await add(ticket, named: name, looks: looks).takePart()
    controllers.append(controller)
    return controller
  }

  /// Adds members that take part in the board, one after the other, and waits until all are in the
  /// session.
  func addParts(_ count: Int, _ ticket: Ticket, named name: String) async throws
    -> [BoardController]
  {
    var added: [BoardController] = []
    for number in 0..<count {
      added.append(try await addPart(ticket, named: "\(name) \(number + 1)"))
    }
    let isIn = await wait(seconds: 240) { added.allSatisfy { $0.session != nil } }
    guard isIn else {
      throw NotLetIn(count: added.count { $0.session != nil }, wanted: count)
    }
    return added
  }

  /// Waits until a condition holds; returns false if the time ends first.
  @discardableResult
  func wait(seconds: Double, until isDone: () -> Bool = { false }) async -> Bool {
    let end = Clock.now() + Int64(seconds * 1e9)
    while !isDone() {
      guard Clock.now() < end else { return false }
      await Clock.sleep(until: min(Clock.now() + 2_000_000, end))
    }
    return true
  }

  /// Removes a member from the call.
  func remove(_ member: CrowdMember) {
    member.leave()
    members.removeAll { $0 === member }
  }

  func leave() async {
    attending?.cancel()
    for member in members { member.leave() }
    await wait(seconds: 0.2)
  }
}

/// The clock of the measurements, in nanoseconds.
enum Clock {
  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Sleeps until a moment of this clock.
  static func sleep(until moment: Int64) async {
    let rest = moment - now()
    guard rest > 0 else { return await Task.yield() }
    do {
      try await Task.sleep(for: .nanoseconds(rest))
    } catch {
      // The task was cancelled, which only ends the sleep early.
    }
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
