import BoardLog
import EaselBase

/// The part of a board's file that describes the board as a whole.
package struct BoardHeader: Hashable, Sendable {
  /// The name as the user gave it. It comes from a file, so it passes `SafeText` before a screen
  /// shows it.
  package var name: String
  /// Milliseconds since 1970.
  package var created: Int64
  /// The board's id is a hash of this; nil in a file from before boards had ids.
  package var genesis: BoardGenesis?
  /// The last numbers that count of the replicas from before boards had ids.
  package var old: OldHeads
  package var base: Base?
  /// The people who drew on this board and on the board that it began from, each author once.
  package private(set) var contributors: [Contributor] = []

  package init(
    name: String, created: Int64, genesis: BoardGenesis? = nil, old: OldHeads = OldHeads(),
    base: Base? = nil, contributors: [Contributor] = []
  ) {
    self.name = name
    self.created = created
    self.genesis = genesis
    self.old = old
    self.base = base
    introduce(contributors)
  }

  /// Adds the unknown contributors; gives the known contributors their new name and colour.
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
    /// The hash of the log whose picture it is.
    package var log: Digest
    /// The picture, in bytes that the store does not look into.
    package var picture: [UInt8]
    /// The authors of the picture's ink that this file's user knows from their own board. The
    /// program never sends them to a member. The store does not look into the bytes.
    package var credits: [UInt8]

    package init(log: Digest, picture: [UInt8], credits: [UInt8] = []) {
      self.log = log
      self.picture = picture
      self.credits = credits
    }
  }
}

/// The whole content of a board's file.
package struct BoardContents: Sendable {
  package var header: BoardHeader
  /// The entries in the order of writing: each replica's in sequence. After a salvage they are in
  /// any order, and with gaps; `Log.merge` handles both.
  package var entries: [Entry]
  /// The damage of the file; nil for an intact file.
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
  /// Whether `lost` counts all lost entries: false if the count of entries is lost as well.
  package var isCounted = true
  /// The path where the damaged file is kept, byte for byte; nil if it was only read and is at its
  /// old path.
  package var original: String?
}

/// An entry as a board keeps it.
package struct KeptEntry: Sendable {
  package let entry: Entry
  /// Its bytes, which the board keeps verbatim.
  package let bytes: [UInt8]

  package init(_ entry: Entry, bytes: [UInt8]) {
    self.entry = entry
    self.bytes = bytes
  }
}

/// Reads an entry's bytes; nil if they are not an entry.
package typealias EntryDecoder = @Sendable ([UInt8]) -> Entry?
