import EaselBase
import Testing

@testable import GroupPlayback

/// The laws of a playback group, as far as they do not depend on the network.
@Suite struct PlaybackLawTests {
  private let ann = PlaybackTable.ann
  private let bob = PlaybackTable.bob
  private let cleo = PlaybackTable.cleo

  // MARK: Items

  @Test("P1 · rate and seek count only for those who have the same item")
  func sameItem() {
    var table = PlaybackTable()
    table.come(cleo, item: "other film")
    table.pass(.seconds(2))
    table.forget()
    table.seek(ann, to: 30)
    table.play(ann)
    table.pass(.seconds(5))
    #expect(table.player(ann) == table.player(bob))
    #expect(table.player(bob).map { $0 > 34_000 && $0 <= 35_000 } == true)
    #expect(table.player(cleo) == 0 && table.kinds(cleo).isEmpty)
    // Each item has a state of its own.
    table.seek(cleo, to: 7)
    #expect(table.player(cleo) == 7_000)
    #expect(table.player(ann) != 7_000)
  }

  @Test("P2 · the group's state wins over the one with which somebody opens the item")
  func groupWins() {
    var table = PlaybackTable([ann])
    table.seek(ann, to: 60)
    table.play(ann)
    table.pass(.seconds(4))
    table.come(bob, item: nil)
    table.open(bob, "film", at: 5)
    table.pass(.seconds(2))
    #expect(table.rate(bob) == 1)
    #expect(table.player(bob) == table.player(ann))
    #expect(table.player(ann).map { $0 > 65_000 } == true, "nobody went back to 5 s")
  }

  @Test("P2 · the first who opens an item proposes its state to all")
  func firstProposes() {
    var table = PlaybackTable([ann, bob], item: nil)
    table.open(ann, "film", at: 42)
    table.pass(.seconds(1))
    table.open(bob, "film", at: 3)
    table.pass(.seconds(1))
    #expect(table.player(ann) == 42_000 && table.player(bob) == 42_000)
    // Without a timing, an item stands at its beginning.
    table.open(ann, "next")
    table.open(bob, "next", at: 9)
    #expect(table.player(ann) == 0 && table.player(bob) == 0)
  }

  @Test("P2 · a late participant lands in the middle, not at the beginning")
  func lateJoin() {
    var table = PlaybackTable()
    table.play(ann, at: 2)
    table.pass(.seconds(10))
    table.come(cleo)
    table.pass(.seconds(1))
    #expect(table.player(cleo) == table.player(ann))
    #expect(table.player(cleo).map { $0 > 20_000 } == true)
    // The one who stated the timing goes, and the next one comes late as well.
    table.leave(ann)
    table.pass(.seconds(20))
    table.come(PlaybackTable.id(4))
    table.pass(.seconds(1))
    #expect(table.player(PlaybackTable.id(4)) == table.player(bob))
    #expect(table.player(bob).map { $0 > 60_000 } == true)
  }

  @Test("P2 · a participant that has not announced itself does not count as gone")
  func notGone() {
    var group = PlaybackGroup(me: ann)
    let now = HostTime(microseconds: 0)
    let people = [ann, bob].map { PlaybackParticipant($0) }
    _ = group.participantsChanged(to: people, at: now)
    _ = group.changeItem(to: "film", proposing: nil, at: now)
    let command = PlaybackState(
      item: "film", stamp: .init(lamport: 1, participant: bob), clock: bob, isPrepared: true,
      timing: .init(rate: 1, itemTime: .init(microseconds: 7), hostTime: now))
    _ = group.receive(.prepare(command), from: bob, at: now)
    let start = command.stated(
      by: bob, .init(rate: 1, itemTime: .init(microseconds: 7), hostTime: now))
    let actions = group.receive(.go(start), from: bob, at: now)
    #expect(group.states["film"] == start, "the start of the other counts")
    #expect(!actions.contains { if case .send(.state, _, _) = $0 { true } else { false } })
  }

