import Foundation
import GroupCore
import GroupTesting
import SecureTransports
import Testing

/// The transport that the page on adding one shows, as it stands there.
@Suite(.timeLimit(.minutes(60))) struct PacketTransportTests {
  private let contract = TransportContract(nowhere: "packet:\(UUID())") {
    try PacketTransport(at: "packet:\(UUID())")
  }

  @Test(
    "the transport keeps the contract",
    arguments: TransportContract.Law.allCases.filter { $0 != .sharesWaiting })
  func keeps(_ law: TransportContract.Law) async throws { try await contract.check(law) }

  @Test("the guard goes round it as round any other") func guarded() async throws {
    let rootKeys = try Chance.rootKeys()
    let guarded = TransportContract(nowhere: "packet:\(UUID())") {
      SecureTransport(
        try PacketTransport(at: "packet:\(UUID())"),
        for: try Membership(try Chance.keys(), rootKeys: rootKeys))
    }
    try await guarded.check(.carries)
    try await guarded.check(.passesOn)
  }

  @Test("an address that is none is refused") func malformed() {
    for address in ["packet:", "unix:///tmp/x", "packet:" + String(repeating: "x", count: 108)] {
      #expect(throws: TransportFault(address, .malformed)) { try PacketTransport(at: address) }
    }
  }

  @Test("two cannot listen at one name") func inUse() throws {
    let address = "packet:\(UUID())"
    let first = try PacketTransport(at: address)
    #expect(throws: TransportFault(address, .inUse)) { try PacketTransport(at: address) }
    first.stop()
  }

  @Test(
    "the page shows the transport that is tested here",
    arguments: ["PacketTransport", "PacketLink", "PacketSocket"])
  func shown(_ name: String) throws {
    let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let page = try String(
      contentsOf: here.appendingPathComponent(
        "../../../Sources/Group/SocketTransports/SocketTransports.docc/AnotherTransport.md"),
      encoding: .utf8)
    let source = try String(
      contentsOf: here.appendingPathComponent("\(name).swift"), encoding: .utf8)
    #expect(page.contains("```swift\n" + source + "```"))
  }
}
