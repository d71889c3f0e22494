import CellFrame
import Foundation
import FrameTesting
import Testing

@testable import BoardSessions
@testable import easel
@testable import SessionUI
@testable import WhiteboardUI

/// The views of three people who draw together, state by state, each compared with its golden.
@MainActor final class DemoScene {
  let call: WhiteboardCall
  private let columns: Int
  private let theme: String
  private var seen: [(name: String?, frame: Frame)] = []

  /// Whether the screen of any state differed from its golden.
  private static var hasDifference = false
  nonisolated static let isRecording = ProcessInfo.processInfo.environment["RECORD"] != nil
  /// All widths in one theme, and one of them in the other.
  nonisolated static let screens = [(62, "dusk"), (110, "dusk"), (173, "dusk"), (110, "light")]

  private init(_ call: WhiteboardCall, _ columns: Int, _ theme: String) {
    (self.call, self.columns, self.theme) = (call, columns, theme)
  }

  static func open(_ names: [String], _ columns: Int, _ theme: String) -> DemoScene {
    let panes = Panes(columns: columns, rows: 22, people: 3)
    return DemoScene(WhiteboardCall(names, panes, theme: theme), columns, theme)
  }

  /// Kim, Ada and Ben in one session, on the board on which Ada drew a house.
  static func together(_ columns: Int, _ theme: String) async -> DemoScene {
    let scene = open(["Kim", "Ada", "Ben"], columns, theme)
    await scene.until { $0.areAll(\.isEligible) }
    scene.call.draw(0, [[.init(x: 0.6, y: 0.85), .init(x: 0.9, y: 0.95)]])
    scene.call.draw(1, RobotPlan.number(0, of: 2).firstShape)
    await scene.share(by: 1)
    for index in [0, 2] { await scene.join(index) }
    await scene.until { $0.isAlike(things: 2) }
    scene.call.pass(milliseconds: 60_000)
    return scene
  }

  func share(by index: Int) async {
    call.press(RobotKeys.share, of: index)
    await until { call in
      call.controllers.indices.allSatisfy {
        let whiteboard = call.controllers[$0].whiteboard
        // Only a session that has heard who is in it says who joins it later.
        return $0 == index
          ? whiteboard.sessions.presence.session?.hasRoster == true : whiteboard.isInvited
      }
    }
  }

  /// When it returns, the members who are there have heard of the newcomer, and the newcomer hears
  /// of each later one.
  func join(_ index: Int) async {
    let present = call.controllers.indices.filter {
      call.controllers[$0].whiteboard.isInSession
    }
    call.join(index)
    await until { call in
      call.controllers[index].whiteboard.sessions.presence.session?.hearsNews == true
        && present.allSatisfy { call.has($0, heard: "\(call.name(of: index)) joined") }
        && call.areAcquainted(present + [index])
    }
  }

  func until(
    _ location: SourceLocation = #_sourceLocation, _ holds: (WhiteboardCall) -> Bool
  ) async {
    let isReached = await call.reach { holds(call) }
    #expect(isReached, sourceLocation: location)
  }

  /// Waits up to half a minute for messages on their way, until the screen equals its golden. If it
  /// does not, `check()` reports the difference. After the first difference, every wait is short: a
  /// change of the screen differs in all states.
  func see(_ state: String) async {
    let name = "\(state) \(columns) \(theme)"
    func now() -> [(name: String?, frame: Frame)] { [(name, call.screen)] }
    if Self.isRecording {
      await call.awaitQuiet()
    } else {
      let rounds = Self.hasDifference ? 100 : 6_000
      if await !call.reach(rounds: rounds, { isAsExpected(now()) }) { Self.hasDifference = true }
    }
    seen += now()
  }

  private func isAsExpected(_ frames: [(name: String?, frame: Frame)]) -> Bool {
    do {
      try assertFrames(frames, file: Self.home, function: "states")
      return true
    } catch { return false }
  }

  func check() throws { try assertFrames(seen, file: Self.home, function: "states") }

  /// The goldens lie beside this.
  private static let home = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("DemoFramesTests.swift").path
}
