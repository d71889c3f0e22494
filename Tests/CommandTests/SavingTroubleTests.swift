@testable import BoardFiles
import EaselBase
import Testing

@testable import BoardSessions
@testable import easel

@Suite struct SavingTroubleTests {
  @Test("Each cause is said once until the board is saved again, which is said once as well")
  func sentences() {
    var trouble = SavingTrouble()
    let (full, broken) = (SafeText("The disk is full. Make room."), SafeText("no such device"))
    let reports: [WriterEvent] = [
      .recovered, .failing(full), .failing(full), .failing(broken), .failing(full),
      .filed(path: "/b", name: SafeText("b")), .recovered, .recovered, .failing(full),
    ]
    let said = reports.map { trouble.sentence(about: $0) }
    let isFull =
      "the board cannot be saved: The disk is full. Make room. Easel keeps it in memory and tries again."
    let isBroken =
      "the board cannot be saved: no such device. Easel keeps it in memory and tries again."
    let isSaved = "the board is saved again."
    #expect(said == [nil, isFull, nil, isBroken, nil, nil, isSaved, nil, isFull])
  }
}
