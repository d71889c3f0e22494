import BoardLog
import BoardModel
import EaselBase

/// The beginning of a board: its genesis, the picture of another board that it continues, and the
/// heads of its entries that are older than board ids.
package struct BoardBeginning: Sendable {
  package let genesis: BoardGenesis
  package let old: LegacyHeads
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
    _ genesis: BoardGenesis, old: LegacyHeads = LegacyHeads(), base: BoardBase? = nil,
    picture: [UInt8] = [], people: [Person] = []
  ) {
    (self.genesis, self.old, self.base) = (genesis, old, base)
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
  /// board also has a base or old heads, which must be fetched.
  package init?(joining genesis: BoardGenesis) {
    guard genesis.base == nil, genesis.oldRoot == nil else { return nil }
    self.init(genesis)
  }

  /// Makes the beginning of another participant's board from the bytes of
  /// ``encoded(old:picture:)``; nil for bytes that do not belong to this genesis.
  package init?(joining genesis: BoardGenesis, _ bytes: [UInt8]) {
    guard bytes.count >= 8 else { return nil }
    let length = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard length <= UInt64(bytes.count - 8),
      let old = LegacyHeads(decoding: Array(bytes.dropFirst(8).prefix(Int(length)))),
      old.root == genesis.oldRoot, min(old.time, BoardGenesis.timeMax) <= genesis.time
    else { return nil }
    let picture = Array(bytes.dropFirst(8 + Int(length)))
    guard let claimed = genesis.base else {
      guard picture.isEmpty else { return nil }
      self.init(genesis, old: old)
      return
    }
    guard claimed.picture == .sha256(of: picture), let base = BoardBase(decoding: picture),
      min(base.time, BoardGenesis.timeMax) <= genesis.time
    else { return nil }
    self.init(genesis, old: old, base: base, picture: picture)
  }

  /// Returns the bytes that a member sends to a joining member: the length of the heads in eight
  /// bytes, the heads, and the picture.
  package static func encoded(old: LegacyHeads, picture: [UInt8]) -> [UInt8] {
    let heads = old.encoded()
    let length = withUnsafeBytes(of: UInt64(heads.count).bigEndian) { Array($0) }
    return length + heads + picture
  }

  private static func nonce(_ chance: inout some RandomNumberGenerator) -> [UInt8] {
    (0..<BoardGenesis.nonceLength).map { _ in .random(in: 0...255, using: &chance) }
  }
}

extension OpenedBoard {
  /// Creates an opened board that has no file yet.
  package init(named name: SafeText, from beginning: BoardBeginning, replicaGenesis: ReplicaGenesis)
  {
    var picture = Picture()
    _ = picture.apply(beginning.base?.operations ?? [])
    self.init(
      path: nil, name: name, log: Log(beginning.genesis, old: beginning.old),
      replicaGenesis: replicaGenesis,
      picture: picture, people: beginning.people)
    credits = beginning.base?.credits ?? [:]
  }
}
