import BoardLog

/// Stores a board's genesis a second time, as a row of the table of entries. A salvage finds this
/// row; without the genesis it could not check any entry.
///
/// The row has the number 0, which no entry has. As in the row of an entry, the digest in the row
/// is the hash of its bytes.
enum GenesisRow {
  private static let domain = Array("easel 1 genesis row\0".utf8)

  static func bytes(of genesis: BoardGenesis) -> [UInt8] { domain + genesis.encoded() }

  /// Returns the genesis that a row gives; nil if the bytes are not a row of this form.
  static func genesis(in bytes: [UInt8]) -> BoardGenesis? {
    guard bytes.starts(with: domain) else { return nil }
    return BoardGenesis(decoding: Array(bytes.dropFirst(domain.count)))
  }

  /// The greatest number of different rows that are read. Members may have put rows of this form
  /// into their drawings.
  static let countMax = 256
}
