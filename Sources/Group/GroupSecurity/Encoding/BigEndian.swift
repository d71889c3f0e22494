extension [UInt8] {
  /// Eight bytes, the highest first.
  init(bigEndian number: UInt64) {
    self = []
    append(bigEndian: number)
  }

  /// Eight bytes, the highest first.
  mutating func append(bigEndian number: UInt64) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }
}
