import FrameTesting
import GroupWire
import Testing
import TestSamples

@Suite struct GoldenBytesTests {
  @Test("a message of each kind has the bytes that it always had")
  func messages() throws {
    let all =
      Maker.shortest("link", { $0.linkMessage() }, { $0.encoded() })
      + Maker.shortest("call", { $0.callMessage() }, { $0.encoded() })
      + Maker.shortest("parcel", { $0.payload() }, { $0.encoded() })
      + Maker.shortest("parcel", { $0.earlierMessage() }, { $0.encoded() })
    #expect(all.count > 12)
    try assertBytes(all)
  }
}
