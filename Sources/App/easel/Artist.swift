import BoardDocument
import BoardLog
import BoardModel
import EaselBase
import GroupSecurity
import WhiteboardUI

/// Who draws in this run: a key to sign with, and what others see of them.
struct Artist: Sendable {
  let identity: Identity
  let name: SafeText
  let color: InkColor

  /// With another name, where one was given.
  func named(_ name: SafeText?) -> Artist {
    Artist(identity: identity, name: name ?? self.name, color: color)
  }

  /// The next log's replica: never used by another run, nor in two boards.
  func birth() -> ReplicaGenesis {
    var chance = SystemRandomNumberGenerator()
    return ReplicaGenesis(
      publicKey: identity.publicKey, nonce: Artist.bytes(ReplicaGenesis.nonceLength, &chance))
  }

  func person() -> Person {
    Person(
      author: ReplicaGenesis.author(of: identity.publicKey), name: name, color: color)
  }

  /// In the colour that one has had on a board before.
  func known(on board: OpenedBoard) -> Artist {
    let me = person().author
    let color = board.people.first { $0.author == me }?.color
    return Artist(identity: identity, name: name, color: color ?? self.color)
  }

  /// What this run is to calls: never used by another.
  func memberKeys() -> MemberKeys {
    var chance = SystemRandomNumberGenerator()
    // Bytes of the right number always make keys; another draw costs nothing.
    while true {
      if let keys = MemberKeys(
        identity: identity, run: Artist.bytes(MemberKeys.runLength, &chance),
        agreement: Artist.bytes(MemberKeys.agreementLength, &chance))
      {
        return keys
      }
    }
  }

  func sign(_ entry: Entry) throws -> Entry {
    var signed = entry
    signed.signature = try identity.sign(entry.digest.bytes)
    return signed
  }

  /// The user of this machine, with the identity kept in the data folder. Where it cannot be read
  /// or made, one for this run only, and a sentence that says so.
  static func current(_ places: Places, _ settings: Settings) -> (Artist, complaint: String?) {
    var chance = SystemRandomNumberGenerator()
    let (identity, complaint) = identity(places, &chance)
    let name = settings.name ?? SafeText(User.login ?? "somebody", limit: .name)
    let color = settings.color ?? PaletteColor.allCases.randomElement(using: &chance)?.color
    let artist = Artist(
      identity: identity, name: name, color: color ?? PaletteColor.graphite.color)
    return (artist, complaint)
  }

  /// Somebody in a play: a person that lives as long as the script.
  static func passing(
    _ name: String, _ color: InkColor = PaletteColor.graphite.color
  ) -> Artist {
    var chance = SystemRandomNumberGenerator()
    return Artist(identity: fresh(&chance), name: SafeText(name, limit: .name), color: color)
  }

  private static func identity(
    _ places: Places, _ chance: inout some RandomNumberGenerator
  ) -> (Identity, complaint: String?) {
    do {
      try FileSystem.makeFolder(places.data)
      let identity = try IdentityFile.load(orCreateAt: places.identity) {
        bytes(Identity.seedLength, &chance)
      }
      return (identity, nil)
    } catch let error as IdentityFileError {
      return (fresh(&chance), "\(error)")
    } catch let error as SystemError {
      let refusal = UserError.cannot("make the folder", places.data, error)
      return (fresh(&chance), refusal.sentence)
    } catch {
      return (fresh(&chance), "\(error)")
    }
  }

  private static func fresh(_ chance: inout some RandomNumberGenerator) -> Identity {
    // A seed of the right length always makes a pair; another draw costs nothing.
    while true {
      if let identity = Identity(seed: bytes(Identity.seedLength, &chance)) { return identity }
    }
  }

  static func bytes(
    _ count: Int, _ chance: inout some RandomNumberGenerator
  ) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &chance) }
  }
}
