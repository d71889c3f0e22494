import BoardLog
import EaselBase

/// The part of a board's file that describes the board as a whole.
package struct BoardHeader: Hashable, Sendable {
  /// The name as the user gave it. It comes from a file, so it must pass `SafeText` before a screen
  /// shows it.
  package var name: String
  /// The time when the board was begun, in milliseconds since 1970.
  package var created: Int64
  /// The genesis, whose hash is the board's id; `unowned` if a damaged file has lost it.
  package var genesis: BoardGenesis
  package var base: Base?
  /// The people who drew on this board or on the board that it began from, each author once.
  package private(set) var contributors: [Contributor] = []

  package init(
    name: String, created: Int64, genesis: BoardGenesis = .unowned, base: Base? = nil,
    contributors: [Contributor] = []
  ) {
    self.name = name
    self.created = created
    self.genesis = genesis
    self.base = base
    introduce(contributors)
  }

  /// Adds unknown contributors, and gives known contributors their new name and colour.
  package mutating func introduce(_ newcomers: [Contributor]) {
    for newcomer in newcomers {
      if let index = contributors.firstIndex(where: { $0.author == newcomer.author }) {
        contributors[index] = newcomer
      } else {
        contributors.append(newcomer)
      }
    }
  }

  /// The picture that a board began from.
  package struct Base: Hashable, Sendable {
    /// The hash of the log that gave the picture.
    package var log: Digest
    /// The encoded picture, which the store does not decode.
    package var picture: [UInt8]
    /// The authors of ink in the picture that this user knows from the user's own board. The
    /// program never sends them to a member. The store does not decode these bytes.
    package var credits: [UInt8]

    package init(log: Digest, picture: [UInt8], credits: [UInt8] = []) {
      self.log = log
      self.picture = picture
      self.credits = credits
    }
  }
}

/// The whole content of a board's file.
package struct BoardFileContents: Sendable {
  package var header: BoardHeader
  /// The entries in the order of writing: each replica's entries in sequence. After a salvage, they
  /// are in any order and with gaps; `Log.merge` accepts both.
  package var entries: [Entry]
  /// The damage that was found in the file; nil for an intact file.
  package var damage: FileDamage?

  package init(header: BoardHeader, entries: [Entry], damage: FileDamage? = nil) {
    self.header = header
    self.entries = entries
    self.damage = damage
  }
}

/// The result of the salvage of a damaged file.
package struct FileDamage: Hashable, Sendable {
  /// The number of saved entries, each with a checked hash.
  package var saved: Int
  /// The number of entries that are known to be lost.
  package var lost: Int
  /// Whether `lost` is the number of all lost entries. False if the file's count of its entries is
  /// lost too.
  package var isCounted = true
  /// The path at which the damaged file is stored, byte for byte. Nil if the file was only read and
  /// is still at its own path.
  package var original: String?
}

/// An entry as the board's file stores it.
package struct KeptEntry: Sendable {
  package let entry: Entry
  /// The bytes of the entry, which the file stores unchanged.
  package let bytes: [UInt8]

  package init(_ entry: Entry, bytes: [UInt8]) {
    self.entry = entry
    self.bytes = bytes
  }
}

/// Reads the bytes of an entry; nil if they are not an entry.
package typealias EntryDecoder = @Sendable ([UInt8]) -> Entry?
