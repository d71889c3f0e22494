import BoardFiles
import BoardSessions
import EaselBase
import SystemFiles
import WhiteboardUI

/// Exports the board beside the main thread, so that the user can draw meanwhile. One export runs at
/// a time.
@MainActor final class BackgroundExport {
  private var running: Task<Event, Never>?

  /// The notice for a user who asks for another export too early.
  static let busy = "An export is still running: try again when its notice appears."
  /// The notice for a user who quits during an export.
  static let closing = "Easel ends as soon as the export is done."

  var isRunning: Bool { running != nil }

  /// Begins an export, unless another one runs.
  ///
  /// - Parameters:
  ///   - work: makes the file and returns a sentence about it. It runs on another thread.
  ///   - report: receives the event for the user, when the file is there or the export failed.
  func begin(
    _ work: @escaping @Sendable () throws -> String, report: @escaping @MainActor (Event) -> Void
  ) {
    guard running == nil else { return report(.board(.failed(SafeText(Self.busy)))) }
    running = Task {
      let event = await Self.result(of: work)
      running = nil
      report(event)
      return event
    }
  }

  /// Waits until the export that runs is done.
  ///
  /// - Returns: the sentence about its file or its failure; nil if no export runs.
  func finish() async -> SafeText? {
    switch await running?.value {
    case .done(let sentence)?, .board(.failed(let sentence))?: sentence
    default: nil
    }
  }

  private static func result(of work: @escaping @Sendable () throws -> String) async -> Event {
    do {
      return .done(SafeText(try await besideMainThread(work)))
    } catch {
      return .board(.failed(SafeText(UserError(wording: error).sentence)))
    }
  }
}
