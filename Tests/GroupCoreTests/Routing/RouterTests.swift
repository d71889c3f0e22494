import EaselBase
import GroupBase
import GroupCore
import GroupTesting
import Testing

@Suite struct RouterTests {
  private static let strongest = NetworkModel.Weather(
    lossPercent: 30, doublingPercent: 50, delay: .milliseconds(0)...(.milliseconds(200)),
    isReordering: true)

  /// Members linked at random: a tree and perhaps a link more, which may close a ring.
  private static func world(_ seed: UInt64) -> (CallWorld, [MemberID]) {
    var world = CallWorld(seed: seed)
    let count = UInt64.random(in: 2...8, using: &world.chance)
    let members = (1...count).shuffled(using: &world.chance).map { world.add($0) }
    for index in members.indices.dropFirst() {
      world.dial(members[index], members[Int.random(in: 0..<index, using: &world.chance)])
    }
    for _ in 0..<Int.random(in: 0...1, using: &world.chance) {
      let pair = members.shuffled(using: &world.chance)
      world.dial(pair[0], pair[1])
    }
    return (world, members)
  }

  @Test("T1 · a reliable message arrives once and in order, or its sender hears otherwise")
  func fifo() {
    var complete = 0
    for seed in Seeds.range(12) {
      var (world, members) = Self.world(seed)
      let session = world.gather(members)
      world.weather = Self.strongest
      var sent: [MemberID: [[UInt8]]] = [:]
      for number in 0..<60 {
        guard let sender = members.randomElement(using: &world.chance) else { continue }
        let bytes: [UInt8] = [UInt8(truncatingIfNeeded: sender.raw), UInt8(number)]
        world.send(bytes, from: sender, in: session)
        sent[sender, default: []].append(bytes)
        world.run(milliseconds: Int64.random(in: 0...40, using: &world.chance))
      }
      world.weather = .init()
      world.run(milliseconds: 5_000)
      for member in members {
        let heard = world.messages(of: member)
        for sender in members where sender != member {
          let all = sent[sender] ?? []
          let arrived = heard.filter { $0.from.member == sender }.map(\.bytes)
          let isReported = world.seen[sender]?.contains(.undelivered(member)) ?? false
          if arrived == all { complete += 1 }
          #expect(
            arrived == all || isReported && arrived == all.filter(arrived.contains),
            "seed \(seed): \(member.raw) heard from \(sender.raw)")
        }
      }
    }
    #expect(complete > 50)
  }

  @Test("T2 · a dial into one's own subtree is refused")
  func subtree() {
    var world = CallWorld(seed: 1)
    let members = (1...4).map { world.add($0) }
    for index in 1..<4 { world.dial(members[index], members[index - 1]) }
    world.run(milliseconds: 200)
    world.dial(members[0], members[3])
    world.run(milliseconds: 200)
    #expect(world.calls[members[0]]?.neighbours == [members[1]])
    #expect(world.calls[members[3]]?.neighbours == [members[2]])
  }

  @Test("T3 · a ring that closes at once is opened again, and no member is cut off")
  func ring() {
    for seed in Seeds.range(10) {
      var world = CallWorld(seed: seed)
      let members = (1...5).map { world.add($0) }
      for index in 0..<5 { world.dial(members[index], members[(index + 1) % 5]) }
      world.run(milliseconds: 12_000)
      #expect(world.linkCount == 4, "seed \(seed)")
      for member in members { #expect(world.calls[member]?.members.count == 4, "seed \(seed)") }
    }
  }

  @Test("T4 · two that dial each other at once keep one link, the same on both sides")
  func mutual() {
    var world = CallWorld(seed: 1)
    let (one, other) = (world.add(1), world.add(2))
    world.dial(one, other)
    world.dial(other, one)
    world.run(milliseconds: 500)
    #expect(world.calls[one]?.path == [other])
    #expect(world.calls[other]?.neighbours == [one])
    #expect(world.calls[other]?.path == [])
  }

  @Test("T4 · a member that becomes the root while a greeting is under way tells the member below")
  func rootSince() {
    let (me, other, start) = (MemberID(9), MemberID(4), Uptime(milliseconds: 0))
    let (up, down) = (LinkID(1), LinkID(2))
    // The upstream is lost, or it is the one that dialled, so that two links are one too many.
    for member in [other, MemberID(5)] {
      var router = Router(me: me)
      _ = router.opened(up, isDialled: true, at: start)
      _ = router.received(.hello(other, path: []), over: up, at: start)
      let greeting = router.opened(down, isDialled: false, at: start)
      #expect(greeting == [.transmit(.hello(me, path: [other]), over: down)])
      if member != other { _ = router.closed(up, at: start) }
      let actions = router.received(.hello(member, path: []), over: down, at: start)
      #expect(actions.contains(.transmit(.path([]), over: down)), "greeted by \(member.raw)")
      #expect(router.path == [])
    }
  }

  @Test("T4 · a single one of two links from one side is kept, in any order of greeting")
  func twice() {
    for seed in Seeds.range(20) {
      var world = CallWorld(seed: seed)
      world.weather.delayMilliseconds = 0...200
      let (one, other) = (world.add(1), world.add(2))
      world.dial(one, other)
      world.dial(one, other)
      world.run(milliseconds: 2_000)
      #expect(world.calls[one]?.neighbours == [other], "seed \(seed)")
      #expect(world.calls[other]?.neighbours == [one], "seed \(seed)")
    }
  }

  @Test("T5 · an envelope passes a link at most once in either direction, whatever rings there are")
  func storm() {
    var world = CallWorld(seed: 7)
    // Far from each other, so that all dials cross on their way and rings close.
    world.weather.delayMilliseconds = 50...50
    let members = (1...6).map { world.add($0) }
    for one in members { for other in members where one < other { world.dial(one, other) } }
    world.run(milliseconds: 120)
    let links = world.linkCount
    #expect(links > 5)
    world.update(members[0]) { $0.left(at: $1) }
    world.run(milliseconds: 1_000)
    for member in members { #expect(world.copies(from: member) <= 2 * links) }
  }

  @Test("T6 · a link on which nothing is heard is closed within ten seconds")
  func halfOpen() {
    var world = CallWorld(seed: 1)
    let (one, other) = (world.add(1), world.add(2))
    world.dial(one, other)
    world.run(milliseconds: 500)
    world.cut = [[one, other]]
    world.run(milliseconds: 10_000)
    #expect(world.calls[one]?.neighbours == [])
  }

  @Test("T7 · after a member is killed and its neighbour dials anew, nothing is lost or doubled")
  func redial() {
    for seed in Seeds.range(10) {
      var world = CallWorld(seed: seed)
      let members = (1...5).map { world.add($0) }
      for index in 1..<5 { world.dial(members[index], members[index - 1]) }
      let session = world.gather(members)
      let death = Int.random(in: 5..<25, using: &world.chance)
      for number in 0..<30 {
        if number == death { world.kill(members[2]) }
        if number == death + 3 { world.dial(members[3], members[1]) }
        world.send([UInt8(number)], from: members[0], in: session)
        world.run(milliseconds: Int64.random(in: 0...60, using: &world.chance))
      }
      world.run(milliseconds: 5_000)
      #expect(
        world.messages(of: members[4]).map(\.bytes) == (0..<30).map { [UInt8($0)] },
        "seed \(seed)")
    }
  }
}

extension CallWorld {
  var linkCount: Int { calls.values.map(\.neighbours.count).reduce(0, +) / 2 }

  /// All meet in one session, in fair weather.
  mutating func gather(_ members: [MemberID]) -> SessionID {
    run(milliseconds: 3_000)
    update(members[0]) { $0.activate("draw", [], at: $1) }
    run(milliseconds: 500)
    let session = SessionID(members[0], activation: 1)
    for member in members { update(member) { $0.join(session, at: $1) } }
    run(milliseconds: 500)
    return session
  }

  /// Sends a message to all in the session; the call must accept it.
  mutating func send(_ bytes: [UInt8], from sender: MemberID, in session: SessionID) {
    update(sender) { (call, now) in
      do throws(SendRefusal) {
        return try call.send(bytes, named: "m", in: session, to: .all, .reliable, at: now)
      } catch {
        Issue.record("\(sender.raw): \(error), linked to \(call.neighbours.map(\.raw))")
        return []
      }
    }
  }

  func messages(of member: MemberID) -> [(bytes: [UInt8], from: ParticipantID)] {
    (seen[member] ?? []).compactMap {
      if case .message(let bytes, let sender) = $0 { (bytes, sender) } else { nil }
    }
  }
}
