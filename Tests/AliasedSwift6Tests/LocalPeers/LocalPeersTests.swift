import Foundation
import MultipeerConnectivity
import Testing

@MainActor @Suite(.timeLimit(.minutes(60)))
struct LocalPeersTests {
  @Test("two programs chat with unchanged import lines")
  func chat() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("p\(UInt16.random(in: 0...9_999))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let network = PeerNetwork(temporaryFolder: folder.path, reachesOthers: false)
    let peers = try ["Ann", "Bob"].map { name in
      let peer = MCPeerID(displayName: name)
      let saved = try #require(try SavedPeer.peer(in: try SavedPeer.data(of: peer)))
      #expect(saved == peer)
      return saved
    }
    let people = PeerNetwork.$current.withValue(network) {
      peers.map { ChatManager(peer: $0) }
    }
    people.forEach { $0.start() }
    defer { people.forEach { $0.stop() } }
    await until { people[0].foundPeers[peers[1]] == ["version": "1"] }
    people[0].invite(peers[1])
    await until { people.allSatisfy { $0.connectedPeers.count == 1 } }
    people[0].send("tea?")
    people[1].send("yes")
    await until { people[0].messages.last == "Bob: yes" && people[1].messages.last == "Ann: tea?" }
    #expect(people[0].messages.prefix(2) == ["Bob is connecting", "Bob is connected"])
    people[1].stop()
    await until { people[0].connectedPeers.isEmpty && people[0].foundPeers.isEmpty }
    #expect(people.allSatisfy { $0.problem == nil })
  }

  @Test("a program may make a session of a kind of its own")
  func subclass() {
    let session = NamedSession(peer: MCPeerID(displayName: "Ann"))
    #expect(session.title == "a chat" && session.encryptionPreference == .required)
    #expect(session.myPeerID.displayName == "Ann" && session.securityIdentity == nil)
  }

  /// Lets all other tasks go on until the condition holds.
  private func until(
    _ location: SourceLocation = #_sourceLocation, _ isSo: () -> Bool
  ) async {
    let start = ContinuousClock.now
    while !isSo() {
      guard start.duration(to: .now) < .seconds(120) else {
        Issue.record("it never came to be so", sourceLocation: location)
        return
      }
      try? await Task.sleep(for: .milliseconds(10))
    }
  }
}
