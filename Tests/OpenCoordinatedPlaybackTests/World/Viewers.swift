import EaselBase
import Foundation
import GroupCore
import OpenGroupActivities
import Synchronization
import Testing

@testable import OpenCoordinatedPlayback

/// People in one session, each with a custom player and a coordinator. Their clocks differ by hours.
@MainActor final class Viewers {
  let world: LoopbackWorld
  let guests: [Guest]
  let players: [TestPlayer]
  let coordinators: [AVDelegatingPlaybackCoordinator]
  let warnings = Warnings()

  init(_ names: String...) async throws {
    world = LoopbackWorld(names)
    guests = world.guests()
    var players: [TestPlayer] = []
    var coordinators: [AVDelegatingPlaybackCoordinator] = []
    for index in names.indices {
      let clock = PlaybackClock(world.clock, hoursAhead: Int64(index) * 3)
      let player = TestPlayer(clock)
      players.append(player)
      coordinators.append(
        AVDelegatingPlaybackCoordinator(
          playbackControlDelegate: player, clock: clock, warn: warnings.add))
    }
    (self.players, self.coordinators) = (players, coordinators)
    try await world.meet(guests)
    for (guest, coordinator) in zip(guests, coordinators) {
      coordinator.coordinateWithSession(try #require(guest.session))
    }
    await world.until("all players know each other") {
      coordinators.allSatisfy { $0.otherParticipants.count == names.count - 1 }
    }
  }

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
