import BoardLog
import EaselBase
import struct Foundation.Data
import Testing

@testable import BoardCodec

/// N and N+1 of all that a run may hold.
struct EntryRunLimitTests {
  /// A run of one entry with an empty payload, changed at will.
  private func decode(_ change: (inout ProtoEntryRun) -> Void) throws -> [Entry] {
    var message = ProtoEntryRun.with {
      $0.replica = Data(repeating: 1, count: 16)
      $0.author = Data(repeating: 2, count: 16)
      $0.first = 2
      $0.previous = Data(repeating: 3, count: 32)
      $0.lamports = [5]
      $0.times = [0]
      $0.lasted = [0]
      $0.sizes = [0]
      $0.signature = Data(repeating: 4, count: 64)
    }
    change(&message)
    return try EntryRun.decode(message.bytes)
  }

  private func columns(_ count: Int, _ message: inout ProtoEntryRun) {
    message.lamports = Array(repeating: 1, count: count)
    message.times = Array(repeating: 0, count: count)
    message.lasted = Array(repeating: 0, count: count)
    message.sizes = Array(repeating: 0, count: count)
  }

  @Test("as many entries as the limit, and no more")
  func count() throws {
    #expect(try decode { columns(EntryRun.entriesMax, &$0) }.count == EntryRun.entriesMax)
    #expect(throws: CodecError("run", .tooMany)) {
      try decode { columns(EntryRun.entriesMax + 1, &$0) }
    }
    #expect(throws: CodecError("run", .missing)) { try decode { columns(0, &$0) } }
    let many = written(Array(repeating: [], count: EntryRun.entriesMax + 1), people: 1)
    let runs = try EntryRun.encoded(many).map { try EntryRun.decode($0).count }
    #expect(runs == [EntryRun.entriesMax, 1])
  }

  @Test("numbers and times end where an entry's do")
  func ends() throws {
    let top = SequenceNumber.max.raw
    #expect(try decode { $0.first = top }.first?.id.sequence == .max)
    #expect(throws: CodecError.self) { try decode { $0.first = top + 1 } }
    #expect(throws: CodecError("sequence", .outOfRange)) {
      try decode {
        columns(2, &$0)
        $0.first = top
      }
    }
    #expect(try decode { $0.lamports = [top] }.first?.stamp.lamport == .max)
    for step in [0, top + 1, .max] {
      #expect(throws: CodecError("lamports", .outOfRange)) { try decode { $0.lamports = [step] } }
    }
    #expect(throws: CodecError("lamports", .outOfRange)) {
      try decode {
        columns(2, &$0)
        $0.lamports = [1, .max]
      }
    }
    #expect(try decode { $0.lasted = [Int64(UInt32.max)] }.first?.stamp.lasted == .max)
    for lasted in [-1, Int64(UInt32.max) + 1, .max, .min] {
      #expect(throws: CodecError("lasted", .outOfRange)) { try decode { $0.lasted = [lasted] } }
    }
  }

  @Test("columns that do not end together are refused")
  func ragged() {
    let changes: [(inout ProtoEntryRun) -> Void] = [
      { $0.lamports.append(1) }, { $0.times.append(0) }, { $0.lasted = [] }, { $0.sizes = [1] },
      { $0.payloads = Data([1]) }, { $0.sizes = [.max] }, { $0.signature = Data() },
      { $0.replica.removeLast() }, { $0.previous.removeLast() }, { $0.first = 0 },
    ]
    for (index, change) in changes.enumerated() {
      #expect(throws: CodecError.self, "\(index)") { try decode(change) }
    }
  }

  @Test("a payload is as large as an entry's and no larger, and may end a run that was nearly full")
  func size() throws {
    func run(_ size: Int) throws -> [Entry] {
      try decode {
        $0.sizes = [UInt32(size)]
        $0.payloads = Data(repeating: 0, count: size)
      }
    }
    #expect(try run(Log.payloadLimit).count == 1)
    #expect(throws: CodecError("payloads", .tooMany)) { try run(Log.payloadLimit + 1) }
    let small = Array(repeating: [UInt8](repeating: 0, count: 1_023), count: 47)
    let nearly = small + [[UInt8](repeating: 0, count: 700)]
    let large = [UInt8](repeating: 0, count: Log.payloadLimit)
    let runs = EntryRun.encoded(written(nearly + [large, [1]], people: 1))
    let counts = try runs.map { try EntryRun.decode($0).count }
    #expect(counts == [49, 1])
    #expect(runs[0].count > EntryRun.bytesAimed + Log.payloadLimit)
    let over = [UInt8](repeating: 0, count: EntryRun.bytesMax + 1)
    #expect(throws: CodecError("run", .tooMany)) { try EntryRun.decode(over) }
  }
}