  @Test("P2 · a participant proposes only after it knows what the others play")
  func patience() {
    var group = PlaybackGroup(me: bob)
    var now = HostTime(microseconds: 0)
    func proposals(_ actions: [PlaybackAction]) -> Int {
      actions.count { if case .send(.state, _, true) = $0 { true } else { false } }
    }
    _ = group.participantsChanged(to: [ann, bob].map { PlaybackParticipant($0) }, at: now)
    var count = proposals(group.changeItem(to: "film", proposing: nil, at: now))
    let beat = PlaybackMessage.clock(PlaybackBeat(sent: now, answers: []))
    count += proposals(group.receive(beat, from: ann, at: now))
    let status = PlaybackMessage.suspended(.init(item: "film", reasons: []))
    count += proposals(group.receive(status, from: ann, at: now))
    #expect(count == 0, "the other plays the item, and its state comes")
    now = now.advanced(by: .seconds(1))
    #expect(proposals(group.woke(at: now)) == 1)
  }

  @Test("P2 · a participant that comes back to the group knows all, and all know it")
  func comesBack() {
    var table = PlaybackTable([ann, bob, cleo])
    table.play(ann)
    table.pass(.seconds(10))
    table.comeBack(bob)
    table.pass(.seconds(1))
    for person in [ann, bob, cleo] {
      #expect(table.groups[person]?.others.count { $0.item == "film" } == 2)
    }
    #expect(table.rate(bob) == 1 && table.player(bob) == table.player(ann))
    table.slow = [bob]
    table.seek(cleo, to: 100)
    table.pass(.seconds(1))
    #expect(table.player(ann) == 100_000, "it is waited for")
    table.becomeReady(bob)
    #expect(table.rate(ann) == 1 && table.rate(bob) == 1)
  }

  // MARK: Starts

  @Test("P3 · a start waits until all are ready, and has one time for all")
  func start() throws {
    var table = PlaybackTable([ann, bob, cleo])
    table.slow = [bob]
    table.forget()
    table.play(cleo)
    #expect(table.kinds(ann) == ["get ready"] && table.kinds(bob) == ["get ready"])
    table.pass(.seconds(1))
    #expect(table.rate(ann) == 0 && table.rate(cleo) == 0)
    table.becomeReady(bob)
    let orders = [ann, bob, cleo].map { table.groups[$0]?.order }
    #expect(Set(orders).count == 1 && orders[0]?.timing.rate == 1)
    #expect(table.kinds(ann) == ["get ready", "play"])
    #expect(table.controls[ann]?.map(\.originator) == [cleo, cleo])
    #expect(table.controls[cleo]?.map(\.originator) == [nil, nil])
    // The sender of the command gives the start, once.
    let starts = table.sent.filter { if case .go = $0 { true } else { false } }
    #expect(starts.count >= 1 && Set(starts).count == 1)
    let start = try #require(table.groups[ann]?.states["film"])
    #expect(start.clock == cleo && start.revision == 1)
  }

  @Test("P3 · the command with the higher stamp wins for all participants")
  func higherStamp() throws {
    for isReversed in [false, true] {
      var groups = [ann, bob].map { PlaybackGroup(me: $0) }
      let people = [ann, bob].map { PlaybackParticipant($0) }
      let now = HostTime(microseconds: 5_000_000)
      func stated(_ actions: [PlaybackAction]) -> PlaybackMessage? {
        actions.lazy.compactMap { action in
          if case .send(let message, _, true) = action, case .state = message {
            message
          } else {
            nil
          }
        }.last
      }
      for index in groups.indices {
        _ = groups[index].participantsChanged(to: people, at: now)
        _ = groups[index].changeItem(to: "film", proposing: nil, at: now)
        let status = PlaybackMessage.suspended(.init(item: "film", reasons: []))
        _ = groups[index].receive(status, from: [bob, ann][index], at: now)
      }
      // Both seek at once, with the same Lamport time.
      let messages = try groups.indices.map { index in
        let moment = ItemTime(microseconds: Int64(index + 1) * 1_000_000)
        return try #require(stated(groups[index].seek(to: moment, at: now)))
      }
      for index in isReversed ? [1, 0] : [0, 1] {
        _ = groups[index].receive(messages[1 - index], from: [bob, ann][index], at: now)
      }
      #expect(groups[0].states == groups[1].states)
      #expect(groups[0].states["film"]?.stamp.participant == bob)
      #expect(groups[0].order?.timing.itemTime == ItemTime(microseconds: 2_000_000))
    }
  }

