import Foundation
import OpenGroupActivities
import Testing

@testable import OpenCoordinatedPlayback

@MainActor @Suite(.timeLimit(.minutes(60))) struct AVPlayerTests {
  private let film = URL(fileURLWithPath: "/films/one.mp4")

  @Test("a player alone plays, seeks and pauses")
  func alone() async {
    let world = LoopbackWorld("Ann")
    let player = AVPlayer(clock: PlaybackClock(world.clock))
    #expect(player.timeControlStatus == .paused && player.rate == 0)
    player.replaceCurrentItem(with: AVPlayerItem(url: film))
    player.play()
    #expect(player.rate == 1)
    await world.until("it plays") { player.timeControlStatus == .playing }
    await world.pass(milliseconds: 1_000)
    #expect(player.currentTime().seconds > 0.9)
    player.rate = 2
    await world.pass(milliseconds: 1_000)
    #expect(player.currentTime().seconds > 2.8)
    #expect(await seek(player, to: CMTime(value: 60, timescale: 1)))
    #expect(await !seek(player, to: .indefinite))
    await world.pass(milliseconds: 1_000)
    #expect((61.5..<62.5).contains(player.currentTime().seconds))
    player.pause()
    let time = player.currentTime()
    await world.pass(milliseconds: 500)
    #expect(player.currentTime() == time && player.timeControlStatus == .paused)
  }

  private func seek(_ player: AVPlayer, to time: CMTime) async -> Bool {
    await player.seek(to: time)
  }

  @Test(
    "P11 · rate and time set before an item is current are its first state; it stops at its end")
  func before() async {
    let world = LoopbackWorld("Ann")
    let player = AVPlayer(clock: PlaybackClock(world.clock))
    let item = AVPlayerItem(asset: AVURLAsset(url: film), duration: CMTime(value: 32, timescale: 1))
    item.seek(to: CMTime(value: 30, timescale: 1))
    player.play()
    #expect(player.reasonForWaitingToPlay == .noItemToPlay)
    player.replaceCurrentItem(with: item)
    await world.pass(milliseconds: 1_000)
    #expect((30.9..<31.1).contains(item.currentTime().seconds))
    await world.pass(milliseconds: 5_000)
    #expect(player.currentTime() == item.duration)
    player.replaceCurrentItem(with: nil)
    #expect(player.currentItem == nil && item.currentTime() == item.duration)
  }

  @Test("a stall of a player alone is a pause, and nothing is left out")
  func stallAlone() async {
    let world = LoopbackWorld("Ann")
    let player = AVPlayer(clock: PlaybackClock(world.clock))
    let item = AVPlayerItem(url: film)
    player.replaceCurrentItem(with: item)
    player.play()
    await world.until("it plays") { player.timeControlStatus == .playing }
    item.isPlaybackLikelyToKeepUp = false
    let time = player.currentTime()
    #expect(player.reasonForWaitingToPlay == .toMinimizeStalls)
    #expect(player.playbackCoordinator.suspensionReasons.isEmpty)
    await world.pass(milliseconds: 1_000)
    item.isPlaybackLikelyToKeepUp = true
    #expect(player.timeControlStatus == .playing && player.currentTime() == time)
    player.pause()
    player.play()
    await world.pass(milliseconds: 500)
    #expect(
      player.timeControlStatus == .playing
        && player.currentTime() < time + CMTime(value: 1, timescale: 1))
  }

  @Test("players of one session play in step, and notifications name who did it")
  func together() async throws {
    let people = try await Players("Ann", "Bob")
    people.open(film)
    await people.world.pass(milliseconds: 2_000)
    let events = Events(people.players)
    people.players[0].play()
    #expect(people.players[0].reasonForWaitingToPlay == .waitingForCoordinatedPlayback)
    await people.world.until("both play") {
      people.players.allSatisfy { $0.timeControlStatus == .playing }
    }
    await people.world.pass(milliseconds: 1_000)
    #expect(people.spread < 0.05)
    await people.players[1].seek(to: CMTime(value: 100, timescale: 1))
    await people.world.pass(milliseconds: 2_000)
    #expect(people.spread < 0.05 && people.players.allSatisfy { $0.currentTime().seconds > 100 })
    let (ann, bob) = (try #require(people.id(0)), try #require(people.id(1)))
    // Another thread makes the main queue run its operations, so simulated time is no measure.
    await people.world.until("all is posted") { events.rates.count == 2 && events.jumps.count == 2 }
    #expect(events.rates == ["0 by nobody", "1 by \(ann)"])
    #expect(events.jumps == ["1 by nobody", "0 by \(bob)"])
    people.players[0].pause()
    await people.world.until("both pause") {
      people.players.allSatisfy { $0.timeControlStatus == .paused }
    }
  }

  @Test("P5 · a player that stalls steps out of the group, and joins its moment again")
  func stall() async throws {
    let people = try await Players("Ann", "Bob")
    people.open(film)
    for player in people.players {
      player.playbackCoordinator.suspensionReasonsThatTriggerWaiting = []
    }
    await people.world.pass(milliseconds: 2_000)
    people.players[0].play()
    await people.world.until("both play") {
      people.players.allSatisfy { $0.timeControlStatus == .playing }
    }
    let item = try #require(people.players[1].currentItem)
    item.isPlaybackLikelyToKeepUp = false
    #expect(people.players[1].playbackCoordinator.suspensionReasons == [.stallRecovery])
    await people.world.pass(milliseconds: 1_000)
    #expect(people.spread > 0.8)
    item.isPlaybackLikelyToKeepUp = true
    await people.world.until("they are level") { people.spread < 0.05 }
    #expect(people.players[1].playbackCoordinator.suspensionReasons.isEmpty)
    #expect(people.players.allSatisfy { $0.timeControlStatus == .playing })
  }

  @Test("a player whose item has no data yet lets the group wait for its start")
  func notReady() async throws {
    let people = try await Players("Ann", "Bob")
    people.open(film)
    await people.world.pass(milliseconds: 2_000)
    let item = try #require(people.players[1].currentItem)
    item.isPlaybackLikelyToKeepUp = false
    people.players[0].play()
    await people.world.pass(milliseconds: 1_000)
    #expect(people.players.allSatisfy { $0.timeControlStatus == .waitingToPlayAtSpecifiedRate })
    item.isPlaybackLikelyToKeepUp = true
    await people.world.until("both play") {
      people.players.allSatisfy { $0.timeControlStatus == .playing }
    }
    #expect(people.spread < 0.05)
  }

  @Test(
    "P10 · a player and a custom player play together if the player's items have custom identifiers"
  )
  func customPlayer() async throws {
    let world = LoopbackWorld("Ann", "Bob")
    let guests = world.guests()
    try await world.meet(guests)
    let clock = PlaybackClock(world.clock, hoursAhead: 7)
    let (ann, bob) = (AVPlayer(clock: PlaybackClock(world.clock)), TestPlayer(clock))
    let coordinator = AVDelegatingPlaybackCoordinator(playbackControlDelegate: bob, clock: clock)
    let delegate = SameName()
    ann.playbackCoordinator.delegate = delegate
    ann.playbackCoordinator.coordinateWithSession(try #require(guests[0].session))
    coordinator.coordinateWithSession(try #require(guests[1].session))
    ann.replaceCurrentItem(with: AVPlayerItem(url: film))
    coordinator.transitionToItem(withIdentifier: "the film", proposingInitialTimingBasedOn: nil)
    await world.pass(milliseconds: 2_000)
    coordinator.coordinateRateChange(to: 1)
    await world.until("both play") { bob.isPlaying && ann.timeControlStatus == .playing }
    await ann.seek(to: CMTime(value: 60, timescale: 1))
    await world.until("both go on from there") {
      bob.isPlaying && ann.timeControlStatus == .playing && bob.time > 60
    }
    #expect(abs(bob.time - ann.currentTime().seconds) < 0.05)
  }

  @Test("a custom identifier joins different addresses")
  func identifiers() async throws {
    let people = try await Players("Ann", "Bob")
    let delegate = SameName()
    people.players[0].playbackCoordinator.delegate = delegate
    people.players[0].replaceCurrentItem(with: AVPlayerItem(url: film))
    people.players[1].replaceCurrentItem(
      with: AVPlayerItem(url: URL(fileURLWithPath: "/other.mp4")))
    await people.world.pass(milliseconds: 2_000)
    people.players[0].play()
    await people.world.pass(milliseconds: 1_000)
    #expect(people.players[1].timeControlStatus == .paused)
    people.players[1].replaceCurrentItem(with: nil)
    people.players[1].playbackCoordinator.delegate = delegate
    people.players[1].replaceCurrentItem(
      with: AVPlayerItem(url: URL(fileURLWithPath: "/other.mp4")))
    await people.world.until("they are level") {
      people.players[1].timeControlStatus == .playing && people.spread < 0.05
    }
    #expect(throws: CocoaError.self) {
      try people.players[0].playbackCoordinator.coordinate(using: AVPlaybackCoordinationMedium())
    }
  }

  @Test("a player that a program releases is gone, also during a session")
  func released() async throws {
    let world = LoopbackWorld("Ann", "Bob")
    let guests = world.guests()
    try await world.meet(guests)
    weak var released: AVPlayer?
    do {
      let player = AVPlayer(clock: PlaybackClock(world.clock))
      player.playbackCoordinator.coordinateWithSession(try #require(guests[0].session))
      player.replaceCurrentItem(with: AVPlayerItem(url: film))
      player.play()
      await world.pass(milliseconds: 2_000)
      #expect(player.timeControlStatus == .playing)
      released = player
    }
    await world.until("the player is gone") { released == nil }
  }

  @Test("the address of an item may be of any length")
  func longAddress() async throws {
    let people = try await Players("Ann", "Bob")
    people.open(
      try #require(URL(string: "https://example.org/" + String(repeating: "é", count: 9_000))))
    await people.world.pass(milliseconds: 2_000)
    people.players[0].play()
    await people.world.until("both play") {
      people.players.allSatisfy { $0.timeControlStatus == .playing }
    }
  }
}

private final class SameName: AVPlayerPlaybackCoordinatorDelegate {
  func playbackCoordinator(
    _ coordinator: AVPlayerPlaybackCoordinator, identifierFor playerItem: AVPlayerItem
  ) -> String { "the film" }
}

/// People in one session, each with a player.
@MainActor private struct Players {
  let world: LoopbackWorld
  let guests: [Guest]
  let players: [AVPlayer]

  init(_ names: String...) async throws {
    let world = LoopbackWorld(names)
    self.world = world
    guests = world.guests()
    players = names.indices.map {
      AVPlayer(clock: PlaybackClock(world.clock, hoursAhead: Int64($0) * 5))
    }
    try await world.meet(guests)
    for (guest, player) in zip(guests, players) {
      player.playbackCoordinator.coordinateWithSession(try #require(guest.session))
    }
    await world.pass(milliseconds: 1_000)
  }

  func open(_ url: URL) {
    for player in players { player.replaceCurrentItem(with: AVPlayerItem(url: url)) }
  }

  func id(_ index: Int) -> UUID? { guests[index].session?.localParticipant.id }

  var spread: Double {
    let times = players.map { $0.currentTime().seconds }
    return (times.max() ?? 0) - (times.min() ?? 0)
  }
}

/// The notifications of players: the player's number, and the participant that is named.
@MainActor private final class Events {
  var rates: [String] = []
  var jumps: [String] = []
  private var observers: [any NSObjectProtocol] = []

  init(_ players: [AVPlayer]) {
    for (index, player) in players.enumerated() {
      observers.append(
        NotificationCenter.default.addObserver(
          forName: AVPlayer.rateDidChangeNotification, object: player, queue: nil
        ) { [weak self] notification in
          let name = Self.name(notification, AVPlayer.rateDidChangeOriginatingParticipantKey)
          MainActor.assumeIsolated { self?.rates.append("\(index) by \(name)") }
        })
      observers.append(
        NotificationCenter.default.addObserver(
          forName: AVPlayerItem.timeJumpedNotification, object: player.currentItem, queue: nil
        ) { [weak self] notification in
          let name = Self.name(notification, AVPlayerItem.timeJumpedOriginatingParticipantKey)
          MainActor.assumeIsolated { self?.jumps.append("\(index) by \(name)") }
        })
    }
  }

  private nonisolated static func name(_ notification: Notification, _ key: String) -> String {
    let participant = notification.userInfo?[key] as? AVCoordinatedPlaybackParticipant
    return participant?.identifier.uuidString ?? "nobody"
  }

  isolated deinit { observers.forEach(NotificationCenter.default.removeObserver) }
}
