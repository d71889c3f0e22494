import BoardCodec
import FrameTesting
import Testing
import TestSamples

@Suite struct MessageBytesTests {
  @Test("a message of each kind has the bytes that it always had")
  func messages() throws {
    let all = Maker.shortest("board", { $0.boardMessage() }, { $0.encoded() })
    #expect(all.count > 8)
    try assertBytes(all)
  }
}
