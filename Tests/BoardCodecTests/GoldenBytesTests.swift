import FrameTesting
import Testing

@testable import BoardCodec

struct GoldenBytesTests {
  @Test("operations and entries have the bytes that they always had")
  func bytes() throws {
    // Long ones only repeat what short ones show.
    let operations = samples().enumerated().map { ("operation \($0)", $1.encoded()) }
      .filter { $0.1.count <= 256 }
    let entries = [true, false].map { isFirst in
      ("entry \(isFirst ? 1 : 300)", sampleEntry(first: isFirst).encoded())
    }
    #expect(operations.count > 20)
    try assertBytes(operations + entries)
  }
}
