import Foundation
import Testing

@testable import OpenMultipeerConnectivity

@Suite struct PeerIDTests {
  @Test("An archived id comes back as the same id")
  func archive() throws {
    let peer = MCPeerID(displayName: "Ann 🌱")
    let data = try NSKeyedArchiver.archivedData(withRootObject: peer, requiringSecureCoding: true)
    let read = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: MCPeerID.self, from: data))
    #expect(read == peer && read.hash == peer.hash && read.displayName == "Ann 🌱")
    #expect(peer.copy() as? MCPeerID == peer && peer.description == "Ann 🌱")
  }

  @Test("Two ids with one name are different peers, also as keys")
  func names() {
    let peers = [MCPeerID(displayName: "Ann"), MCPeerID(displayName: "Ann")]
    #expect(peers[0] != peers[1] && Set(peers).count == 2)
    #expect([peers[0]: 1, peers[1]: 2][peers[1]] == 2)
  }

  @Test(
    "A name of another peer has 1 to 63 bytes and no control characters",
    arguments: [
      ("", false), ("A", true), (String(repeating: "a", count: 63), true),
      (String(repeating: "a", count: 64), false), (String(repeating: "é", count: 32), false),
      ("\u{1B}[31m", false), ("a\nb", false), ("a\u{2028}b", false),
    ])
  func untrusted(name: String, isFit: Bool) {
    let number = [UInt8](repeating: 1, count: MCPeerID.numberLength)
    #expect((MCPeerID(name: name, number: number) != nil) == isFit)
    #expect(MCPeerID(name: "Ann", number: Array(number.dropLast())) == nil)
  }

  @Test("A control character in the name of an own id becomes a space")
  func controls() {
    let peer = MCPeerID(displayName: "a\r\nb\u{1B}\u{2028}🌱")
    #expect(peer.displayName == "a  b  🌱")
    #expect(MCPeerID(name: peer.displayName, number: peer.number) == peer)
  }

  @Test(
    "The time of an invitation is at most a day, and 30 seconds without a positive number",
    arguments: [
      (0.5, Duration.milliseconds(500)), (.infinity, .seconds(86_400)), (1e300, .seconds(86_400)),
      (0, .seconds(30)), (-1, .seconds(30)), (.nan, .seconds(30)),
    ])
  func timeout(seconds: Double, duration: Duration) {
    #expect(MCNearbyServiceBrowser.duration(of: seconds) == duration)
  }

  @Test("A name that is too long, or a bad type of a service, stops the program")
  func misuse() async {
    await #expect(processExitsWith: .failure) {
      _ = MCPeerID(displayName: String(repeating: "a", count: 64))
    }
    await #expect(processExitsWith: .failure) { _ = MCPeerID(displayName: "") }
    await #expect(processExitsWith: .failure) {
      _ = MCNearbyServiceBrowser(peer: MCPeerID(displayName: "Ann"), serviceType: "Tea_time")
    }
    await #expect(processExitsWith: .failure) {
      _ = MCNearbyServiceAdvertiser(
        peer: MCPeerID(displayName: "Ann"), discoveryInfo: nil, serviceType: "-tea")
    }
  }

  @Test(
    "A type of a service follows RFC 6335",
    arguments: [
      ("a", true), ("board-talk", true), ("a23456789012345", true), ("1a", true),
      ("", false), ("a234567890123456", false), ("123", false), ("Tea", false), ("te_a", false),
      ("-tea", false), ("tea-", false), ("te--a", false), ("té", false),
    ])
  func type(name: String, isFit: Bool) { #expect((ServiceType(name) != nil) == isFit) }

  @Test("An error has a domain, a number and a sentence")
  func errors() {
    let error = MCError(.notConnected)
    #expect(error.code == MCError.notConnected && (error as NSError).domain == MCErrorDomain)
    #expect((error as NSError).code == 1)
    #expect(error.localizedDescription == "a recipient is not connected")
    do { throw error } catch MCError.timedOut {
      Issue.record("the error is of another kind")
    } catch MCError.notConnected {
    } catch { Issue.record("the error has no kind") }
  }
}
