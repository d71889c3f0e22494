import EaselBase
import GroupBase
import GroupCore
import GroupTesting

// Links processes. A person invites a process that knows no other member. A process that knows
// other members finds them again by itself.
extension World {
  // MARK: By invitation

  /// Whether the process knows no member that it could find again by itself. After the faults,
  /// people also bring together groups that never knew of each other.
  func isLeftAlone(_ process: SimulatedProcess) -> Bool {
    phase != .trouble || process.call.members.isEmpty
  }

  func beInvited(_ process: SimulatedProcess, within milliseconds: Int64 = 300) {
    guard !process.isInvited else { return }
    process.isInvited = true
    agenda.note(
      .isInvited(process.member), at: now.advanced(by: chance.among(1...milliseconds)))
  }

  /// Makes the process dial a member that is not below it.
  func invite(_ member: MemberID) {
    guard let process = awake(member, for: .isInvited(member)), process.isInvited else { return }
    guard process.call.path.isEmpty, isLeftAlone(process) else {
      process.isInvited = false
      return
    }
    guard process.attempts.isEmpty else {
      agenda.note(.isInvited(member), at: now.advanced(by: chance.among(100...400)))
      return
    }
    let others = processes.keys.filter { $0 != member && !process.refused.contains($0) }.sorted()
    guard let other = others.isEmpty ? nil : others[chance.below(others.count)] else {
      // As far as this process knows, all other members are below it. It is the root of the tree,
      // unless the refusals are out of date.
      process.refused = []
      agenda.note(.isInvited(member), at: now.advanced(by: chance.among(1_000...2_000)))
      return
    }
    guard let far = processes[other], isReached(far, from: process) else {
      agenda.note(.isInvited(member), at: now.advanced(by: chance.among(100...400)))
      return
    }
    let near = links.next()
    process.dialled[near] = far.member
    process.redial.dialled(near, at: process.local(now))
    connect(near, of: process, to: far)
  }

  // MARK: By itself

  /// Lets a process that knows other members find an upstream by itself.
  func redial(_ process: SimulatedProcess) {
    process.hasRedialNews = false
    let actions = process.redial.update(
      process.call, reaching: { _ in true }, at: process.local(now), using: &chance)
    for action in actions {
      trace("person \(process.person.index) \(action)")
      switch action {
      case .dial(let address): attempt(address, by: process)
      case .hangUp(let link): close(link, of: process)
      }
    }
  }

  /// Dials an address: the dial is refused, succeeds or hangs.
  private func attempt(_ address: String, by process: SimulatedProcess) {
    let link = links.next()
    process.redial.dialled(link, at: process.local(now))
    process.attempts.insert(link)
    guard let other = UInt64(address).map({ MemberID($0) }) else {
      return judge.breach(.encoding, "an address that nobody told: \(address)", at: now)
    }
    if let far = processes[other], !isReached(far, from: process) { return }
    agenda.note(
      .answers(link, of: process.member, by: other),
      at: now.advanced(by: chance.among(network.weather.delayMilliseconds)))
  }

  func answer(_ link: LinkID, of member: MemberID, by other: MemberID, _ event: WorldEvent) {
    guard let process = awake(member, for: event), process.attempts.remove(link) != nil else {
      return
    }
    if let far = processes[other] {
      connect(link, of: process, to: far)
    } else {
      process.redial.closed(link, nil, at: process.local(now), using: &chance)
      redial(process)
    }
    schedule(process)
  }

  // MARK: Connections

  private func isReached(_ far: SimulatedProcess, from process: SimulatedProcess) -> Bool {
    !isCut(process, far) && !isCut(far, process) && !far.isPaused
  }

  private func connect(_ near: LinkID, of process: SimulatedProcess, to far: SimulatedProcess) {
    let beyond = links.connect(near, of: process.member, to: far.member)
    handle(process) { $0.opened(near, isDialled: true, at: $1) }
    handle(far) { $0.opened(beyond, isDialled: false, rank: rank(beyond:), at: $1) }
  }

  /// Returns the rank of the member at the other end of a link.
  func rank(beyond link: LinkID) -> AdmissionRule.Rank {
    links[link].map { isWatcher($0.farMember) } == true ? .watcher : .drawer
  }
}
