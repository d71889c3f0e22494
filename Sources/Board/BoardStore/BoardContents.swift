import BoardLog
import EaselBase

/// What a board's file says of the board as a whole.
public struct BoardHeader: Hashable, Sendable {
  /// As it was given; it comes from a file, so it passes `SafeText` before it is shown.
  public var name: String
  /// Milliseconds since 1970.
  public var created: Int64
  /// The board's id is a hash of this; nil in a file from before boards had ids.
  public var genesis: BoardGenesis?
  /// How far the entries count that were made before boards had ids.
  public var old: OldHeads
  public var base: Base?
  /// Who drew here and in what the board began from, each author once.
  public private(set) var participants: [Participant] = []

  public init(
    name: String, created: Int64, genesis: BoardGenesis? = nil, old: OldHeads = OldHeads(),
    base: Base? = nil, participants: [Participant] = []
  ) {
    self.name = name
    self.created = created
    self.genesis = genesis
    self.old = old
    self.base = base
    introduce(participants)
  }

  /// Adds those who are not known; of the others it takes the new name and colour.
  public mutating func introduce(_ newcomers: [Participant]) {
    for newcomer in newcomers {
      if let index = participants.firstIndex(where: { $0.author == newcomer.author }) {
        participants[index] = newcomer
      } else {
        participants.append(newcomer)
      }
    }
  }

  /// What a board began from.
  public struct Base: Hashable, Sendable {
    /// The hash of the log whose picture it is.
    public var log: Digest
    /// The picture, in bytes that the store does not look into.
    public var picture: [UInt8]
    /// The authors of the picture's ink that this file's user knows from their own board. No member is
    /// ever sent them. The store does not look into the bytes.
    public var credits: [UInt8]

    public init(log: Digest, picture: [UInt8], credits: [UInt8] = []) {
      self.log = log
      self.picture = picture
      self.credits = credits
    }
  }
}

/// All that a board's file holds.
public struct BoardContents: Sendable {
  public var header: BoardHeader
  /// In the order they were written: each replica's in sequence. After a salvage in any order, and
  /// with gaps; `Log.merge` sees to both.
  public var entries: [Entry]
  /// Nil for a file that is whole.
  public var damage: Damage?

  public init(header: BoardHeader, entries: [Entry], damage: Damage? = nil) {
    self.header = header
    self.entries = entries
    self.damage = damage
  }
}

/// What became of a damaged file.
public struct Damage: Hashable, Sendable {
  /// Entries that were saved, each with its hash checked.
  public var saved: Int
  /// Entries that are known to have been there and are lost.
  public var lost: Int
  /// Whether those are all: false where the count of entries is lost as well.
  public var isCounted = true
  /// Where the damaged file was kept, byte for byte; nil if it was only read and is where it was.
  public var original: String?
}

/// An entry as a board keeps it.
public struct KeptEntry: Sendable {
  public let entry: Entry
  /// Its bytes, which are kept verbatim.
  public let bytes: [UInt8]

  public init(_ entry: Entry, bytes: [UInt8]) {
    self.entry = entry
    self.bytes = bytes
  }
}

/// Reads an entry's bytes; nil where they are none.
public typealias EntryDecoder = @Sendable ([UInt8]) -> Entry?
