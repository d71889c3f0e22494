import BoardContract
import BoardLog
import BoardModel
import EaselBase

/// The beginning of a board: its genesis, and the picture of another board that it continues.
package struct BoardBeginning: Sendable {
  package let genesis: BoardGenesis
  /// Nil for a board that begins empty.
  package let base: BoardBase?
  /// The bytes of the base, whose hash is in the genesis; empty if there is no base.
  package let picture: [UInt8]
  /// The known authors of parts of the base.
  package let people: [Person]

  /// An encoded base has at most this many bytes.
  package static let pictureBytesMax = 64 << 20

  /// The error for a base that would have more than ``pictureBytesMax`` bytes.
  package struct TooLarge: Error {}

  private init(
    _ genesis: BoardGenesis, base: BoardBase? = nil, picture: [UInt8] = [], people: [Person] = []
  ) {
    (self.genesis, self.base) = (genesis, base)
    (self.picture, self.people) = (picture, people)
  }

  /// Makes the beginning of an empty board.
  ///
  /// - Parameter owner: the public key of the board's owner.
  package init(owner: [UInt8], using chance: inout some RandomNumberGenerator) {
    self.init(BoardGenesis(nonce: Self.nonce(&chance), owner: owner))
  }

  /// Makes the beginning of a board from the picture of another board.
  ///
  /// - Parameter person: the user of this program, who may have drawn a part of the picture.
  package init(
    _ other: BoardReplica, by person: Person, owner: [UInt8],
    using chance: inout some RandomNumberGenerator
  ) throws(TooLarge) {
    let base = BoardBase(other.picture, of: other.log.hash, knowing: other.credits)
    let picture = base.encoded()
    guard picture.count <= Self.pictureBytesMax else { throw TooLarge() }
    let genesis = BoardGenesis(
      nonce: Self.nonce(&chance), owner: owner,
      base: BoardGenesis.Base(log: other.log.hash, picture: .sha256(of: picture)), time: base.time)
    let authors = Set(base.credits.values)
    self.init(
      genesis, base: base, picture: picture,
      people: other.people(with: person).filter { authors.contains($0.author) })
  }

  /// Makes the beginning of another participant's board from the board's genesis alone. Nil if the
  /// board also has a base, which must be fetched.
  package init?(joining genesis: BoardGenesis) {
    guard genesis.base == nil else { return nil }
    self.init(genesis)
  }

  /// Makes the beginning of another participant's board from the bytes of its base; nil for bytes
  /// that do not belong to this genesis.
  package init?(joining genesis: BoardGenesis, _ picture: [UInt8]) {
    guard genesis.base?.picture == .sha256(of: picture), let base = BoardBase(decoding: picture),
      min(base.time, BoardGenesis.timeMax) <= genesis.time
    else { return nil }
    self.init(genesis, base: base, picture: picture)
  }

  private static func nonce(_ chance: inout some RandomNumberGenerator) -> [UInt8] {
    (0..<BoardGenesis.nonceLength).map { _ in .random(in: 0...255, using: &chance) }
  }
}

extension LoadedBoard {
  /// Creates an opened board that has no file yet.
  package init(named name: SafeText, from beginning: BoardBeginning, replicaGenesis: ReplicaGenesis)
  {
    var picture = Picture()
    _ = picture.apply(beginning.base?.operations ?? [])
    self.init(
      path: nil, name: name, log: Log(beginning.genesis),
      replicaGenesis: replicaGenesis,
      picture: picture, people: beginning.people)
    hasUnreadable = beginning.base?.hasUnreadable ?? false
    notice = hasUnreadable ? SafeText(Self.unreadableNotice) : nil
    credits = beginning.base?.credits ?? [:]
  }
}
