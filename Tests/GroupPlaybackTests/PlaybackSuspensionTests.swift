import EaselBase
import Testing

@testable import GroupPlayback

/// The laws of suspensions and pauses.
@Suite struct PlaybackSuspensionTests {
  private let ann = PlaybackTable.ann
  private let bob = PlaybackTable.bob
  private let cleo = PlaybackTable.cleo

  @Test("P5 · a suspended participant neither drives the group nor follows it")
  func suspended() {
    var table = PlaybackTable()
    table.suspend(bob)
    #expect(table.groups[ann]?.others.first?.reasons == ["mine"])
    table.forget()
    table.play(ann)
    table.pass(.seconds(2))
    #expect(table.rate(ann) == 1 && table.kinds(bob).isEmpty, "nobody waits for it")
    table.seek(bob, to: 500)
    table.play(bob, at: 4)
    table.pass(.seconds(1))
    #expect(table.rate(ann) == 1 && table.player(ann).map { $0 < 4_000 } == true)
    #expect(table.rate(bob) == 4 && table.player(bob) == 504_000)
    table.resume(bob)
    #expect(table.rate(bob) == 1 && table.player(bob) == table.player(ann))
    #expect(
      table.sent.allSatisfy {
        if case .prepare(let state) = $0 {
          state.timing.itemTime < ItemTime(microseconds: 500_000_000)
        } else {
          true
        }
      })
    table.pass(.seconds(3))
    #expect(table.player(bob) == table.player(ann), "what it did alone is not sent later")
  }

  @Test("P5 · the end of the last suspension can give its time to all, at the group's rate")
  func proposing() {
    var table = PlaybackTable()
    table.play(ann, at: 2)
    table.pass(.seconds(1))
    table.suspend(bob, 1)
    table.suspend(bob, 2, for: "another")
    table.resume(bob, 1, proposing: 900)
    table.pass(.milliseconds(500))
    #expect(table.player(ann).map { $0 < 10_000 } == true, "one suspension remains")
    table.resume(bob, 2, proposing: 600)
    table.pass(.seconds(1))
    #expect(table.player(ann) == table.player(bob) && table.rate(ann) == 2)
    #expect(table.player(ann).map { (601_000...602_000).contains($0) } == true)
  }

  @Test("P6 · a start waits only for those who are suspended for a reason to wait for")
  func waiting() {
    var table = PlaybackTable([ann, bob, cleo])
    table.suspend(bob, for: "stallRecovery")
    table.play(ann)
    table.pass(.seconds(5))
    #expect(table.rate(ann) == 0 && table.rate(cleo) == 0)
    table.resume(bob)
    table.pass(.seconds(1))
    #expect(table.rate(ann) == 1 && table.rate(bob) == 1)
    // Also one who begins to load while all play.
    table.suspend(bob, for: "stallRecovery")
    #expect(table.rate(ann) == 0 && table.rate(cleo) == 0)
    table.resume(bob)
    table.pass(.milliseconds(100))
    #expect([ann, bob, cleo].allSatisfy { table.rate($0) == 1 })
    // For no other reason.
    table.suspend(bob, for: "mine")
    #expect(table.rate(ann) == 1)
  }

  @Test("P6 · the group waits at most ten seconds, and only while it is not larger than the limit")
  func waitingEnds() throws {
    var table = PlaybackTable([ann, bob, cleo])
    table.suspend(bob, for: "stallRecovery")
    table.play(ann)
    table.pass(.milliseconds(9_900))
    #expect(table.rate(ann) == 0)
    table.pass(.milliseconds(200))
    #expect(table.rate(ann) == 1 && table.rate(cleo) == 1)
    table.resume(bob)
    for person in [ann, bob, cleo] {
      table.act(person) { group, _ in
        group.settings.participantLimits["stallRecovery"] = 2
        return []
      }
    }
    table.suspend(bob, for: "stallRecovery")
    #expect(table.rate(ann) == 1, "three people do not wait")
    table.leave(cleo)
    table.resume(bob)
    table.suspend(bob, for: "stallRecovery")
    #expect(table.rate(ann) == 0, "two people wait")
  }

  @Test("P7 · a pause stops all, and with snapping it stops all at one moment")
  func pauses() throws {
    for snaps in [false, true] {
      var group = PlaybackGroup(me: ann)
      group.settings.pauseSnaps = snaps
      var now = HostTime(microseconds: 0)
      let people = [ann, bob].map { PlaybackParticipant($0) }
      _ = group.participantsChanged(to: people, at: now)
      _ = group.changeItem(to: "film", proposing: nil, at: now)
      _ = group.receive(.suspended(.init(item: "film", reasons: [])), from: bob, at: now)
      // Bob's clock is the same; 30 ms after his pause it arrives.
      for count in 1...3 as ClosedRange<Int64> {
        now = now.advanced(by: .milliseconds(100 * count))
        _ = group.woke(at: now)
        _ = group.receive(
          .clock(.init(sent: now, answers: [.init(to: ann, sent: now, received: now)])),
          from: bob, at: now)
      }
      func state(_ lamport: UInt64, _ rate: Float, _ moment: Int64) -> PlaybackMessage {
        .state(
          PlaybackState(
            item: "film", stamp: .init(lamport: lamport, participant: bob), clock: bob,
            timing: .init(rate: rate, itemTime: .init(microseconds: moment), hostTime: now)))
      }
      _ = group.receive(state(1, 1, 0), from: bob, at: now)
      now = now.advanced(by: .seconds(10))
      let pause = state(2, 0, 10_000_000)
      now = now.advanced(by: .milliseconds(30))
      let kinds = group.receive(pause, from: bob, at: now).compactMap { action in
        if case .control(let control) = action { control.kind } else { nil }
      }
      let seek = PlaybackControl.Kind.seek(
        .init(microseconds: 10_000_000), bufferingFor: nil, due: nil)
      #expect(kinds == [.pause(bufferingFor: nil)] + (snaps ? [seek] : []))
    }
  }
}