  @Test("P3 · if the sender of a start is gone, the lowest id of those who are ready gives it")
  func senderGone() throws {
    var table = PlaybackTable([ann, bob, cleo])
    table.slow = [bob]
    table.play(cleo)
    table.leave(cleo)
    #expect(table.rate(ann) == 0)
    table.becomeReady(bob)
    #expect(table.rate(ann) == 1 && table.rate(bob) == 1)
    let state = try #require(table.groups[bob]?.states["film"])
    #expect(state.clock == ann && state.stamp.participant == cleo)
  }

  @Test("P3 · after three seconds a start goes without the missing, who count as stalled")
  func missing() throws {
    var table = PlaybackTable([ann, bob, cleo])
    table.slow = [bob]
    table.play(ann)
    table.pass(.milliseconds(2_900))
    #expect(table.rate(cleo) == 0)
    table.pass(.milliseconds(200))
    #expect(table.rate(ann) == 1 && table.rate(cleo) == 1 && table.rate(bob) == 0)
    let seen = table.groups[ann]?.others.first { $0.id == bob }
    #expect(seen?.reasons == ["stallRecovery"] && seen?.isReady == false)
    #expect(table.groups[bob]?.reasons == ["stallRecovery"])
    table.pass(.seconds(2))
    table.becomeReady(bob)
    #expect(table.groups[bob]?.reasons == [])
    #expect(table.rate(bob) == 1 && table.player(bob) == table.player(ann), "it jumps")
  }

  @Test("P3 · a stopped participant holds the others at most three seconds")
  func stopped() {
    var table = PlaybackTable([ann, bob, cleo])
    table.stopped = [bob]
    table.play(ann)
    table.pass(.seconds(3))
    #expect(table.rate(ann) == 1 && table.rate(cleo) == 1)
    table.pass(.seconds(5))
    #expect(table.groups[ann]?.others.first { $0.id == bob }?.reasons == ["stallRecovery"])
    table.stopped = []
    table.pass(.seconds(5))
    #expect(table.player(bob) == table.player(ann) && table.rate(bob) == 1)
    #expect(table.groups[ann]?.others.allSatisfy { $0.reasons.isEmpty } == true)
  }

