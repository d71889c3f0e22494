import struct Foundation.Data

/// The number of entries that were written to a file, in a form with its own check. So the missing
/// entries of a damaged file can be counted even if SQLite no longer reads the file.
struct EntryTally {
  let count: Int

  static let name = Array("easel-tally".utf8)
  static let length = name.count + 16
  /// No file holds more entries.
  static let countMax = 1 << 40

  init(count: Int) { self.count = count }

  /// The name, the number, and the number with every bit inverted.
  var mark: Data {
    var data = Data(Self.name)
    for word in [UInt64(clamping: count), ~UInt64(clamping: count)] {
      withUnsafeBytes(of: word.bigEndian) { data.append(contentsOf: $0) }
    }
    return data
  }

  /// Reads a mark; nil for any other bytes.
  init?(mark: ArraySlice<UInt8>) {
    guard mark.count == Self.length, mark.starts(with: Self.name) else { return nil }
    func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    let (number, turned) = (word(mark.dropFirst(11).prefix(8)), word(mark.suffix(8)))
    guard number == ~turned, let count = Int(exactly: number), count <= Self.countMax else {
      return nil
    }
    self.count = count
  }
}
