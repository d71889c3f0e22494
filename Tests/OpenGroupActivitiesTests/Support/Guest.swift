import OpenCombine
import OpenGroupActivities
import Testing

/// An activity for tests.
struct Knit: GroupActivity, Equatable {
  var pattern = "plain"
  /// To the one who began it.
  var isBound = false

  var metadata: GroupActivityMetadata {
    var metadata = GroupActivityMetadata()
    metadata.title = "Knit"
    if isBound { metadata.lifetimePolicy = .endsWhenInitiatorLeaves }
    return metadata
  }
}

/// A person who records all sessions and their states.
@MainActor final class Guest {
  let system: GroupSystem
  private(set) var sessions: [GroupSession<Knit>] = []
  /// In the order in which it was heard.
  private(set) var heard: [String] = []
  var subscriptions: Set<AnyCancellable> = []
  private var task: Task<Void, Never>?
  /// Done with each session that comes.
  var greet: (GroupSession<Knit>) -> Void = { _ in }

  init(_ system: GroupSystem) {
    self.system = system
    GroupSystem.$current.withValue(system) {
      let arrivals = Knit.sessions()
      task = Task { for await session in arrivals { self.receive(session) } }
    }
  }

  var session: GroupSession<Knit>? { sessions.last }

  private func receive(_ session: GroupSession<Knit>) {
    sessions.append(session)
    heard.append("session \(sessions.count)")
    let number = sessions.count
    session.$state.sink { [weak self] state in
      if case .invalidated(let reason) = state { self?.heard.append("\(number) over: \(reason)") }
    }.store(in: &subscriptions)
    greet(session)
  }

  func activate(_ activity: Knit = Knit()) async throws {
    let isComing = try await GroupSystem.$current.withValue(system) {
      try await activity.activate()
    }
    #expect(isComing)
  }

  deinit { task?.cancel() }
}

extension LoopbackWorld {
  /// As many guests as there are systems.
  func guests() -> [Guest] { systems.map { Guest($0) } }

  /// All are in one session and know it.
  func meet(_ guests: [Guest]) async throws {
    for guest in guests { guest.greet = { $0.join() } }
    await until("everybody hears of everybody") {
      guests.allSatisfy { $0.system.people.count == guests.count - 1 }
    }
    try await guests[0].activate()
    await until("all joined") {
      guests.allSatisfy { $0.session?.activeParticipants.count == guests.count }
    }
  }
}
