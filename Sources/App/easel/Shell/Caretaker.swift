import BoardRendering
import CellFrame
import EaselBase
import Foundation
import FrameExport
import Glibc
import ThemeFiles
import WhiteboardUI

/// Keeps a board and its call alive without a screen: `easel host --headless`.
///
/// It is a member like any other, at whose seat nobody sits.
@MainActor final class Caretaker {
  private let controller: BoardController
  private let desk: Desk
  private let bell = Bell()
  private var trouble = SavingTrouble()

  /// - Throws: where the board cannot be written, and so not be drawn on.
  init(_ desk: Desk, _ opened: Desk.Opened) throws(Refusal) {
    if let reason = opened.board.readOnly { throw Refusal(reason.string) }
    self.desk = desk
    controller = BoardController(
      ProgramUser(desk.artist.person(), .hosting), opened, boards: desk)
    controller.observe = { [weak self] report in
      // The keeper reports as kept only this run's own entries, not those of other members.
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
  func run(_ connection: Connection) throws(Refusal) {
    Thread.detachNewThread { [bell] in
      var (set, signal) = (Self.signals, Int32(0))
      while sigwait(&set, &signal) == 0, signal == SIGUSR1 { Self.renewTickets(of: connection) }
      bell.ring()
    }
    controller.handle(.started)
    controller.enter(connection, as: desk.artist.name, wishingFor: nil)
    while !bell.takeRing() {
      MainLoop.turn(until: controller.wakeAt, orRinging: bell)
      controller.attend()
    }
    controller.handle(.pausing)
    let lost = MainLoop.run { [controller] in await controller.finish() }
    controller.leaveCall(withinMilliseconds: 1_000)
    if !lost.isEmpty {
      throw Refusal(desk.rescue(lost, of: controller.board, controller.header))
    }
  }

  /// For whoever looks after it, who has no screen to do it from.
  nonisolated private static func renewTickets(of connection: Connection) {
    do {
      try connection.rights.renewTickets(keeping: connection.sessionMembers)
      if connection.ticketFile == nil { _ = Report.result(try connection.ticketLines()) }
    } catch { Report.notice(Refusal(wording: error).sentence) }
  }
}

/// Words the messages that a host without a screen prints when the drawing cannot be saved.
struct SavingTrouble {
  /// Why it cannot be, as far as that was said; empty while it can.
  private var causes: Set<SafeText> = []

  /// - Returns: nil where it was said before, or nothing about saving has changed.
  mutating func sentence(about report: KeeperReport) -> String? {
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
