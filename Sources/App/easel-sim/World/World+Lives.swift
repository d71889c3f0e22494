import EaselBase
import GroupBase
import GroupCore
import GroupTesting

// Starts and ends programs; people come and go.
extension World {
  /// Starts a person's program; does nothing if it runs already.
  func start(_ index: Int) {
    let person = people[index]
    guard person.process == nil else { return }
    lastMember += 1
    // The names are in no order, as random names would be.
    let name = lastMember &* 0x9E37_79B9_7F4A_7C15
    let boot = Int64(chance.next() % 1_000_000_000)
    let process = SimulatedProcess(person, MemberID(name), boot: boot, now: now)
    person.process = process
    processes[process.member] = process
    if !person.mayDraw { watching.insert(process.member) }
    process.call.isWatcher = isWatcher(process.member)
    if processes.count > 1 { beInvited(process, within: 50) }
    schedule(process)
    scheduleNextAct(of: person)
  }

  /// Ends the process without a goodbye; most unsynced data is lost.
  func crash(_ person: SimulatedPerson) {
    guard let process = person.process else { return }
    counts.crashes += 1
    end(process)
    for board in person.files.keys.sorted() { person.files[board]?.crash(using: &chance) }
  }

  /// The process says goodbye and ends.
  func quit(_ person: SimulatedPerson) {
    guard let process = person.process else { return }
    process.player?.closed(in: PlayerContext(self, process))
    handle(process) { $0.left(at: $1) }
    end(process)
    for board in person.files.keys.sorted() { person.files[board]?.sync() }
  }

  private func end(_ process: SimulatedProcess) {
    process.player = nil
    process.session = nil
    process.person.process = nil
    processes[process.member] = nil
    for (link, end) in links.ends(of: process.member) {
      remove(link)
      agenda.note(
        .breaks(end.far), at: now.advanced(by: network.weather.delayMilliseconds.upperBound + 1))
    }
  }

  // MARK: What people do

  func scheduleNextAct(of person: SimulatedPerson) {
    guard !person.acting else { return }
    person.acting = true
    agenda.note(.acts(person.index), at: now.advanced(by: chance.among(plan.restlessness)))
  }

  func act(_ index: Int) {
    let person = people[index]
    person.acting = false
    guard let process = person.process else { return }
    scheduleNextAct(of: person)
    guard !process.isPaused else { return }
    guard let player = process.player else { return findSession(process) }
    guard phase == .trouble else {
      player.rest(in: PlayerContext(self, process))
      return gather(process)
    }
    if chance.percent(plan.goings) { return go(process) }
    player.act(in: PlayerContext(self, process))
  }

  /// Makes a process without a session join a session, or begin one.
  private func findSession(_ process: SimulatedProcess) {
    if phase != .trouble || chance.percent(30) { gather(process) }
    guard process.session == nil, process.offers.isEmpty, process.person.mayDraw else { return }
    let isFirst = !people.contains { $0.process?.session.map(hasDrawer) ?? false }
    guard isFirst || (phase == .trouble && chance.percent(2)) else { return }
    activate(process.person.lastBoard ?? newBoard(of: process.person), by: process)
  }

  func newBoard(of person: SimulatedPerson) -> BoardNumber {
    person.boardsBegun += 1
    return BoardNumber(raw: UInt64(person.index) << 32 | person.boardsBegun)
  }

  func activate(_ board: BoardNumber, by process: SimulatedProcess) {
    handle(process) { $0.activate("draw", board.bytes, at: $1) }
  }

  private func go(_ process: SimulatedProcess) {
    switch chance.below(12) {
    case 0: if process.person.mayDraw { activate(newBoard(of: process.person), by: process) }
    case 1:
      guard let session = process.session, process.person.mayDraw else { return }
      handle(process) { $0.end(session, at: $1) }
    case 2...4:
      quit(process.person)
      agenda.note(.starts(process.person.index), at: now.advanced(by: chance.among(100...3_000)))
    case 5:
      guard process.person.mayDraw || plan.crowded == nil else { return leave(process) }
      if let board = process.person.lastBoard { activate(board, by: process) }
    default: leave(process)
    }
  }

  func check(_ member: MemberID) {
    guard let process = processes[member], let player = process.player else { return }
    if !process.isPaused { player.check(in: PlayerContext(self, process)) }
    agenda.note(.checks(member), at: now.advanced(by: 1_500))
  }
}
