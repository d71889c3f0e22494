import BoardLog
import struct Foundation.Data

/// Stores a board's genesis and old heads a second time, as rows of the table of entries. A salvage
/// finds these rows; without the genesis it could not check any entry.
///
/// Each row has the number 0, which no entry has. As in the row of an entry, the digest in the row
/// is the hash of its bytes.
enum BoardRecord {
  private static let domain = Array("easel board row 1\0".utf8)
  /// The greatest number of bytes of the record that one row holds.
  private static let partBytes = 64 * 1_024

  static func rows(_ genesis: BoardGenesis, _ old: LegacyHeads) -> [[UInt8]] {
    let start = genesis.encoded()
    let record = word(start.count) + start + old.encoded()
    let count = (record.count + partBytes - 1) / partBytes
    return (0..<count).map { index in
      let part = record.dropFirst(index * partBytes).prefix(partBytes)
      return domain + word(index) + word(count) + part
    }
  }

  static func isRow(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: domain) && bytes.count >= domain.count + 16
  }

  typealias Beginning = (genesis: BoardGenesis, old: LegacyHeads)

  /// The greatest number of first rows that are read. Members may have put rows of this form into
  /// their drawings.
  static let beginningsMax = 256

  /// Calls `found` with every beginning that the rows give, in the order of their first rows. If a
  /// later row occurs twice, the first copy is read. The function builds one beginning at a time:
  /// many beginnings may share the same later rows, so a list of all could be far larger than the
  /// file.
  static func forEach(in rows: [[UInt8]], _ found: (Beginning) -> Void) {
    var starts: [(part: ArraySlice<UInt8>, count: UInt64)] = []
    var parts: [UInt64: [UInt64: ArraySlice<UInt8>]] = [:]
    for row in rows where isRow(row) {
      let rest = row.dropFirst(domain.count)
      let (index, count, part) = (number(rest), number(rest.dropFirst(8)), rest.dropFirst(16))
      if index > 0 {
        if parts[count]?[index] == nil { parts[count, default: [:]][index] = part }
      } else if !starts.contains(where: { $0.part == part && $0.count == count }),
        starts.count < beginningsMax
      {
        starts.append((part, count))
      }
    }
    for (part, count) in starts {
      if let beginning = read(part, count, parts[count] ?? [:]) { found(beginning) }
    }
  }

  /// Reads a beginning from its first row and its later rows; nil if a row is missing or the bytes
  /// are not valid.
  private static func read(
    _ first: ArraySlice<UInt8>, _ count: UInt64, _ others: [UInt64: ArraySlice<UInt8>]
  ) -> Beginning? {
    guard count > 0, count - 1 <= UInt64(others.count) else { return nil }
    var record = Array(first)
    for index in 1..<count {
      guard let part = others[index] else { return nil }
      record += part
    }
    guard record.count >= 8 else { return nil }
    let length = number(record[...])
    guard length <= UInt64(record.count - 8),
      let genesis = BoardGenesis(decoding: Array(record.dropFirst(8).prefix(Int(length)))),
      let old = LegacyHeads(decoding: Array(record.dropFirst(8 + Int(length)))),
      old.root == genesis.oldRoot
    else { return nil }
    return (genesis, old)
  }

  private static func word(_ number: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt64(clamping: number).bigEndian) { Array($0) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
