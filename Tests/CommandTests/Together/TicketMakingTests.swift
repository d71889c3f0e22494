import EaselTesting
import Foundation
import TestThreads
import Testing

/// Tickets of a board that is open already, whoever began it and however.
@Suite(.besidePool, .serialized, .timeLimit(.minutes(10))) struct TicketMakingTests {
  @Test("whoever draws alone lets others come with a ticket, who see what is there and draw along")
  func made() throws {
    let (home, far) = (try Home(), try Home())
    let ann = try EaselRun(["plan", "--name", "Ann"], in: home)
    try ann.waitUntilReady()
    try ann.drag(line(from: (4, 4), to: (20, 4)))
    try ann.send("I")
    try ann.wait(for: "the way") { $0.contains("Let others come by ticket") }
    try ann.send("t")
    try ann.wait(for: "the ticket") { $0.contains("easel://tcp://") && $0.contains("Waiting for") }
    try ann.send("f")
    try ann.waitForNotice("the tickets are in")
    let tickets = try String(
      contentsOfFile: home.path(".local/share/easel/tickets"), encoding: .utf8)
    let bea = try EaselRun(
      ["join", "-", "--name", "Bea"], in: far, input: try far.write(tickets, to: "ticket"))
    try bea.wait(for: "the session", until: \.isInSession)
    try bea.waitForInk((19, 4))
    try bea.drag(line(from: (4, 8), to: (20, 8)))
    try ann.waitForInk((19, 8))
    // Another run of the first one's user is met as before.
    let own = try EaselRun(["--name", "Ann too"], in: home)
    try own.wait(for: "the offer") { $0.contains("Join: draw together") }
    for run in [bea, own, ann] {
      try run.send("\u{1B}")
      try run.send("q")
      #expect(try run.waitForExit() == .code(0))
    }
  }
}
