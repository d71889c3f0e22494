import BoardSync
import EaselBase
import GroupCore
import GroupTesting

/// The phases of a run: faults, gathering, quiet, and perhaps a restart.
struct WorldPhases {
  let world: World

  func begin() {
    CrowdedFiles(world: world).fill()
    world.agenda.note(.starts(0), at: world.now)
    for index in 1..<max(world.people.count, 1) where index < world.people.count {
      let latest = world.plan.isCrowd ? world.plan.trouble / 2 : world.plan.trouble * 2 / 3
      world.agenda.note(.starts(index), at: Uptime(milliseconds: world.chance.among(0...latest)))
    }
    world.noteFaults()
  }

  /// Ends the faults; all people come together, and lost data is found.
  ///
  /// - Returns: the milliseconds until all people were in one session.
  func comeTogether() -> Int64 {
    world.phase = .gathering
    world.heal()
    let start = world.now
    while !isGathered, world.now.since(start) < Run.gatheringMax { world.run(for: 250) }
    if !isGathered {
      world.judge.breach(.S1, "people do not come together: \(whereabouts)", at: world.now)
    }
    let gathering = world.now.since(start)
    world.phase = .quiet
    world.run(for: world.plan.isAttacked ? 2 * Run.repairMax : Run.repairMax)
    // Wet ink that a clogged way held back arrives late. It is shown as long as any other wet ink.
    let lateInkEnds = world.clogsEnd.advanced(by: WetInk.expireAfter + Run.lateInkMargin)
    if world.now < lateInkEnds { world.run(for: lateInkEnds.since(world.now)) }
    // A clogged way may also bring back a member that is gone, until it has been silent for long enough.
    let lateMembersEnd = world.clogsEnd.advanced(by: EarlyMessages.keptFor + Run.lateInkMargin)
    if !isGathered, world.now < lateMembersEnd {
      while !isGathered, world.now < lateMembersEnd { world.run(for: 250) }
      world.run(for: Run.repairMax)
    }
    // Logs are rebuilt at most once in ten seconds; after a rebuild there is more to repair.
    for _ in 0..<Run.extraRepairsMax where isRebuilding { world.run(for: Run.repairMax) }
    return gathering
  }

  /// Whether a log will be rebuilt, or was rebuilt a moment ago.
  private var isRebuilding: Bool {
    world.people.contains { person in
      guard let process = person.process, let player = process.player else { return false }
      return player.driver.client.willRebuild
        || player.rebuiltAt.map { process.local(world.now).since($0) < Run.repairMax } == true
    }
  }

  /// Whether all people are in one session and see each other, and no process still lists a member
  /// that is gone. Such a process would still offer that member's session.
  private var isGathered: Bool {
    let sessions = Set(world.people.map { $0.process?.session })
    guard sessions.count == 1, sessions.first != .some(nil) else { return false }
    let present = world.people.compactMap { $0.process?.player?.participant }.sorted()
    return present.count == world.people.count
      && world.people.allSatisfy { $0.process?.player?.present == present }
      && world.processes.values.allSatisfy {
        $0.call.members.keys.allSatisfy { world.processes[$0] != nil }
      }
  }

  private var whereabouts: String {
    world.people.map { person in
      guard let process = person.process else { return "gone" }
      return "\(process.session.map { "\($0.initiator.raw % 997)" } ?? "none"), sees "
        + "\(process.player?.present.count ?? 0) of \(process.call.members.count + 1)"
    }.joined(separator: "; ")
  }

  /// Ends all processes, and starts all again from their disks.
  func restartAll() {
    guard let board = world.people[0].process?.player?.board else { return }
    for person in world.people {
      if world.chance.percent(50) { world.crash(person) } else { world.quit(person) }
    }
    world.run(for: 10)
    for person in world.people { person.lastBoard = board }
    for index in world.people.indices { world.start(index) }
  }
}
