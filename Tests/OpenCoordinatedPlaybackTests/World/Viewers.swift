import EaselBase
import Foundation
import GroupCore
import GroupPlayback
import OpenGroupActivities
import Synchronization
import Testing

@testable import OpenCoordinatedPlayback

/// People in one session, each with a custom player and a coordinator. Their clocks differ by hours.
@MainActor final class Viewers {
  let world: LoopbackWorld
  private(set) var guests: [Guest]
  private(set) var players: [TestPlayer] = []
  private(set) var coordinators: [AVDelegatingPlaybackCoordinator] = []
  let warnings = Warnings()

  init(_ names: String...) async throws {
    world = LoopbackWorld(names)
    guests = world.guests()
    for _ in names { addPlayer() }
    try await world.meet(guests)
    try await coordinate()
  }

  private func addPlayer() {
    let clock = PlaybackClock(world.clock, hoursAhead: Int64(players.count) * 3)
    let player = TestPlayer(clock)
    players.append(player)
    coordinators.append(
      AVDelegatingPlaybackCoordinator(
        playbackControlDelegate: player, clock: clock, warn: warnings.add))
  }

  /// All coordinators join the present session.
  func coordinate() async throws {
    for (guest, coordinator) in zip(guests, coordinators) {
      coordinator.coordinateWithSession(try #require(guest.session))
    }
    await world.until("all players know each other") {
      self.coordinators.allSatisfy { $0.otherParticipants.count == self.coordinators.count - 1 }
    }
  }

  /// One more person comes, and joins the session.
  func come(_ name: String) async throws {
    let guest = Guest(world.join(name))
    guest.greet = { $0.join() }
    guests.append(guest)
    addPlayer()
    await world.until("\(name) is in the session") { guest.session?.state == .joined }
    coordinators.last?.coordinateWithSession(try #require(guest.session))
  }

  /// The program of the last person releases its coordinator.
  func releaseLastCoordinator() { coordinators.removeLast() }

  func id(_ index: Int) -> UUID? { guests[index].session?.localParticipant.id }

  /// All play an item from the beginning.
  func open(_ item: String = "film") async {
    for coordinator in coordinators {
      coordinator.transitionToItem(withIdentifier: item, proposingInitialTimingBasedOn: nil)
    }
    await world.pass(milliseconds: 2_000)
  }

  /// The largest difference of the times of these players, in seconds.
  func spread(_ indices: [Int]? = nil) -> Double {
    let times = (indices ?? Array(players.indices)).map { players[$0].time }
    return (times.max() ?? 0) - (times.min() ?? 0)
  }

  func forgetCommands() { for player in players { player.forgetCommands() } }
}

/// The warnings of coordinators.
final class Warnings: Sendable {
  private let state = Mutex<[String]>([])
  var all: [String] { state.withLock { $0 } }
  var add: @Sendable (String) -> Void {
    { text in self.state.withLock { $0.append(text) } }
  }
}

extension PlaybackClock {
  /// The clock of a test, as a person sees it.
  init(_ manual: ManualClock, hoursAhead: Int64 = 0) {
    let clock = manual.clock
    self.init(
      now: {
        HostTime(
          microseconds: clock.now().milliseconds * 1_000 + hoursAhead * 3_600_000_000)
      },
      date: { Date(timeIntervalSince1970: Double(clock.now().milliseconds) / 1_000) },
      timer: clock)
  }
}
