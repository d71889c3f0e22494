import Testing

@testable import BoardSessions
@testable import easel

extension Company {
  /// Ada, and Ben with a disk that the test can stop, on Ada's board with one line.
  static func pair(disk: TestDisk, patience: Int64 = 2_000) async -> Company {
    let company = Company.gather(["Ada"])
    company.arrive("Ben", disk: disk, patience: patience)
    company.draw(0, from: (5, 5), to: (20, 8))
    #expect(await company.reach { company.areAll(\.isEligible) })
    company.press(RobotKeys.share, of: 0)
    #expect(await company.reach { company.controllers[1].whiteboard.isInvited })
    company.join(1)
    #expect(await company.reach { company.isAlike(things: 1) && company.areAcquainted([0, 1]) })
    return company
  }
}
