import BoardCodec
import BoardLog
import BoardModel
import EaselBase
import Foundation
import FrameTesting
import GroupTesting
import Testing
import TestThreads

/// A member whose program was changed writes as much as it can. Honest members go on, and open the
/// board again.
@Suite(.besidePool, .serialized, .underLoad) struct HostileFullBoardTests {
  private func call() throws -> ProcessSession {
    let session = try ProcessSession()
    try session.host(by: .tcp)
    try session.join("Ann")
    return session
  }

  @Test("a drawer who writes as much as one author may, and more")
  func fullAllowance() async throws {
    let session = try call()
    let (hal, ann) = (session.host, session.guests[1])
    let eve = try HostileMember(try session.tickets()[0], saying: "Eve")
    try await eve.join(beside: ["Hal", "Ann"])
    var chain = eve.chain()
    let payload = [UInt8](repeating: 7, count: Log.payloadLimit)
    for _ in 0..<Allowance.guest.drawing / Log.payloadLimit + 4 { try chain.add(payload) }
    try await eve.send(chain.runs(), to: session)
    for guest in session.guests {
      try guest.run.waitForNotice("has reached the limit for one person on this board")
    }
    try await drawEraseAndClear(session)
    try hal.run.openSheet(about: "Eve", among: 3)
    try hal.run.send("xx")
    try ann.run.waitForNotice("put Eve")
    try await drawEraseAndClear(session)
    try session.join("Cyd")
    for guest in session.guests { try session.draw(guest, to: 40) }
    try session.waitForAllInk(to: 40)
    try session.expectSamePictures()
  }

  /// Each honest member draws, takes it back and draws it again; Ann erases hers, and the host clears and
  /// undoes that. In the end nothing is seen.
  private func drawEraseAndClear(_ session: ProcessSession) async throws {
    let (hal, ann) = (session.host, session.guests[1])
    for guest in session.guests {
      try session.draw(guest)
      try session.waitForAllInk(by: [guest])
      try guest.run.send("u")
      try wait(session, for: "no ink of \(guest.name)", at: guest.row, isThere: false)
      try guest.run.send("U")
      try session.waitForAllInk(by: [guest])
    }
    try ann.run.send("e")
    try ann.run.drag([(12, ann.row - 1), (12, ann.row), (12, ann.row + 1)])
    try ann.run.send("p")
    try wait(session, for: "no ink of Ann", at: ann.row, isThere: false)
    try hal.run.send("C")
    try wait(session, for: "nothing", at: hal.row, isThere: false)
    try hal.run.send("u")
    try wait(session, for: "the host's ink", at: hal.row, isThere: true)
    try hal.run.send("C")
    try wait(session, for: "nothing", at: hal.row, isThere: false)
  }

  private func wait(_ session: ProcessSession, for what: String, at row: Int, isThere: Bool) throws
  {
    for guest in session.guests {
      try guest.run.wait(for: "\(what) at \(guest.name)'s") { $0.hasInk((10, row)) == isThere }
    }
  }

  @Test("a megabyte of clears, hides and cancels")
  func tidying() async throws {
    let session = try call()
    let eve = try HostileMember(try session.tickets()[0], saying: "Eve")
    try await eve.join(beside: ["Hal", "Ann"])
    let listener = RunListener(eve)
    for guest in session.guests { try session.draw(guest) }
    try session.waitForAllInk()
    let drawn = try await listener.runs(of: 2).flatMap { try EntryRun.decode($0) }.map(\.id)
    let chain = try Self.tidying(eve.chain(), about: drawn)
    #expect(chain.entries.reduce(0) { $0 + $1.payload.count } > 1_000_000)
    try await eve.send(chain.runs(), to: session)
    try eve.waitUntilRead(by: session, "all of it")
    let hal = session.host
    try hal.run.send("P")
    try hal.run.wait(for: "the people") { $0.contains("(you)") }
    try hal.run.send("\u{1B}")
    try hal.run.wait(for: "the board") { !$0.contains("(you)") }
    for guest in session.guests { try session.draw(guest, to: 40) }
    try session.waitForAllInk(to: 40)
    try session.leave("Hal")
    let again = try EaselRun(["plan", "--alone"], in: hal.home)
    try again.waitForInk((39, hal.row))
    try again.send("q")
    #expect(try again.waitForExit() == .code(0))
  }

  /// Clears and hides of drawn and of invented things, and cancels and restores of these.
  private static func tidying(
    _ empty: HostileChain, about drawn: [EntryID]
  ) throws -> HostileChain {
    var chain = empty
    let all = VersionVector(
      Dictionary(drawn.map { ($0.replica, $0.sequence) }, uniquingKeysWith: max))
    let others = try (0..<Limits.replicas).map { _ in
      ReplicaID(try #require(Bytes16(HostileMember.bytes(16))))
    }
    var wide = all
    for replica in others.dropFirst(all.known.count) {
      wide.include(EntryID(replica, .max))
    }
    let manyItems = others.prefix(Limits.targets - drawn.count).map {
      EntryID($0, SequenceNumber(1))
    }
    for round in 0..<5 {
      for _ in 0..<3 { try chain.add(.change(.upTo(wide), .hide)) }
      try chain.add(.change(.items(drawn + manyItems), .hide))
      let first = UInt64(chain.entries.count) - 3
      for number in 0..<200 {
        for target in first...(first + 3) {
          let id = EntryID(chain.replica, SequenceNumber(target))
          let action: BoardModel.Operation.Action = number % 2 == 0 ? .cancel(id) : .restore(id)
          try chain.add(action, isSigned: number == 199)
        }
      }
      for number in 1...1_000 {
        try chain.add(
          .change(round % 2 == 0 ? .upTo(all) : .items(drawn), .hide),
          isSigned: number % 200 == 0)
      }
    }
    return chain
  }
}
