import Foundation
import OpenCoordinatedPlayback
import OpenGroupActivities
import Testing

struct Watch: GroupActivity {
  var film: URL

  var metadata: GroupActivityMetadata {
    var metadata = GroupActivityMetadata()
    metadata.title = "Watch together"
    metadata.type = .watchTogether
    return metadata
  }
}

@MainActor @Test func twoPeopleWatch() async throws {
  let call = LoopbackCall()
  let (ann, bob) = (call.join(name: "Ann"), call.join(name: "Bob"))
  let players = [ann, bob].map { system in
    let player = AVPlayer()
    GroupSystem.$current.withValue(system) {
      _ = Task {
        for await session in Watch.sessions() {
          player.playbackCoordinator.coordinateWithSession(session)
          player.replaceCurrentItem(with: AVPlayerItem(url: session.activity.film))
          session.join()
        }
      }
    }
    return player
  }

  try await GroupSystem.$current.withValue(ann) {
    while !ann.isEligible { await Task.yield() }
    _ = try await Watch(film: URL(fileURLWithPath: "/films/one.mp4")).activate()
  }
  while players.contains(where: \.playbackCoordinator.otherParticipants.isEmpty) {
    await Task.yield()
  }
  // Bob plays, for both.
  players[1].play()
  while players.contains(where: { $0.timeControlStatus != .playing }) { await Task.yield() }
  #expect(abs((players[0].currentTime() - players[1].currentTime()).seconds) < 0.5)
}
