import EaselBase
import Testing

@testable import GroupCore

/// The laws of participants that only watch, and of those that take no part.
@Suite struct PlaybackWatcherTests {
  private let ann = PlaybackTable.ann
  private let bob = PlaybackTable.bob
  private let cleo = PlaybackTable.cleo

  @Test("P12 · a watcher follows, does not command, and nobody waits for it")
  func watcher() {
    var table = PlaybackTable()
    table.come(cleo, watches: true)
    table.pass(.seconds(2))
    table.slow = [cleo]
    table.play(ann)
    table.pass(.milliseconds(100))
    #expect(table.rate(ann) == 1 && table.rate(bob) == 1)
    table.becomeReady(cleo)
    #expect(table.rate(cleo) == 1)
    table.slow = []
    table.forget()
    table.pause(cleo)
    table.seek(cleo, to: 99)
    #expect(table.rate(bob) == 1 && table.kinds(bob).isEmpty && table.rate(cleo) == 1)
    // Nor does a made-up command of a watcher count.
    let forged = PlaybackState(
      item: "film", stamp: .init(lamport: 99, participant: cleo), clock: cleo,
      timing: .init(rate: 0, itemTime: .zero, hostTime: table.now))
    table.act(bob) { $0.receive(.state(forged), from: PlaybackTable.cleo, at: $1) }
    #expect(table.rate(bob) == 1)
  }

  @Test("P12 · the group does not wait for a member of the session that takes no part")
  func notAttached() {
    var group = PlaybackGroup(me: ann)
    let now = HostTime(microseconds: 0)
    let people = [ann, bob].map { PlaybackParticipant($0) }
    _ = group.participantsChanged(to: people, at: now)
    _ = group.changeItem(to: "film", proposing: nil, at: now)
    var actions = group.changeRate(to: 1, at: now)
    for case .control(let control) in actions {
      actions = group.becameReady(for: control.number, at: now)
    }
    #expect(group.groupTiming?.rate == 1 && !group.isWaiting)
    #expect(group.others.isEmpty)
  }

  @Test("P13 · a stamp that is far ahead of all known ones is refused")
  func leap() {
    var table = PlaybackTable()
    let leap = PlaybackState(
      item: "film", stamp: .init(lamport: 1 << 40, participant: bob), clock: bob,
      timing: .init(rate: 0, itemTime: .init(microseconds: 9), hostTime: table.now))
    table.act(ann) { $0.receive(.state(leap), from: PlaybackTable.bob, at: $1) }
    #expect(table.groups[ann]?.states["film"]?.stamp.lamport == 0)
  }

  @Test("P12 · only participants that take part get commands and beats")
  func recipients() {
    var group = PlaybackGroup(me: ann)
    var now = HostTime(microseconds: 0)
    let people = [ann, bob, cleo].map { PlaybackParticipant($0) }
    var actions = group.participantsChanged(to: people, at: now)
    #expect(actions.count { if case .send(_, .everyone, true) = $0 { true } else { false } } == 1)
    _ = group.changeItem(to: "film", proposing: nil, at: now)
    _ = group.receive(.suspended(.init(item: "film", reasons: [])), from: bob, at: now)
    actions = group.changeRate(to: 1, at: now)
    for _ in 0..<20 {
      now = now.advanced(by: .milliseconds(200))
      actions += group.woke(at: now)
    }
    let recipients = actions.compactMap { action -> PlaybackRecipients? in
      if case .send(_, let recipients, _) = action { recipients } else { nil }
    }
    // The first beats go to everyone, so that newcomers hear them.
    #expect(recipients.count { $0 == .everyone } <= 8)
    #expect(recipients.count { $0 == .only([bob]) } > 10)
    #expect(Set(recipients) == [.everyone, .only([bob])])
  }
}
