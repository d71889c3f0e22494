import SecureTransports
import SocketTransports

/// The places where programs look for peers. A test chooses others.
package struct PeerNetwork: Sendable {
  /// The folder that has the users' folders.
  package var temporaryFolder: String
  /// Whether programs of other machines are looked for, and find this one.
  package var reachesOthers: Bool

  /// The places that sessions, browsers and advertisers of this task use.
  @TaskLocal package static var current = PeerNetwork()

  package init(temporaryFolder: String = "/tmp", reachesOthers: Bool = true) {
    (self.temporaryFolder, self.reachesOthers) = (temporaryFolder, reachesOthers)
  }

  static func random(_ count: Int) -> [UInt8] {
    var chance = SystemRandomNumberGenerator()
    return chance.bytes(count)
  }
}
