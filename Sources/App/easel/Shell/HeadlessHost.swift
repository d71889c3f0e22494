import BoardContract
import BoardFiles
import BoardModel
import BoardRendering
import BoardSessions
import CellFrame
import EaselBase
import EaselPlatform
import Foundation
import PictureFormats
import Synchronization
import SystemFiles
import ThemeFiles
import WhiteboardUI

/// Keeps a board and its call alive without a screen: `easel host --headless`.
///
/// The host is an ordinary member of the session, but no person uses it.
@MainActor final class HeadlessHost {
  private let controller: BoardController
  private let library: BoardLibrary
  private let wakePipe = WakePipe()
  private var trouble = SavingTrouble()

  /// - Throws: if the board cannot be written, and therefore cannot be drawn on.
  init(_ library: BoardLibrary, _ opened: OpenBoardFile) throws(UserError) {
    if let reason = opened.board.readOnly { throw UserError(reason.string) }
    self.library = library
    controller = BoardController(
      ProgramUser(library.localAuthor.person(), .hosting, miniature: Miniature.init(of:)), opened,
      boards: library)
    controller.observe = { [weak self] report in
      // Use the reports `failing` and `recovered`, which cover all entries; `kept` covers only this
      // run's own entries.
      if let sentence = self?.trouble.sentence(about: report) { Report.notice(sentence) }
    }
  }

  /// The signals that the host handles; all but SIGUSR1 end it. They must be blocked before another
  /// thread starts.
  nonisolated private static let signals: sigset_t = {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in [SIGTERM, SIGINT, SIGHUP, SIGUSR1] { sigaddset(&set, signal) }
    return set
  }()

  /// Holds the signals back, and waits for them on a thread of its own. Until the host runs, a signal
  /// that ends the host ends the process at once, because there is nothing to save yet. Any other
  /// signal waits until the host runs.
  final class SignalWatch: Sendable {
    private struct State {
      var action: (@Sendable (Int32) -> Void)?
      var waiting: Set<Int32> = []
    }
    private let state = Mutex(State())

    init() {
      var held = HeadlessHost.signals
      pthread_sigmask(SIG_BLOCK, &held, nil)
      Thread.detachNewThread { [self] in
        var (set, signal) = (HeadlessHost.signals, Int32(0))
        while sigwait(&set, &signal) == 0 {
          let action = state.withLock { state in
            if state.action == nil { state.waiting.insert(signal) }
            return state.action
          }
          if let action {
            action(signal)
          } else if signal != SIGUSR1 {
            _exit(EXIT_SUCCESS)
          }
        }
      }
    }

    /// Passes each signal to `action`, on the thread that waits; those that came before, now.
    fileprivate func pass(to action: @escaping @Sendable (Int32) -> Void) {
      let waiting = state.withLock { state in
        state.action = action
        return state.waiting
      }
      for signal in waiting { action(signal) }
    }
  }

  /// Runs until a signal ends it. On return everything is saved.
  ///
  /// - Throws: a sentence about what could not be saved, and where it is now.
  func run(_ connection: CallConnection, _ signals: SignalWatch) throws(UserError) {
    signals.pass { [wakePipe] signal in
      if signal == SIGUSR1 { Self.renewTickets(of: connection) } else { wakePipe.ring() }
    }
    controller.call.enter(connection, as: library.localAuthor.name, wishingFor: nil)
    while !wakePipe.clear() {
      MainLoop.runOnce(until: controller.wakeAt, orRinging: wakePipe)
      controller.attend()
    }
    controller.handle(.pausing)
    let lost = MainLoop.run { [controller] in await controller.finish() }
    controller.leaveCall(withinMilliseconds: 1_000)
    if !lost.isEmpty {
      throw UserError(library.rescue(lost, of: controller.board, controller.header))
    }
  }

  /// Renews the tickets for the administrator, who has no screen for it.
  nonisolated private static func renewTickets(of connection: CallConnection) {
    do {
      try connection.rights.renewTickets(keeping: connection.sessionMembers)
      if connection.ticketPath == nil { try Report.result(try connection.ticketLines()) }
    } catch { Report.notice(UserError(wording: error).sentence) }
  }
}

/// Words the messages that a host without a screen prints when the board cannot be saved.
struct SavingTrouble {
  /// The reported reasons why saving fails; empty while saving works.
  private var causes: Set<SafeText> = []

  /// - Returns: nil if the reason was reported before, or saving has not changed.
  mutating func sentence(about report: WriterEvent) -> String? {
    switch report {
    case .failing(let cause):
      guard causes.insert(cause).inserted else { return nil }
      return
        "the board cannot be saved: \(cause.clause). Easel keeps it in memory and tries again."
    case .recovered:
      guard !causes.isEmpty else { return nil }
      causes = []
      return "the board is saved again."
    case .filed, .moved, .signed, .kept: return nil
    }
  }
}
