import struct Foundation.Data

/// How many entries a file was given, written so that it proves itself: what is missing from a
/// damaged file can be counted even where SQLite no longer reads it.
struct Tally {
  let count: Int

  static let name = Array("easel-tally".utf8)
  static let length = name.count + 16
  /// No file holds more.
  static let countMax = 1 << 40

  init(count: Int) { self.count = count }

  /// The name, the number, and the number with every bit turned.
  var mark: Data {
    var data = Data(Self.name)
    for word in [UInt64(clamping: count), ~UInt64(clamping: count)] {
      withUnsafeBytes(of: word.bigEndian) { data.append(contentsOf: $0) }
    }
    return data
  }

  /// Nil for anything but a mark.
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
