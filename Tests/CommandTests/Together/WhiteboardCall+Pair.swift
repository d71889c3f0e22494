import Testing

@testable import BoardSessions
@testable import easel

extension WhiteboardCall {
  /// Ada, and Ben with a disk that the test can stop, on Ada's board with one line.
  static func pair(disk: TestDisk, patience: Int64 = 2_000) async -> WhiteboardCall {
    let call = WhiteboardCall(["Ada"])
    call.arrive("Ben", disk: disk, patience: patience)
    call.draw(0, from: (5, 5), to: (20, 8))
    #expect(await call.reach { call.areAll(\.isEligible) })
    call.press(RobotKeys.share, of: 0)
    #expect(await call.reach { call.controllers[1].whiteboard.isInvited })
    call.join(1)
    #expect(await call.reach { call.isAlike(things: 1) && call.areAcquainted([0, 1]) })
    return call
  }
}
