import GroupSecurity
import Synchronization
import Testing

@testable import SecureTransports

/// A host that starts again knows the keys that the others have.
@Suite struct KeptKeysTests {
  private struct Failure: Error {}

  @Test(
    "keys are saved before they are sent; if they cannot be saved, they do not change"
  )
  func keptFirst() throws {
    let host = try Membership(try Chance.keys(), rootKeys: try Chance.rootKeys())
    let events = Mutex<[String]>([])
    host.listen { word in
      if case .rotation(_, let epoch, _) = word { events.withLock { $0.append("told \(epoch)") } }
    }
    let fails = Mutex(false)
    host.beforeRenewing { rootKeys in
      if fails.withLock(\.self) { throw Failure() }
      let number = try rootKeys.epoch().number
      events.withLock { $0.append("kept \(number)") }
    }
    try host.renew()
    fails.withLock { $0 = true }
    let ticket = try host.ticket(to: .draw, at: ["desk:1"])
    #expect(throws: SecurityError.notKept) { try host.renew() }
    #expect(host.epochNumber == 2)
    #expect(try host.ticket(to: .draw, at: ["desk:1"]) == ticket)
    fails.withLock { $0 = false }
    try host.renew()
    #expect(events.withLock(\.self) == ["kept 2", "told 2", "kept 3", "told 3"])
  }

  @Test(
    "if two changes come at once the first to be told stands, and the other follows it"
  )
  func changedWhileKeeping() throws {
    let host = try Membership(try Chance.keys(), rootKeys: try Chance.rootKeys())
    let hasChanged = Mutex(false)
    host.beforeRenewing { [weak host] _ in
      let isFirst = hasChanged.withLock { hasChanged in
        defer { hasChanged = true }
        return !hasChanged
      }
      if isFirst { try host?.renew() }
    }
    try host.renew()
    #expect(host.epochNumber == 3)
  }
}
