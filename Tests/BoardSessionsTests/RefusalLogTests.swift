import EaselBase
import GroupBase
import GroupCore
import GroupSecurity
import Synchronization
import Testing

@testable import BoardSessions

@Suite struct RefusalLogTests {
  @Test("The log reports the first refused guest, and sums up the others, until there are none")
  func sums() {
    let lines = Mutex<[RefusalLog.Line]>([])
    let timers = Mutex<[@Sendable () -> Void]>([])
    let log = RefusalLog(
      delay: { _, act in timers.withLock { $0.append(act) } },
      write: { line in lines.withLock { $0.append(line) } })
    /// - Returns: the lines since the last time.
    func read() -> [RefusalLog.Line] {
      lines.withLock { lines in
        defer { lines = [] }
        return lines
      }
    }
    func pass() {
      let due = timers.withLock { timers in
        defer { timers = [] }
        return timers
      }
      for act in due { act() }
    }
    for number in 1...5_000 { log.refused(LinkID(UInt64(number)), .busy, source: "192.0.2.1") }
    log.refused(LinkID(9_000), .broken, source: nil)
    #expect(read() == [.refused(LinkID(1), .busy, source: "192.0.2.1")])
    pass()
    #expect(Set(read()) == [.further(4_999, .busy), .further(1, .broken)])
    log.refused(LinkID(9_001), .busy, source: nil)
    pass()
    #expect(read() == [.further(1, .busy)])
    pass()
    pass()
    #expect(read().isEmpty)
    log.refused(LinkID(9_002), .busy, source: nil)
    #expect(read() == [.refused(LinkID(9_002), .busy, source: nil)])
  }
}
