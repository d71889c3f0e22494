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

  @Test("X1 · a dial opens a link at both ends") func opens() async throws {
    try await contract.opens()
  }

  @Test("X2 · a failed dial is told as closed") func refuses() async throws {
    try await contract.refuses()
  }

  @Test("X3 · messages of every size arrive whole, in order, unchanged") func carries() async throws
  {
    try await contract.carries()
  }

  @Test("X4 · messages accepted before a link is closed arrive") func closes() async throws {
    try await contract.closes()
  }

  @Test("X5 · for a neighbour that takes nothing only so much waits") func holdsBack() async throws
  {
    try await contract.holdsBack()
  }

  @Test("X6 · a transport that stops closes all links, and the others hear so") func stops()
    async throws
  {
    try await contract.stops()
  }

  @Test("X7 · a message passed on to many arrives at each, in order") func passesOn() async throws {
    try await contract.passesOn()
  }

  @Test("the guard goes round it as round any other") func guarded() async throws {
    let rootKeys = try Chance.rootKeys()
    let guarded = TransportContract(nowhere: "packet:\(UUID())") {
      SecureTransport(
        try PacketTransport(at: "packet:\(UUID())"),
        for: try Membership(try Chance.keys(), rootKeys: rootKeys))
    }
    try await guarded.carries()
    try await guarded.passesOn()
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
