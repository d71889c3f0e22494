import GroupActivities

/// One of several people in this process, with a canvas of one's own.
@MainActor
final class Person {
  let system: GroupSystem
  let canvas = Canvas()
  private var task: Task<Void, Never>?

  init(_ system: GroupSystem) {
    self.system = system
    act { canvas in
      let sessions = DrawTogether.sessions()
      self.task = Task { for await session in sessions { canvas.configureGroupSession(session) } }
    }
  }

  /// Does something as this person.
  func act(_ what: (Canvas) -> Void) {
    GroupSystem.$current.withValue(system) { what(canvas) }
  }

  deinit { task?.cancel() }
}
