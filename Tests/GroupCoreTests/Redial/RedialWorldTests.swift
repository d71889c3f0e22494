import EaselBase
import GroupBase
import GroupCore
import GroupTesting
import Testing

/// Small worlds in which upstreams die and links fail.
@Suite struct RedialWorldTests {
  /// Members in a random tree and in one session. Each finds itself another upstream.
  private static func world(_ seed: UInt64) -> (world: CallWorld, members: [MemberID], SessionID) {
    var world = CallWorld(seed: seed)
    let count = UInt64.random(in: 3...8, using: &world.chance)
    let members = (1...count).shuffled(using: &world.chance).map { world.add($0) }
    for member in members { world.redials(member) }
    let isStar = Bool.random(using: &world.chance)
    for index in members.indices.dropFirst() {
      let above = isStar ? 0 : Int.random(in: 0..<index, using: &world.chance)
      world.dial(members[index], members[above])
    }
    let session = world.gather(members)
    #expect(world.isTree && world.dials == 0, "seed \(seed)")
    return (world, members, session)
  }

  /// No member can dial it any more; half of them do not even learn that.
  private static func kill(_ member: MemberID, in world: inout CallWorld) {
    world.kill(member)
    for other in world.calls.keys.sorted() where Bool.random(using: &world.chance) {
      world.hanging.insert([other, member])
    }
  }

  private static func fail(percent: Int, in world: inout CallWorld) {
    for one in world.calls.keys.sorted() {
      for other in world.calls.keys.sorted() where one != other {
        guard Int.random(in: 0..<100, using: &world.chance) < percent else { continue }
        world.refusing.insert([one, other])
      }
    }
  }

  @Test("U1 · after a death, all others end in one tree within eight seconds, and none is missed")
  func anybody() {
    for seed in Seeds.range(24) {
      var (world, members, _) = Self.world(seed)
      let victim = members[Int.random(in: 0..<members.count, using: &world.chance)]
      world.weather.delayMilliseconds = [1...5, 20...80, 100...200][Int(seed % 3)]
      Self.kill(victim, in: &world)
      world.run(milliseconds: 8_000)
      let isTree = world.isTree
      #expect(isTree, "seed \(seed): \(world.islands)")
      for (member, call) in world.calls {
        let others = Set(world.calls.keys).subtracting([member])
        #expect(others.isSubset(of: call.members.keys), "seed \(seed)")
      }
    }
  }

  @Test("U1 · so do they where one falls silent and no link to it breaks, once that is noticed")
  func silent() {
    for seed in Seeds.range(12) {
      var (world, members, _) = Self.world(seed)
      let victim = members[Int.random(in: 0..<members.count, using: &world.chance)]
      for other in members where other != victim {
        world.cut.insert([victim, other])
        world.hanging.formUnion([[victim, other], [other, victim]])
      }
      world.run(milliseconds: Router.silenceMax + 8_000)
      let others = members.filter { $0 != victim }.sorted()
      #expect(Set(world.islands) == [[victim], others], "seed \(seed): \(world.islands)")
      #expect(world.linkCount == others.count - 1, "seed \(seed)")
    }
  }

  @Test("U2 · if links fail, no two islands stay of which either root could dial the other")
  func failing() {
    var split = 0
    for seed in Seeds.range(24) {
      var (world, members, _) = Self.world(seed)
      Self.fail(percent: 80, in: &world)
      Self.kill(members[0], in: &world)
      world.run(milliseconds: 40_000)
      let islands = world.islands
      split += islands.count > 1 ? 1 : 0
      #expect(world.linkCount == world.calls.count - islands.count, "seed \(seed): a ring")
      for island in islands {
        let root = island.first { world.calls[$0]?.path.isEmpty ?? true }
        for other in islands where other != island {
          let open = other.filter { other in root.map { world.canDial($0, other) } ?? true }
          #expect(open.isEmpty, "seed \(seed): \(island) could dial \(open)")
        }
      }
    }
    #expect(split > 0)
  }

  @Test("U3 · two islands that find each other at once do not stay a ring")
  func healed() {
    for seed in Seeds.range(12) {
      var (world, members, _) = Self.world(seed)
      world.weather.delayMilliseconds = 100...200
      let cut = Int.random(in: 1..<members.count, using: &world.chance)
      let (here, there) = (members[..<cut], members[cut...])
      for one in here {
        for other in there {
          world.hanging.formUnion([[one, other], [other, one]])
          world.hangUp(one, other)
        }
      }
      world.run(milliseconds: Int64.random(in: 1_000...30_000, using: &world.chance))
      world.hanging = []
      world.run(milliseconds: 25_000)
      let isTree = world.isTree
      #expect(isTree, "seed \(seed): \(world.islands), \(world.linkCount) links")
    }
  }

  @Test("U4 · reliable messages arrive meanwhile once, in order, at all living members")
  func messages() {
    for seed in Seeds.range(12) {
      var (world, members, session) = Self.world(seed)
      let death = Int.random(in: 3..<12, using: &world.chance)
      var sent: [MemberID: [[UInt8]]] = [:]
      for number in 0..<30 {
        if number == death { Self.kill(members[0], in: &world) }
        guard let sender = members.dropFirst().randomElement(using: &world.chance) else { continue }
        world.send([UInt8(number)], from: sender, in: session)
        sent[sender, default: []].append([UInt8(number)])
        world.run(milliseconds: Int64.random(in: 0...200, using: &world.chance))
      }
      world.run(milliseconds: 8_000)
      for reader in members.dropFirst() {
        let heard = world.messages(of: reader)
        for sender in members.dropFirst() where sender != reader {
          let arrived = heard.filter { $0.from.member == sender }.map(\.bytes)
          #expect(arrived == sent[sender] ?? [], "seed \(seed): \(reader) of \(sender)")
        }
      }
    }
  }

  @Test("U5 · members die until one is left, and the last dials no more than now and then")
  func downToOne() {
    var (world, members, _) = Self.world(5)
    for victim in members.dropLast() {
      Self.kill(victim, in: &world)
      world.run(milliseconds: 9_000)
      #expect(world.isTree)
    }
    let before = world.dials
    world.run(milliseconds: 60_000)
    // Each dead member is dialled at most about once in the longest pause.
    #expect(world.dials - before <= 8 * members.count)
    world.run(milliseconds: 1_900_000)
    let after = world.dials
    world.run(milliseconds: 60_000)
    #expect(world.dials == after, "those are still dialled who were silent for half an hour")
  }

  @Test("U6 · a member that says goodbye is not dialled")
  func goodbye() {
    var (world, members, _) = Self.world(9)
    world.update(members[0]) { $0.left(at: $1) }
    world.run(milliseconds: 50)
    let before = world.calls[members[1]]?.path
    world.kill(members[0])
    world.run(milliseconds: 8_000)
    #expect(before == [members[0]] && world.isTree)
    let dials = world.dials
    world.run(milliseconds: 30_000)
    #expect(world.dials == dials)
  }
}
