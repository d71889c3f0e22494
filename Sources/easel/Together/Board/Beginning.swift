import BoardDocument
import BoardStore
import Codec
import Drawing
import Log
import Vocabulary

/// The beginning of a board: its genesis, the picture of another board that it goes on from, and the heads
/// of its entries from before boards had ids.
struct Beginning {
  let genesis: BoardGenesis
  let old: OldHeads
  let base: BoardBase?
  let stored: BoardHeader.Base?
  /// Those who made something of it, as far as they are known.
  let people: [Person]

  /// A board with nothing on it, of its own.
  ///
  /// - Parameter owner: the public key of whoever makes it.
  init(owner: [UInt8]) {
    genesis = BoardGenesis(nonce: Self.nonce(), owner: owner)
    (old, base, stored, people) = (OldHeads(), nil, nil, [])
  }

  /// The picture of another board. One that nobody else would accept is refused.
  ///
  /// - Parameter person: the user of this run, who may have drawn some of it.
  init(_ other: BoardReplica, by person: Person, owner: [UInt8]) throws(Refusal) {
    let base = BoardBase(other.picture, of: other.log.hash, knowing: other.credits)
    let picture = base.encoded()
    guard picture.count <= BaseMessage.pictureBytesMax else {
      throw Refusal("the picture has more than 64 MiB: begin with an empty board")
    }
    genesis = BoardGenesis(
      nonce: Self.nonce(), owner: owner,
      base: BoardGenesis.Base(log: other.log.hash, picture: .sha256(of: picture)), time: base.time)
    old = OldHeads()
    self.base = base
    stored = BoardHeader.Base(
      log: other.log.hash, picture: picture, credits: base.encodedCredits())
    let authors = Set(base.credits.values)
    people = other.people(with: person).filter { authors.contains($0.author) }
  }

  /// A board that another participant has, and nothing of which must be asked for.
  init?(joining genesis: BoardGenesis) {
    guard genesis.base == nil, genesis.oldRoot == nil else { return nil }
    self.genesis = genesis
    (old, base, stored, people) = (OldHeads(), nil, nil, [])
  }

  /// A board that another participant has, with what they sent of its beginning; nil for bytes that
  /// do not belong to this genesis.
  init?(joining genesis: BoardGenesis, _ bytes: [UInt8]) {
    guard bytes.count >= 8 else { return nil }
    let length = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard length <= UInt64(bytes.count - 8),
      let old = OldHeads(decoding: Array(bytes.dropFirst(8).prefix(Int(length)))),
      old.root == genesis.oldRoot, min(old.time, BoardGenesis.timeMax) <= genesis.time
    else { return nil }
    let picture = Array(bytes.dropFirst(8 + Int(length)))
    if let claimed = genesis.base {
      guard claimed.picture == .sha256(of: picture), let base = BoardBase(decoding: picture),
        min(base.time, BoardGenesis.timeMax) <= genesis.time
      else { return nil }
      self.base = base
      stored = BoardHeader.Base(log: claimed.log, picture: picture)
    } else {
      guard picture.isEmpty else { return nil }
      (base, stored) = (nil, nil)
    }
    self.genesis = genesis
    self.old = old
    people = []
  }

  /// The bytes that a member sends to one that joins: the heads after their length in eight bytes, then
  /// the picture.
  static func encoded(_ header: BoardHeader) -> [UInt8] {
    let heads = header.old.encoded()
    let length = withUnsafeBytes(of: UInt64(heads.count).bigEndian) { Array($0) }
    return length + heads + (header.base?.picture ?? [])
  }

  /// The header of a new board's file.
  func header(named name: String) -> BoardHeader {
    BoardHeader(
      name: name, created: WallClock.now(), genesis: genesis, old: old, base: stored,
      participants: people.map(Participant.init))
  }

  private static func nonce() -> [UInt8] {
    var chance = SystemRandomNumberGenerator()
    return Artist.bytes(BoardGenesis.nonceLength, &chance)
  }
}

extension OpenedBoard {
  /// A board that has no file yet.
  init(named name: SafeText, from beginning: Beginning, birth: Birth) {
    var picture = Picture()
    _ = picture.apply(beginning.base?.operations ?? [])
    self.init(
      path: nil, name: name, log: Log(beginning.genesis, old: beginning.old), birth: birth,
      picture: picture, people: beginning.people)
    credits = beginning.base?.credits ?? [:]
  }
}
