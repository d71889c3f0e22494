import BoardFiles
import EaselBase
import GroupSecurity
import Testing

@testable import BoardSessions

/// Decides about the meetings of people nearby.
@Suite struct NearbyFactsTests {
  private static let chosen = "tcp://192.0.2.7:40000"
  private let own: [UInt8] = [1]
  private let guest: [UInt8] = [2]

  private func ticket(at addresses: [String]) throws -> Ticket {
    try Ticket(
      addresses: addresses, role: .draw,
      secret: try #require(Secret([UInt8](repeating: 7, count: Secret.length))),
      fingerprint: HostFingerprint(Bytes16(high: 1, low: 2)))
  }

  /// Returns the addresses of a ticket after a meeting at the chosen address.
  private func sorted(_ addresses: [String], own: [String] = ["192.0.2.1"]) throws -> [String] {
    try NearbyFacts.sorted(try ticket(at: addresses), first: Self.chosen, own: own).addresses
  }

  @Test("A chosen meeting gives way only to the same key, of two that choose each other")
  func provedHost() {
    func yields(host: [UInt8]) -> Bool {
      NearbyFacts.yields(own, to: guest, from: "192.0.2.9", chosen: Self.chosen, host: host)
    }
    #expect(yields(host: guest))
    #expect(!yields(host: [3]))
  }

  @Test("Before the key is proved, a guest from the chosen address counts as the chosen person")
  func unprovedHost() {
    func yields(from source: String?) -> Bool {
      NearbyFacts.yields(own, to: guest, from: source, chosen: Self.chosen, host: nil)
    }
    #expect(yields(from: "192.0.2.7"))
    #expect(!yields(from: "192.0.2.70"))
    let isUnknownChosen = yields(from: nil)
    #expect(!isUnknownChosen)
  }

  @Test("If two people choose each other, the larger key does not give way")
  func largerKey() {
    let gives = NearbyFacts.yields(
      guest, to: own, from: "192.0.2.7", chosen: Self.chosen, host: own)
    #expect(!gives)
  }

  @Test("The ticket of a meeting begins at the machine of the meeting")
  func order() throws {
    let addresses = ["tcp://198.51.100.1:7000", "tcp://192.0.2.7:7000"]
    #expect(try sorted(addresses) == addresses.reversed())
  }

  @Test("The ticket of a meeting leads to no socket and no address of this machine")
  func thisMachine() throws {
    let here = [
      "unix:///tmp/door", "tcp://127.0.0.1:22", "tcp://[::1]:22", "tcp://localhost:22",
      "tcp://0.0.0.0:22", "tcp://192.0.2.1:22",
    ]
    #expect(try sorted(here + ["tcp://192.0.2.7:7000"]) == ["tcp://192.0.2.7:7000"])
    #expect(throws: UserError.self) { try sorted(here) }
  }

  @Test("After a meeting on this machine, the ticket keeps all addresses")
  func sameMachine() throws {
    let addresses = ["tcp://192.0.2.7:7000", "unix:///tmp/door", "tcp://127.0.0.1:22"]
    #expect(try sorted(addresses, own: ["192.0.2.7"]) == addresses)
  }
}
