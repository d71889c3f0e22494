import BoardRendering
import CellFrame
import EaselBase
import Foundation
import FrameExport
import EaselPlatform
import ThemeFiles
import WhiteboardUI

/// Keeps a board and its call alive without a screen: `easel host --headless`.
///
/// It is a member like any other, at whose seat nobody sits.
@MainActor final class HeadlessHost {
  private let controller: BoardController
  private let library: BoardLibrary
  private let wakePipe = WakePipe()
  private var trouble = SavingTrouble()

  /// - Throws: where the board cannot be written, and so not be drawn on.
  init(_ library: BoardLibrary, _ opened: BoardLibrary.Opened) throws(UserError) {
    if let reason = opened.board.readOnly { throw UserError(reason.string) }
    self.library = library
    controller = BoardController(
      ProgramUser(library.artist.person(), .hosting), opened, boards: library)
    controller.observe = { [weak self] report in
      // The entry writer reports as kept only this run's own entries, not those of other members.
      if let sentence = self?.trouble.sentence(about: report) { Report.notice(sentence) }
    }
  }

  /// Signals that it is told by, most of them to end; to be held back before there is another thread.
  nonisolated private static let signals: sigset_t = {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in [SIGTERM, SIGINT, SIGHUP, SIGUSR1] { sigaddset(&set, signal) }
    return set
  }()

  nonisolated static func holdSignalsBack() {
    var set = signals
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Runs until it is told to end by a signal; on return everything is saved.
  ///
  /// - Throws: what could not be, and where it is now.
  func run(_ connection: CallConnection) throws(UserError) {
    Thread.detachNewThread { [wakePipe] in
      var (set, signal) = (Self.signals, Int32(0))
      while sigwait(&set, &signal) == 0, signal == SIGUSR1 { Self.renewTickets(of: connection) }
      wakePipe.ring()
    }
    controller.handle(.started)
    controller.enter(connection, as: library.artist.name, wishingFor: nil)
    while !wakePipe.takeRing() {
      MainLoop.turn(until: controller.wakeAt, orRinging: wakePipe)
      controller.attend()
    }
    controller.handle(.pausing)
    let lost = MainLoop.run { [controller] in await controller.finish() }
    controller.leaveCall(withinMilliseconds: 1_000)
    if !lost.isEmpty {
      throw UserError(library.rescue(lost, of: controller.board, controller.header))
    }
  }

  /// For whoever looks after it, who has no screen to do it from.
  nonisolated private static func renewTickets(of connection: CallConnection) {
    do {
      try connection.rights.renewTickets(keeping: connection.sessionMembers)
      if connection.ticketFile == nil { _ = Report.result(try connection.ticketLines()) }
    } catch { Report.notice(UserError(wording: error).sentence) }
  }
}

/// Words the messages that a host without a screen prints when the drawing cannot be saved.
struct SavingTrouble {
  /// Why it cannot be, as far as that was said; empty while it can.
  private var causes: Set<SafeText> = []

  /// - Returns: nil where it was said before, or nothing about saving has changed.
  mutating func sentence(about report: WriterEvent) -> String? {
    switch report {
    case .failing(let cause):
      guard causes.insert(cause).inserted else { return nil }
      let reason = cause.string.hasSuffix(".") ? cause.string : cause.string + "."
      return "the drawing cannot be saved: \(reason) It is kept in memory and tried again."
    case .recovered:
      guard !causes.isEmpty else { return nil }
      causes = []
      return "the drawing is saved again."
    case .filed, .moved, .signed, .kept: return nil
    }
  }
}
