import OpenCombine
import OpenGroupActivities
import SocketTransports

struct Clap: GroupActivity {
  var metadata: GroupActivityMetadata { GroupActivityMetadata() }
}

let name = CommandLine.arguments.last ?? ""
let call = LocalCall(called: name)
let system = GroupSystem(
  name: name, member: call.member, over: call.transports, sealedBy: call.seal)

try await GroupSystem.$current.withValue(system) {
  if CommandLine.arguments.contains("--begin") { try system.stage(Clap()) }
  for await session in Clap.sessions().prefix(1) {
    let messenger = GroupSessionMessenger(session: session)
    session.join()
    for await people in session.$activeParticipants.values where people.count == 2 { break }
    try await messenger.send("clap")
    for await (sound, context) in messenger.messages(of: String.self).prefix(1) {
      print("\(context.source): \(sound)")
    }
  }
  await withCheckedContinuation { left in system.leaveCall { left.resume() } }
}
