import Testing

@testable import BoardSessions

/// Decides about the meetings of people nearby.
@Suite struct NearbyFactsTests {
  private static let chosen = "tcp://192.0.2.7:40000"
  private let own: [UInt8] = [1]
  private let guest: [UInt8] = [2]

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

  @Test("Of two people who choose each other, the one with the larger key does not give way")
  func largerKey() {
    let gives = NearbyFacts.yields(
      guest, to: own, from: "192.0.2.7", chosen: Self.chosen, host: own)
    #expect(!gives)
  }
}
