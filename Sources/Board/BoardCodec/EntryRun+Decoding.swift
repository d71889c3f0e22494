import BoardLog
import EaselBase

extension EntryRun {
  /// Reads a run in its single form: no other bytes give the same entries. `Log.merge` decides
  /// whether a log accepts the entries.
  package static func decode(_ bytes: [UInt8]) throws(CodecError) -> [Entry] {
    guard bytes.count <= bytesMax else { throw CodecError("run", .tooMany) }
    var reader = CanonicalReader(bytes)
    let replica = ReplicaID(try reader.name(1, "replica"))
    let author = AuthorID(try reader.name(2, "author"))
    let replicaGenesis = try ReplicaGenesis(decoding: try reader.list(3, "replicaGenesis"))
    let first = try SequenceNumber(decoding: try reader.number(4, "first"), "first")
    let previous = try reader.digest(5, "previous")
    var columns = try Columns(&reader)
    let signature = Array(try reader.list(11, "signature"))
    guard !signature.isEmpty else { throw CodecError("signature", .missing) }
    var purposes = Purposes(CanonicalReader(Array(try reader.list(12, "purposes"))))
    guard reader.isAtEnd else { throw CodecError("run", .malformed) }

    var entries: [Entry] = []
    var number: SequenceNumber? = first
    while let row = try columns.next() {
      guard entries.count < entriesMax else { throw CodecError("run", .tooMany) }
      guard let sequence = number else { throw CodecError("sequence", .outOfRange) }
      let stamp = Stamp(
        id: EntryID(replica, sequence), author: author, lamport: row.lamport, at: row.at,
        lasted: row.lasted)
      entries.append(
        Entry(
          stamp: stamp, previous: entries.last?.digest ?? previous,
          replicaGenesis: entries.isEmpty ? replicaGenesis : nil, purpose: try purposes.next(),
          payload: row.payload))
      number = sequence.next
    }
    guard !entries.isEmpty else { throw CodecError("run", .missing) }
    guard purposes.isAtEnd else { throw CodecError("purposes", .outOfRange) }
    entries[entries.count - 1].signature = signature
    return entries
  }
}

/// The purposes of a run's entries. The encoded run names only the purposes other than drawing.
private struct Purposes {
  private var reader: CanonicalReader
  /// The number of drawing entries before the next entry with another purpose.
  private var skipped: UInt64?
  private var upcoming = Purpose.draw

  init(_ reader: CanonicalReader) { self.reader = reader }

  /// Whether all encoded purposes were read.
  var isAtEnd: Bool { skipped == nil && reader.isAtEnd }

  mutating func next() throws(CodecError) -> Purpose {
    if skipped == nil, !reader.isAtEnd {
      guard let count = reader.varint(), let number = reader.varint(), number > 0 else {
        throw CodecError("purposes", .malformed)
      }
      (skipped, upcoming) = (count, try Purpose(decoding: number))
    }
    guard let left = skipped else { return .draw }
    if left > 0 {
      skipped = left - 1
      return .draw
    }
    skipped = nil
    return upcoming
  }
}

/// The columns of a run, read row by row. All columns must have the same number of rows.
private struct Columns {
  private var lamports: CanonicalReader
  private var times: CanonicalReader
  private var lasts: CanonicalReader
  private var sizes: CanonicalReader
  private var payloads: ArraySlice<UInt8>

  private var lamport: UInt64 = 0
  private var at: Int64 = 0
  private var lasted: Int64 = 0

  typealias Row = (lamport: Lamport, at: Int64, lasted: UInt32, payload: [UInt8])

  init(_ reader: inout CanonicalReader) throws(CodecError) {
    lamports = CanonicalReader(Array(try reader.list(6, "lamports")))
    times = CanonicalReader(Array(try reader.list(7, "times")))
    lasts = CanonicalReader(Array(try reader.list(8, "lasted")))
    sizes = CanonicalReader(Array(try reader.list(9, "sizes")))
    payloads = try reader.list(10, "payloads")
  }

  /// Reads the next row; nil if all columns have ended.
  mutating func next() throws(CodecError) -> Row? {
    if lamports.isAtEnd, times.isAtEnd, lasts.isAtEnd, sizes.isAtEnd, payloads.isEmpty {
      return nil
    }
    guard let lamportStep = lamports.varint(), let atStep = times.varint(),
      let lastedStep = lasts.varint(), let size = sizes.varint()
    else { throw CodecError("run", .malformed) }
    return (
      try advanceLamport(by: lamportStep), advanceTime(by: atStep),
      try advanceLasted(by: lastedStep), try payload(size)
    )
  }

  /// Advances the Lamport time. Throws if the time does not rise, because each entry has a later
  /// time than the entry before.
  private mutating func advanceLamport(by step: UInt64) throws(CodecError) -> Lamport {
    let (sum, overflow) = lamport.addingReportingOverflow(step)
    guard !overflow, step >= 1, sum <= Lamport.max.raw else {
      throw CodecError("lamports", .outOfRange)
    }
    lamport = sum
    return Lamport(sum)
  }

  /// Advances the wall-clock time modulo 2⁶⁴, so that one step leads from any time to any other
  /// time.
  private mutating func advanceTime(by step: UInt64) -> Int64 {
    at &+= step.zigZag
    return at
  }

  private mutating func advanceLasted(by step: UInt64) throws(CodecError) -> UInt32 {
    let (sum, overflow) = lasted.addingReportingOverflow(step.zigZag)
    guard !overflow, let value = UInt32(exactly: sum) else {
      throw CodecError("lasted", .outOfRange)
    }
    lasted = sum
    return value
  }

  private mutating func payload(_ size: UInt64) throws(CodecError) -> [UInt8] {
    guard size <= UInt64(Log.payloadLimit) else { throw CodecError("payloads", .tooMany) }
    guard size <= UInt64(payloads.count) else { throw CodecError("sizes", .outOfRange) }
    let payload = Array(payloads.prefix(Int(size)))
    payloads = payloads.dropFirst(payload.count)
    return payload
  }
}
