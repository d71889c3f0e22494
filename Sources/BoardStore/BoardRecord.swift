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

  static func rows(_ genesis: BoardGenesis, _ old: OldHeads) -> [[UInt8]] {
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

  /// Nil where one is missing.
  static func read(_ rows: [[UInt8]]) -> (genesis: BoardGenesis, old: OldHeads)? {
    var parts: [UInt64: ArraySlice<UInt8>] = [:]
    var count: UInt64 = 0
    for row in rows where isRow(row) {
      let rest = row.dropFirst(domain.count)
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
