import EaselBase
import Testing

@testable import GroupPlayback

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

  @Test("P16 · a made-up clock answer delays no start by more than half a second")
  func forgedAnswers() throws {
    for watches in [true, false] {
      var table = PlaybackTable()
      table.come(cleo, watches: watches)
      table.pass(.seconds(2))
      // Neither an own beat nor a made-up one of a minute ago gives a trip of a minute.
      for ago in [60, 4, 1] as [Int64] {
        let sent = table.now.advanced(by: .seconds(-ago))
        let forged = PlaybackBeat(
          sent: table.now, answers: [.init(to: ann, sent: sent, received: table.now)])
        for _ in 0..<20 {
          table.act(ann) { $0.receive(.clock(forged), from: PlaybackTable.cleo, at: $1) }
        }
      }
      table.play(ann)
      let start = try #require(table.groups[bob]?.states["film"])
      #expect(!start.isPrepared)
      #expect(start.timing.hostTime <= table.now.advanced(by: .milliseconds(550)))
      table.pass(.milliseconds(1_500))
      #expect(table.player(bob).map { $0 > 900 } == true)
    }
  }

  @Test("P16 · a claimed trip is at most half a second, and only commanders count for a start")
  func claimedTrip() throws {
    var clock = ClockOffset()
    let now = HostTime(microseconds: 60_000_000)
    clock.measure(sent: .init(microseconds: 0), received: now, answered: now, at: now)
    #expect(clock.roundTrip == .milliseconds(500))
  }

  @Test("P17 · a preparation that its sender does not start ends after three seconds and the way")
  func noStart() {
    // The lowest id of those who are ready gives the start. If that one lies too, all others do.
    for liars in [[ann], [cleo], [ann, bob]] as [[Bytes16]] {
      let honest = [ann, bob, cleo].filter { !liars.contains($0) }
      guard let first = liars.last, let one = honest.first else { continue }
      var groups = PlaybackTable([ann, bob, cleo])
      let command = PlaybackState(
        item: "film", stamp: .init(lamport: 9, participant: first), clock: first,
        isPrepared: true, timing: .init(rate: 1, itemTime: .zero, hostTime: groups.now))
      groups.stopped = Set(liars)
      for person in honest {
        groups.act(person) { $0.receive(.prepare(command), from: first, at: $1) }
      }
      // The liars go on to be heard, and say that they are ready.
      for _ in 0..<42 {
        groups.pass(.milliseconds(100))
        for liar in liars {
          for person in honest {
            groups.act(person) { group, now in
              group.receive(.ready(.init(item: "film", stamp: command.stamp)), from: liar, at: now)
            }
          }
        }
      }
      #expect(groups.rate(one) == 1, "\(liars.count) liars")
      #expect(honest.allSatisfy { groups.player($0) == groups.player(one) })
    }
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
