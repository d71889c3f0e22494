import struct Foundation.Data

/// The number of entries that were written to a file, in a form with a check value. With it, the
/// missing entries of a damaged file can be counted even if SQLite cannot read the file.
struct EntryTally {
  let count: Int

  static let name = Array("easel1tally".utf8)
  static let length = name.count + 16
  /// A greater number is invalid, because no file holds so many entries.
  static let countMax = 1 << 40

  init(count: Int) { self.count = count }

  /// The name, the number, and the number with every bit inverted as the check value.
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
