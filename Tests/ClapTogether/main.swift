import Foundation
import OpenCombine
import OpenGroupActivities
import Transports

struct Clap: GroupActivity {
  var metadata: GroupActivityMetadata { GroupActivityMetadata() }
}

let name = CommandLine.arguments.last ?? ""
let membership = Membership.passing(called: name)
let place = LocalMeetingPlace(runtimeFolder: ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"])
let local = GuardedTransport(LocalTransport(at: place, for: membership), for: membership)
let system = GroupSystem(
  name: name, member: membership.member, over: [local], sealedBy: membership)

try await GroupSystem.$current.withValue(system) {
  if CommandLine.arguments.contains("--begin") {
    let observer = GroupStateObserver()
    for await isThere in observer.$isEligibleForGroupSession.values where isThere { break }
    _ = try await Clap().activate()
  }
  for await session in Clap.sessions() {
    let messenger = GroupSessionMessenger(session: session)
    session.join()
    for await people in session.$activeParticipants.values where people.count == 2 { break }
    try await messenger.send("clap")
    for await (sound, context) in messenger.messages(of: String.self) {
      print("\(context.source): \(sound)")
      break
    }
    await withCheckedContinuation { gone in system.leaveCall { gone.resume() } }
    break
  }
}
