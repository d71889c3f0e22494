import BoardContract
import BoardDocument
import BoardFiles
import BoardLog
import BoardModel
import BoardRendering
import BoardScript
import BoardSessions
import CellFrame
import EaselBase
import PictureFormats
import SystemFiles
import ThemeFiles
import WhiteboardUI

/// Plays a script in another host's session. It is a member without a screen, and its board exists
/// only in memory.
@MainActor final class ScriptClient {
  private let controller: BoardController
  private let boards: InMemoryBoards

  init(_ localAuthor: LocalAuthor) {
    boards = InMemoryBoards(localAuthor: localAuthor)
    controller = BoardController(
      ProgramUser(localAuthor.person(), .joining, miniature: Miniature.init(of:)),
      boards.fresh(nil, nil), boards: boards)
  }

  /// The milliseconds within which another member must share a board, and within which the whole
  /// board must arrive.
  private static let sharingMax: Int64 = 20_000
  private static let comingMax: Int64 = 60_000
  /// The milliseconds for which the command waits until all other participants have received the
  /// drawn entries. A person whose program says nothing, or something false, keeps nobody longer.
  private static let spreadingMax: Int64 = 15_000
  /// The milliseconds within which at least one of them must have received the drawn entries.
  private static let leavingMax: Int64 = 60_000
  /// The most entries that are published at once.
  private static let batchMax = 200

  /// Plays the script; returns when all participants that may draw have all of it, or when one has
  /// it and the others were given time.
  ///
  /// - Parameter isHasty: whether to skip the script's waits.
  func play(
    _ script: Script, _ parts: ScriptParts, _ connection: CallConnection, isHasty: Bool
  ) throws {
    controller.call.enter(connection, as: boards.localAuthor.name, wishingFor: nil)
    defer { controller.leaveCall(withinMilliseconds: 1_000) }
    guard
      attend(withinMilliseconds: Self.sharingMax, until: { controller.session != nil })
    else {
      throw UserError("nobody shares a board there.")
    }
    guard connection.role != .watch else {
      throw UserError("you may only watch there, not draw.")
    }
    guard attend(withinMilliseconds: Self.comingMax, until: { isReached(\.knowsWhatOthersDo) })
    else {
      throw UserError("the board did not arrive completely, so nothing was drawn.")
    }
    try perform(script, parts, isHasty: isHasty)
    if let notice = PaperCut(of: controller.board.picture).sentence { Report.notice(notice) }
    guard
      attend(withinMilliseconds: Self.spreadingMax, until: { isReached(\.isKnownToAll) })
        || attend(
          withinMilliseconds: Self.leavingMax - Self.spreadingMax,
          until: { isReached(\.isKnownToAnother) })
    else { throw UserError("nobody there has received everything yet.") }
    guard let progress = controller.progress else { return }
    for sentence in Self.sentences(
      drawersBehind: progress.drawersBehind, watchersBehind: progress.watchersBehind)
    {
      Report.notice(sentence)
    }
  }

  /// The user reads how many people may not have everything when the command ends.
  static func sentences(drawersBehind: Int, watchersBehind: Int) -> [String] {
    [
      (drawersBehind, "who draws", "who draw"),
      (watchersBehind, "who only watches", "who only watch"),
    ].compactMap { count, one, several in
      switch count {
      case 0: nil
      case 1: "1 person \(one) may not have received everything yet."
      default: "\(count) people \(several) may not have received everything yet."
      }
    }
  }

  private func perform(_ script: Script, _ parts: ScriptParts, isHasty: Bool) throws {
    var log = controller.board.log
    var player = try ScriptPlayer(
      script, replicas: parts.replicas(on: log.board), seen: log.vector,
      things: controller.board.picture.things.map(\.id))
    var batch: [Entry] = []
    func publish() throws {
      guard controller.publish(batch) else {
        throw UserError("the session ended before the script did.")
      }
      batch = []
      controller.attend()
      // Entries that others drew meanwhile come before the next entries of the script.
      log = controller.board.log
    }
    while let step = try player.next() {
      switch step {
      case .wait(let milliseconds):
        try publish()
        if !isHasty { _ = attend(withinMilliseconds: Int64(milliseconds)) { false } }
        log = controller.board.log
      case .operation(let operation, let person):
        // All entries of a gesture are published together.
        if operation.gesture == nil, batch.count >= Self.batchMax { try publish() }
        batch.append(
          try parts.entry(
            operation, by: person, in: &log,
            things: controller.board.picture.seenCount + batch.count, at: WallClock.now()))
      }
    }
    try publish()
  }

  // MARK: Waiting

  /// Runs the loop until a condition holds; returns false if the time ends first.
  private func attend(
    withinMilliseconds patience: Int64, until isDone: () -> Bool
  ) -> Bool {
    let deadline = SystemClock.uptime() + patience
    while true {
      if isDone() { return true }
      let now = SystemClock.uptime()
      guard now < deadline else { return false }
      let next =
        [controller.wakeAt, deadline, now + Self.lookEvery].compactMap { $0 }.min() ?? deadline
      MainLoop.runOnce(until: next)
      controller.attend()
    }
  }

  /// The milliseconds between two checks of the other participants' progress, which no event
  /// reports.
  private static let lookEvery: Int64 = 50

  private func isReached(_ goal: KeyPath<BoardController.SessionProgress, Bool>) -> Bool {
    controller.progress?[keyPath: goal] == true
  }
}
