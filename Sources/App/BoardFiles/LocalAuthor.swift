import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import EaselBase
import GroupSecurity
import SystemFiles

/// The person who draws in this run: a key to sign with, and the name and colour that others see.
package struct LocalAuthor: Sendable {
  package let identity: Identity
  package let name: SafeText
  package let color: InkColor

  package init(identity: Identity, name: SafeText, color: InkColor) {
    (self.identity, self.name, self.color) = (identity, name, color)
  }

  /// The colours from which a new user gets one: they are bright, and words in them can be read in each
  /// theme.
  package static let firstColors: [PaletteColor] = [.red, .teal, .cyan, .indigo, .purple, .pink]

  /// Returns a colour for a user who has chosen none.
  package static func firstColor(_ chance: inout some RandomNumberGenerator) -> InkColor {
    firstColors[Int.random(in: firstColors.indices, using: &chance)].color
  }

  /// Returns a copy with another name, if a name is given.
  package func named(_ name: SafeText?) -> LocalAuthor {
    LocalAuthor(identity: identity, name: name ?? self.name, color: color)
  }

  /// Returns a replica for the next log. No other run and no other board uses this replica.
  package func replicaGenesis() -> ReplicaGenesis {
    var chance = SystemRandomNumberGenerator()
    return ReplicaGenesis(
      publicKey: identity.publicKey, nonce: LocalAuthor.bytes(ReplicaGenesis.nonceLength, &chance))
  }

  package func person() -> Person {
    Person(
      author: ReplicaGenesis.author(of: identity.publicKey), name: name, color: color)
  }

  /// Returns a copy in the colour that this user had on a board before.
  package func known(on board: LoadedBoard) -> LocalAuthor {
    let me = person().author
    let color = board.people.first { $0.author == me }?.color
    return LocalAuthor(identity: identity, name: name, color: color ?? self.color)
  }

  /// Returns the keys of this run in calls; no other run uses them.
  ///
  /// - Parameter limit: the run's number is smaller, if a few thousand attempts find one; nil for any
  ///   number.
  package func memberKeys(below limit: UInt64? = nil) -> MemberKeys {
    var chance = SystemRandomNumberGenerator()
    var attempts = 0
    while true {
      attempts += 1
      // Random bytes of the right length always make keys.
      if let keys = MemberKeys(
        identity: identity, run: LocalAuthor.bytes(MemberKeys.runLength, &chance),
        agreement: LocalAuthor.bytes(MemberKeys.agreementLength, &chance)),
        attempts >= Self.attemptsMax || limit.map({ keys.member < $0 }) ?? true
      {
        return keys
      }
    }
  }

  private static let attemptsMax = 4_096

  package func sign(_ entry: Entry) throws -> Entry {
    var signed = entry
    signed.signature = try identity.sign(entry.digest.bytes)
    return signed
  }

  /// Returns a person of a script, whose identity is not stored.
  package static func temporary(
    _ name: String, _ color: InkColor = PaletteColor.graphite.color
  ) -> LocalAuthor {
    var chance = SystemRandomNumberGenerator()
    return LocalAuthor(identity: fresh(&chance), name: SafeText(name, limit: .name), color: color)
  }

  /// Returns the identity from the data folder; makes it if there is none. If that fails, returns
  /// an identity for this run only, and a sentence that says so.
  package static func identity(in paths: AppPaths) -> (Identity, complaint: String?) {
    var chance = SystemRandomNumberGenerator()
    do {
      try FileSystem.makeFolder(paths.data)
      let identity = try IdentityFile.load(orCreateAt: paths.identity) {
        bytes(Identity.seedLength, &chance)
      }
      return (identity, nil)
    } catch let error as FileError {
      return (fresh(&chance), UserError.cannot("make the folder", paths.data, error).sentence)
    } catch {
      return (fresh(&chance), "\(error)")
    }
  }

  private static func fresh(_ chance: inout some RandomNumberGenerator) -> Identity {
    // A seed of the right length always makes a key pair, so the loop runs only once.
    while true {
      if let identity = Identity(seed: bytes(Identity.seedLength, &chance)) { return identity }
    }
  }

  package static func bytes(
    _ count: Int, _ chance: inout some RandomNumberGenerator
  ) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &chance) }
  }
}
