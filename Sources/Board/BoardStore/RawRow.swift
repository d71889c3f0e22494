/// A row of the table `entries`, found by the form of its record at any place in a page.
///
/// A record consists of the length of its header, a type for each column, and the columns. For
/// entries, the columns are always a blob of 16 bytes, two integers, a blob of 32 bytes and a blob
/// of any length. Other bytes may have this form by chance, but then the digest in them is not the
/// hash of their content.
struct RawRow {
  let digest: ArraySlice<UInt8>
  let bytes: [UInt8]
  /// The next page of the row; nil if the row lies in one page. Two intact rows never have the same
  /// next page.
  let continuation: Int?

  private static let replicaType: UInt8 = 12 + 2 * 16
  private static let digestType: UInt8 = 12 + 2 * 32
  /// The greatest number of bytes that are copied for one page. At most eight rows that need
  /// further pages can begin in one page, and each holds an entry of at most 129 KiB. A forged page
  /// may claim hundreds of such rows.
  static let copiedBytesMax = 2 << 20

  /// Calls `found` with every row that begins in this page, until `copiedBytesMax` bytes are
  /// copied.
  static func forEach(
    in page: ArraySlice<UInt8>, of pages: RawPages, _ found: (RawRow) -> Void
  ) {
    guard page.count > 8 else { return }
    page.withUnsafeBufferPointer { raw in
      var room = copiedBytesMax
      for index in 1..<raw.count - 4 {
        guard raw[index] == replicaType, raw[index + 3] == digestType,
          let row = RawRow(at: index - 1, in: page, of: pages, room: &room)
        else { continue }
        found(row)
      }
    }
  }

  /// Reads a record. The length of the record's header is at `offset`.
  ///
  /// - Parameter room: the number of bytes that may still be copied; each copy reduces it.
  private init?(
    at offset: Int, in page: ArraySlice<UInt8>, of pages: RawPages, room: inout Int
  ) {
    let record = page.dropFirst(offset)
    let types = Array(record.prefix(10).dropFirst())
    guard let headerLength = record.first, types.count >= 5, let first = Self.integer(types[1]),
      let second = Self.integer(types[2]), let blob = Self.varint(types.dropFirst(4)),
      blob.value >= 12, blob.value.isMultiple(of: 2), Int(headerLength) == 5 + blob.length
    else { return nil }
    let length = (blob.value - 12) / 2
    let digestAt = Int(headerLength) + 16 + first + second
    let total = digestAt + 32 + length
    guard let (payload, next) = Self.payload(total, record, of: pages, &room) else { return nil }
    continuation = next
    digest = payload.dropFirst(digestAt).prefix(32)
    bytes = Array(payload.suffix(length))
  }

  /// Returns the whole record: its part in this page and, if there are more, its parts in further
  /// pages.
  private static func payload(
    _ total: Int, _ record: ArraySlice<UInt8>, of pages: RawPages, _ room: inout Int
  ) -> (ArraySlice<UInt8>, continuation: Int?)? {
    let usable = Schema.pageSize
    guard total > usable - 35 else {
      guard record.count >= total, total <= room else { return nil }
      room -= total
      return (record.prefix(total), nil)
    }
    // If a record does not fit into the page, SQLite chooses the size of its part in the page so
    // that the rest fills whole pages.
    let least = (usable - 12) * 32 / 255 - 23
    let surplus = least + (total - least) % (usable - 4)
    let local = surplus <= usable - 35 ? surplus : least
    guard total <= 1 << 20, record.count >= local + 4, local <= room else { return nil }
    var payload = Array(record.prefix(local))
    room -= local
    let continuation = RawPages.number(record, at: local)
    var next = continuation
    while payload.count < total {
      let count = min(usable - 4, total - payload.count)
      guard count <= room, let page = pages.page(next), page.count == usable else { return nil }
      payload += page.dropFirst(4).prefix(count)
      room -= count
      next = RawPages.number(page, at: 0)
    }
    return (payload[...], continuation)
  }

  /// Returns the size in bytes of an integer of this type; nil for other types.
  private static func integer(_ type: UInt8) -> Int? {
    switch type {
    case 1...4: Int(type)
    case 5: 6
    case 6: 8
    case 8, 9: 0
    default: nil
    }
  }

  /// Reads a number in SQLite's format: seven bits in each byte, the highest bits first.
  private static func varint(_ bytes: ArraySlice<UInt8>) -> (value: Int, length: Int)? {
    var value = 0
    for (index, byte) in bytes.prefix(4).enumerated() {
      value = value << 7 | Int(byte & 127)
      if byte < 128 { return (value, index + 1) }
    }
    return nil
  }
}
