import BoardLog
import EaselBase
import Testing

@testable import SessionCore

/// When log and picture are made anew, and what comes meanwhile.
@Suite struct RebuildingTests {
  private func time(_ milliseconds: Int64) -> Uptime { Uptime(milliseconds: milliseconds) }

  private func entries() -> [Entry] {
    let replicaGenesis = ReplicaGenesis(
      publicKey: [UInt8](repeating: 1, count: ReplicaGenesis.publicKeyLength),
      nonce: [UInt8](repeating: 2, count: BoardGenesis.nonceLength))
    var log = Log()
    return (1...3).compactMap { log.record([$0], as: replicaGenesis, at: 0, lasted: 0) }
  }

  @Test("A reading ends with the entries that came since it began")
  func arrivals() {
    let entries = entries()
    var rebuilding = Rebuilding()
    rebuilding.note([entries[0]])
    let reading = rebuilding.begin()
    rebuilding.note([entries[1]])
    rebuilding.note([entries[2]])
    #expect(rebuilding.end(reading, at: time(0)) == [entries[1], entries[2]])
    #expect(rebuilding.end(reading, at: time(0)) == nil)
  }

  @Test("A reading that another board cancelled gives nothing, and does not end the next one")
  func cancelled() {
    let entries = entries()
    var rebuilding = Rebuilding()
    rebuilding.want(at: time(0))
    let first = rebuilding.begin()
    rebuilding.note([entries[0]])
    rebuilding.cancel()
    #expect(rebuilding.end(first, at: time(0)) == nil && rebuilding.due == nil)
    let second = rebuilding.begin()
    rebuilding.note([entries[1]])
    #expect(rebuilding.end(first, at: time(0)) == nil)
    #expect(rebuilding.end(second, at: time(0)) == [entries[1]])
  }

  @Test("The next reading begins ten seconds after the end of one, and none while one is under way")
  func rest() {
    var rebuilding = Rebuilding()
    rebuilding.want(at: time(5))
    rebuilding.want(at: time(6))
    #expect(rebuilding.due == time(5))
    let reading = rebuilding.begin()
    rebuilding.want(at: time(6))
    #expect(rebuilding.due == nil && rebuilding.isPending)
    _ = rebuilding.end(reading, at: time(7))
    #expect(rebuilding.due == time(7 + Rebuilding.rest))
  }
}