  @Test("P4 · after a seek nobody plays on alone; all play when all are there")
  func seek() {
    var table = PlaybackTable([ann, bob, cleo])
    table.play(ann)
    table.pass(.seconds(10))
    table.slow = [cleo]
    table.forget()
    table.seek(bob, to: 300)
    for person in [ann, bob, cleo] { #expect(table.kinds(person) == ["seek, get ready"]) }
    table.pass(.seconds(1))
    #expect(table.player(ann) == 300_000 && table.rate(ann) == 0)
    table.becomeReady(cleo)
    table.pass(.seconds(1))
    #expect(table.player(ann) == table.player(cleo) && table.rate(cleo) == 1)
    #expect(table.player(ann).map { (300_900...301_000).contains($0) } == true)
    // A group that stands goes to the moment, and stands there.
    table.pause(ann)
    table.forget()
    table.seek(ann, to: 8)
    #expect(table.kinds(bob) == ["seek"] && table.player(bob) == 8_000 && table.rate(bob) == 0)
  }

  // MARK: What is set while the group stands

  @Test("P18 · a rate that is chosen while the group stands is everybody's")
  func chosenWhileStanding() {
    var table = PlaybackTable([ann, bob, cleo])
    func next(_ people: Bytes16...) -> Set<Float?> {
      Set(people.map { table.groups[$0]?.nextRate })
    }
    table.forget()
    table.choose(ann, 2)
    #expect(next(ann, bob, cleo) == [2])
    #expect(table.kinds(bob).isEmpty && table.rate(bob) == 0, "no player moves")
    // A seek carries it on, and so does a pause of a group that never played.
    table.seek(bob, to: 30)
    #expect(next(ann, bob, cleo) == [2] && table.player(cleo) == 30_000)
    let late = PlaybackTable.id(4)
    table.come(late)
    table.pass(.seconds(1))
    #expect(next(late) == [2] && table.player(late) == 30_000)
    table.play(late, at: 2)
    table.pass(.seconds(1))
    #expect(next(ann, late) == [nil] && table.rate(ann) == 2)
    // While the group plays, the choice counts at once; a pause keeps it for the next start.
    table.choose(cleo, 4)
    #expect(table.rate(bob) == 4)
    table.pause(bob)
    #expect(next(ann, bob, cleo, late) == [4])
    table.seek(ann, to: 5)
    table.leave(bob)
    #expect(next(ann, cleo, late) == [4])
  }

  @Test("P18 · a rate is chosen only by a participant that may command and follows the group")
  func notChosen() {
    var table = PlaybackTable()
    table.come(cleo, watches: true)
    table.pass(.seconds(2))
    table.suspend(bob)
    table.forget()
    table.choose(cleo, 2)
    table.choose(bob, 2)
    for rate in [0, .nan, .infinity] as [Float] { table.choose(ann, rate) }
    #expect(table.sent.isEmpty && table.groups[ann]?.nextRate == nil)
    // A suspended participant learns the rate that the others choose.
    table.choose(ann, 8)
    table.choose(ann, 8)
    #expect(table.groups[bob]?.nextRate == 8 && table.groups[cleo]?.nextRate == 8)
    #expect(Set(table.sent).count == 1, "the rate that counts already commands nothing")
    table.resume(bob)
    #expect(table.groups[bob]?.nextRate == 8)
  }

  // MARK: Players

  @Test("P8 · a word about an old command changes nothing")
  func obsolete() throws {
    var table = PlaybackTable()
    table.slow = [bob]
    table.play(ann)
    let old = try #require(table.controls[bob]?.last)
    table.seek(ann, to: 90)
    table.act(bob) { $0.becameReady(for: old.number, at: $1) }
    table.pass(.seconds(1))
    #expect(table.rate(ann) == 0 && table.player(bob) == 90_000)
    table.becomeReady(bob)
    #expect(table.rate(ann) == 1 && table.rate(bob) == 1)
    table.act(bob) { $0.becameReady(for: old.number, at: $1) }
    table.act(bob) { $0.becameReady(for: 12_345, at: $1) }
    table.pass(.seconds(1))
    #expect(table.player(ann) == table.player(bob) && table.rate(bob) == 1)
  }

  @Test("P9 · a player that is ready is told to wait, and a pause ends the waiting")
  func cancelled() throws {
    var table = PlaybackTable()
    table.slow = [bob]
    table.forget()
    table.play(ann)
    guard case .buffer(1, let due)? = table.controls[ann]?.last?.kind else {
      Issue.record("the player of the one who commands is not told to wait")
      return
    }
    #expect(due == table.now.advanced(by: .seconds(3)))
    table.pause(ann)
    #expect(
      table.kinds(bob) == ["get ready", "pause"] && table.kinds(ann) == ["get ready", "pause"])
    table.becomeReady(bob)
    table.pass(.seconds(5))
    #expect(table.rate(ann) == 0 && table.rate(bob) == 0)
  }

  @Test("P11 · the rate and the moment before an item is opened are proposed with it")
  func snapshot() {
    var table = PlaybackTable([ann, bob], item: nil)
    table.act(ann) { group, now in
      group.changeItem(
        to: "film",
        proposing: PlaybackTiming(
          rate: 2, itemTime: ItemTime(microseconds: 40_000_000), hostTime: now), at: now)
    }
    table.pass(.seconds(3))
    table.open(bob, "film")
    table.pass(.seconds(1))
    #expect(table.player(ann) == 48_000 && table.player(bob) == 48_000 && table.rate(bob) == 2)
    #expect(table.kinds(ann).isEmpty, "its player plays already")
  }

  @Test("P11 · a rate of zero, and the rate that counts already, command nothing")
  func nothingNew() {
    var table = PlaybackTable()
    table.forget()
    table.pause(ann)
    table.play(ann, at: .infinity)
    table.play(ann, at: .nan)
    #expect(table.sent.isEmpty && table.kinds(ann).isEmpty && table.kinds(bob).isEmpty)
    table.play(ann)
    table.pass(.seconds(1))
    table.forget()
    table.play(bob)
    #expect(table.sent.isEmpty && table.kinds(bob).isEmpty)
    table.play(bob, at: -2)
    #expect(table.kinds(ann) == ["play"] && table.rate(ann) == -2, "no start is needed")
  }
}
