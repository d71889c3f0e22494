import Foundation
import OpenCombine
import OpenCoordinatedPlayback
import OpenGroupActivities
import SocketTransports

struct Watch: GroupActivity {
  var metadata: GroupActivityMetadata {
    var metadata = GroupActivityMetadata()
    metadata.title = "Watch together"
    metadata.type = .watchTogether
    return metadata
  }
}

let name = CommandLine.arguments.last ?? ""
let call = LocalCall(called: name)
let system = GroupSystem(
  name: name, member: call.member, over: call.transports, sealedBy: call.seal)
let player = FilmPlayer()
let coordinator = AVDelegatingPlaybackCoordinator(playbackControlDelegate: player)
coordinator.suspensionReasonsThatTriggerWaiting = []

try await GroupSystem.$current.withValue(system) {
  if CommandLine.arguments.contains("--begin") { try system.stage(Watch()) }
  for await session in Watch.sessions().prefix(1) {
    coordinator.coordinateWithSession(session)
    coordinator.transitionToItem(withIdentifier: "film", proposingInitialTimingBasedOn: nil)
    session.join()
    while coordinator.otherParticipants.allSatisfy({ !$0.isReadyToPlay }) {
      try await Task.sleep(for: .milliseconds(50))
    }
    if CommandLine.arguments.contains("--begin") { coordinator.coordinateRateChange(to: 1) }
    for tick in 1...100 {
      try await Task.sleep(for: .milliseconds(50))
      // The data run out after two seconds, for a second.
      if CommandLine.arguments.contains("--stall"), tick == 40 { player.stall(coordinator) }
      if tick == 60 { player.recover() }
      let time = Int(player.time.seconds * 1_000_000)
      print(DispatchTime.now().uptimeNanoseconds / 1_000, time, player.state)
    }
  }
  await withCheckedContinuation { left in system.leaveCall { left.resume() } }
}
