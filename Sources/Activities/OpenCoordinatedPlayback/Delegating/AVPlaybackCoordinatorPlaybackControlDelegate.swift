import Synchronization

/// A player that a coordinator controls.
///
/// For each command a delegate implements one of two methods: the one with a completion handler, or the
/// `async` one, whose return is the completion. The coordinator calls the methods with a handler on the
/// main actor, in the order of the commands, and begins the `async` methods in that order. It does not
/// wait for a completion before it issues the next command, and it goes on without a completion that
/// does not come until the due date, or for three seconds.
public protocol AVPlaybackCoordinatorPlaybackControlDelegate: AnyObject, Sendable {
  /// Play from a moment on.
  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue playCommand: AVDelegatingPlaybackCoordinatorPlayCommand,
    completionHandler: @escaping @Sendable () -> Void)
  /// Play from a moment on.
  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue playCommand: AVDelegatingPlaybackCoordinatorPlayCommand) async

  /// Stop where the item stands.
  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue pauseCommand: AVDelegatingPlaybackCoordinatorPauseCommand,
    completionHandler: @escaping @Sendable () -> Void)
  /// Stop where the item stands.
  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue pauseCommand: AVDelegatingPlaybackCoordinatorPauseCommand) async

  /// Go to a time and stay there.
  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue seekCommand: AVDelegatingPlaybackCoordinatorSeekCommand,
    completionHandler: @escaping @Sendable () -> Void)
  /// Go to a time and stay there.
  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue seekCommand: AVDelegatingPlaybackCoordinatorSeekCommand) async

  /// Load what is needed to play.
  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue bufferingCommand: AVDelegatingPlaybackCoordinatorBufferingCommand,
    completionHandler: @escaping @Sendable () -> Void)
  /// Load what is needed to play.
  func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue bufferingCommand: AVDelegatingPlaybackCoordinatorBufferingCommand) async
}

// Each method calls the other one of its pair. A delegate without either of them ignores the command.
extension AVPlaybackCoordinatorPlaybackControlDelegate {
  /// Calls the `async` method.
  public func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue playCommand: AVDelegatingPlaybackCoordinatorPlayCommand,
    completionHandler: @escaping @Sendable () -> Void
  ) {
    ForwardedCommand.forward(playCommand, completionHandler) {
      await self.playbackCoordinator(coordinator, didIssue: playCommand)
    }
  }

  /// Calls the method with a completion handler.
  public func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue playCommand: AVDelegatingPlaybackCoordinatorPlayCommand
  ) async {
    await ForwardedCommand.wait(for: playCommand) { completed in
      self.playbackCoordinator(
        coordinator, didIssue: playCommand, completionHandler: completed)
    }
  }

  /// Calls the `async` method.
  public func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue pauseCommand: AVDelegatingPlaybackCoordinatorPauseCommand,
    completionHandler: @escaping @Sendable () -> Void
  ) {
    ForwardedCommand.forward(pauseCommand, completionHandler) {
      await self.playbackCoordinator(coordinator, didIssue: pauseCommand)
    }
  }

  /// Calls the method with a completion handler.
  public func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue pauseCommand: AVDelegatingPlaybackCoordinatorPauseCommand
  ) async {
    await ForwardedCommand.wait(for: pauseCommand) { completed in
      self.playbackCoordinator(
        coordinator, didIssue: pauseCommand, completionHandler: completed)
    }
  }

  /// Calls the `async` method.
  public func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue seekCommand: AVDelegatingPlaybackCoordinatorSeekCommand,
    completionHandler: @escaping @Sendable () -> Void
  ) {
    ForwardedCommand.forward(seekCommand, completionHandler) {
      await self.playbackCoordinator(coordinator, didIssue: seekCommand)
    }
  }

  /// Calls the method with a completion handler.
  public func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue seekCommand: AVDelegatingPlaybackCoordinatorSeekCommand
  ) async {
    await ForwardedCommand.wait(for: seekCommand) { completed in
      self.playbackCoordinator(
        coordinator, didIssue: seekCommand, completionHandler: completed)
    }
  }

  /// Calls the `async` method.
  public func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue bufferingCommand: AVDelegatingPlaybackCoordinatorBufferingCommand,
    completionHandler: @escaping @Sendable () -> Void
  ) {
    ForwardedCommand.forward(bufferingCommand, completionHandler) {
      await self.playbackCoordinator(coordinator, didIssue: bufferingCommand)
    }
  }

  /// Calls the method with a completion handler.
  public func playbackCoordinator(
    _ coordinator: AVDelegatingPlaybackCoordinator,
    didIssue bufferingCommand: AVDelegatingPlaybackCoordinatorBufferingCommand
  ) async {
    await ForwardedCommand.wait(for: bufferingCommand) { completed in
      self.playbackCoordinator(
        coordinator, didIssue: bufferingCommand, completionHandler: completed)
    }
  }
}

/// The command that the default of one method hands to the other method of its pair.
private enum ForwardedCommand {
  typealias Command = AVDelegatingPlaybackCoordinatorPlaybackControlCommand

  @TaskLocal private static var current: ObjectIdentifier?

  static func forward(
    _ command: Command, _ completed: @escaping @Sendable () -> Void,
    _ handle: @escaping @MainActor @Sendable () async -> Void
  ) {
    Task { @MainActor in
      await $current.withValue(ObjectIdentifier(command), operation: handle)
      completed()
    }
  }

  static func wait(for command: Command, _ handle: (@escaping @Sendable () -> Void) -> Void) async {
    // The delegate has neither method if its `async` default is called by the other default.
    guard current != ObjectIdentifier(command) else { return }
    let isCompleted = Atomic(false)
    await withCheckedContinuation { continuation in
      // A delegate may call its handler twice.
      handle { if !isCompleted.exchange(true, ordering: .relaxed) { continuation.resume() } }
    }
  }
}
