import OpenCombine
import OpenGroupActivities
import Testing

struct Clap: GroupActivity {
  var metadata: GroupActivityMetadata {
    var metadata = GroupActivityMetadata()
    metadata.title = "Clap together"
    return metadata
  }
}

struct Hands: Codable {
  var times: Int
}

@Test func twoPeopleClap() async throws {
  let call = LoopbackCall()
  let (ann, bob) = (call.join(name: "Ann"), call.join(name: "Bob"))

  // Bob waits for another person to begin.
  let heard = GroupSystem.$current.withValue(bob) {
    Task {
      for await session in Clap.sessions() {
        let messenger = GroupSessionMessenger(session: session)
        session.join()
        for await (hands, context) in messenger.messages(of: Hands.self) {
          return "\(context.source) claps \(hands.times) times"
        }
      }
      return "nobody claps"
    }
  }

  // Ann does.
  try await GroupSystem.$current.withValue(ann) {
    _ = try await Clap().activate()
    for await session in Clap.sessions() {
      let messenger = GroupSessionMessenger(session: session)
      session.join()
      for await people in session.$activeParticipants.values where people.count == 2 { break }
      try await messenger.send(Hands(times: 3))
      break
    }
  }
  #expect(await heard.value == "Ann claps 3 times")
}
