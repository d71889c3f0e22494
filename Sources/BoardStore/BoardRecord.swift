import Log

import struct Foundation.Data

/// A board's genesis and old heads as rows among its entries, where a salvage finds them: without them
/// no entry can be checked.
///
/// Each row has the number 0, which no entry has, and its bytes hash to the digest beside it, as an
/// entry's do.
enum BoardRecord {
  private static let domain = Array("easel board row 1\0".utf8)
  /// A row holds so many bytes of the record.
  private static let partBytes = 64 * 1_024
  private static let headerBytes = domain.count + 16 + 8 + 8

  /// What a record says.
  typealias Content = (genesis: BoardGenesis, old: OldHeads)

  /// Each row: the domain, the board's id, the row's place, how many rows there are, and its part.
  static func rows(_ genesis: BoardGenesis, _ old: OldHeads) -> [[UInt8]] {
    let start = genesis.encoded()
    let record = word(start.count) + start + old.encoded()
    let count = (record.count + partBytes - 1) / partBytes
    return (0..<count).map { index in
      let part = record.dropFirst(index * partBytes).prefix(partBytes)
      return domain + genesis.id.raw.bytes + word(index) + word(count) + part
    }
  }

  static func isRow(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: domain) && bytes.count > headerBytes
  }

  /// The record to which most of the entries belong; nil where none is whole. A damaged file may hold
  /// others, since what others have drawn may look like anything.
  static func read(_ rows: [[UInt8]], for entries: [Entry]) -> Content? {
    let births = entries.compactMap { entry in entry.birth.map { (entry.id.replica, $0) } }
    let boards = Dictionary(grouping: rows.filter(isRow)) { Array($0[domain.count..<domain.count + 16]) }
    let records = boards.values.compactMap(read).map { content in
      let own = births.count { $0.1.replica(on: content.genesis.id) == $0.0 }
      let old = births.count { content.old[$0.0] != nil }
      return (content, own + old)
    }
    return records.max { $0.1 < $1.1 }?.0
  }

  /// Reads the rows of one board.
  private static func read(_ rows: [[UInt8]]) -> Content? {
    var parts: [UInt64: ArraySlice<UInt8>] = [:]
    var count: UInt64 = 0
    for row in rows {
      let rest = row.dropFirst(domain.count + 16)
      parts[number(rest)] = rest.dropFirst(16)
      count = number(rest.dropFirst(8))
    }
    guard count > 0, count <= UInt64(parts.count) else { return nil }
    var record: [UInt8] = []
    for index in 0..<count {
      guard let part = parts[index] else { return nil }
      record += part
    }
    guard record.count >= 8 else { return nil }
    let length = number(record[...])
    guard length <= UInt64(record.count - 8),
      let genesis = BoardGenesis(decoding: Array(record.dropFirst(8).prefix(Int(length)))),
      let old = OldHeads(decoding: Array(record.dropFirst(8 + Int(length)))),
      old.root == genesis.oldRoot, rows.allSatisfy({ isOf(genesis, $0) })
    else { return nil }
    return (genesis, old)
  }

  private static func isOf(_ genesis: BoardGenesis, _ row: [UInt8]) -> Bool {
    row.dropFirst(domain.count).starts(with: genesis.id.raw.bytes)
  }

  private static func word(_ number: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt64(clamping: number).bigEndian) { Array($0) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
