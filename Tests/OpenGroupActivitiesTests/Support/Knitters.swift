import Testing

@testable import OpenGroupActivities

/// People in one session, each with a reliable messenger.
@MainActor struct Knitters {
  let world: LoopbackWorld
  let guests: [Guest]
  let messengers: [GroupSessionMessenger]

  init(_ names: String...) async throws {
    world = LoopbackWorld(names)
    guests = world.guests()
    try await world.meet(guests)
    messengers = guests.compactMap(\.session).map { GroupSessionMessenger(session: $0) }
  }
}

/// Takes messages as they come.
@MainActor final class Inbox<Message: Codable & Sendable> {
  private(set) var messages: [Message] = []
  private(set) var sources: [Participant] = []
  private(set) var isOver = false
  private var task: Task<Void, Never>?

  init(_ stream: GroupSessionMessenger.Messages<Message>) {
    task = Task { [weak self] in
      for await (message, context) in stream {
        self?.messages.append(message)
        self?.sources.append(context.source)
      }
      self?.isOver = true
    }
  }

  deinit { task?.cancel() }
}

/// Keeps the notices of a call.
@MainActor final class NoticeRecorder {
  private(set) var all: [CallNotice] = []
  private var task: Task<Void, Never>?

  init(_ system: GroupSystem) {
    let notices = system.notices
    task = Task { [weak self] in
      for await notice in notices { self?.all.append(notice) }
    }
  }

  deinit { task?.cancel() }
}
