import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import BoardStore
import EaselBase
import SystemFiles

extension BoardBeginning {
  /// Begins an empty board of this user.
  ///
  /// - Parameter owner: the public key of the user.
  package init(owner: [UInt8]) {
    var chance = SystemRandomNumberGenerator()
    self.init(owner: owner, using: &chance)
  }

  /// Begins a board with the picture of another board. Throws if the picture is too large for other
  /// members to accept.
  package init(_ other: BoardReplica, by person: Person, owner: [UInt8]) throws(UserError) {
    var chance = SystemRandomNumberGenerator()
    do throws(TooLarge) {
      try self.init(other, by: person, owner: owner, using: &chance)
    } catch {
      throw UserError("the picture has more than 64 MiB: begin with an empty board")
    }
  }

  /// Returns the header of a new board's file.
  func header(named name: String) -> BoardHeader {
    let stored = genesis.base.map {
      BoardHeader.Base(
        log: $0.log, picture: picture, credits: base?.encodedCredits() ?? [])
    }
    return BoardHeader(
      name: name, created: WallClock.now(), genesis: genesis, base: stored,
      contributors: people.map(Contributor.init))
  }
}

// Converts between the file's and the screen's types for a person.

extension Contributor {
  package init(_ person: Person) {
    self.init(author: person.author, name: person.name.string, color: person.color.rgb)
  }
}

extension Person {
  package init(_ participant: Contributor) {
    self.init(
      author: participant.author, name: participant.name,
      color: InkColor(rgb: participant.color))
  }
}
