import BoardContract
import BoardLog
import BoardModel
import EaselBase
import OpenGroupActivities
import Testing

@testable import BoardSessions

@MainActor @Suite struct SessionRunnerTests {
  @Test(
    "A picture that is sent before this member has joined is sent as soon as it has joined",
    .timeLimit(.minutes(10)))
  func earlyPicture() async throws {
    let call = LoopbackCall()
    let systems = ["Ada", "Ben"].map { call.join(name: $0) }
    let offers = systems.map { system in
      GroupSystem.$current.withValue(system) { DrawTogether.sessions() }
    }
    try await systems[0].activateBesides(DrawTogether(invitation, on: .unowned, replaces: nil))
    for await other in offers[0] {
      other.join()
      for await session in offers[1] { return try await expectPicture(session, systems[1], other) }
    }
    Issue.record("no session")
  }

  private func expectPicture(
    _ session: GroupSession<DrawTogether>, _ system: GroupSystem,
    _ other: GroupSession<DrawTogether>
  ) async throws {
    let runner = SessionRunner(
      session, isFounder: false, lacking: nil, Rights(), in: system, at: nil, changed: {})
    try #require(session.activeParticipants.isEmpty)
    let picture = Miniature(dots: [255], colors: [0xFF0000])
    runner.describe(nil, picture)
    let (activities, continuation) = AsyncStream.makeStream(of: DrawTogether.self)
    let subscription = other.$activity.sink { continuation.yield($0) }
    defer { subscription.cancel() }
    for await activity in activities
    where try activity.read().invitation.miniature == picture {
      return runner.leave()
    }
  }

  private var invitation: Invitation {
    Invitation(
      title: SafeText("plan", limit: .title), author: AuthorID(Bytes16(high: 1, low: 1)),
      name: SafeText("Ada", limit: .name), color: PaletteColor.red.color, sign: 1,
      miniature: Miniature())
  }
}
