import GroupTesting
import Testing
import TestSamples

@testable import GroupWire

@Suite struct WireFrameTests {
  private static func decoder(_ limit: Int = 64 * 1_024) -> FrameDecoder {
    var decoder = FrameDecoder()
    decoder.limit = limit
    return decoder
  }

  private static func all(_ decoder: inout FrameDecoder) throws(FrameError) -> [[UInt8]] {
    var messages: [[UInt8]] = []
    while let next = try decoder.next() { messages.append(next) }
    return messages
  }

  @Test("B5 · messages come out of a stream as they went in, however it is cut")
  func splits() throws {
    for seed in Seeds.range(60) {
      var maker = Maker(seed: seed)
      let sizes = [0, 1, 127, 128, 200, 16_383, 16_384, 65_536]
      let messages = (0..<6).map { _ in
        [UInt8](repeating: UInt8(maker.below(256)), count: sizes[maker.below(sizes.count)])
      }
      let stream = messages.flatMap { WireFrame.encoded($0) }
      var decoder = Self.decoder()
      var (found, index): ([[UInt8]], Int) = ([], 0)
      while index < stream.count {
        let end = min(index + 1 + maker.below(seed % 2 == 0 ? 5_000 : 90_000), stream.count)
        decoder.append(stream[index..<end])
        found += try Self.all(&decoder)
        index = end
      }
      #expect(found == messages, "seed \(seed)")
    }
  }

  @Test("B5 · byte by byte, and all at once")
  func single() throws {
    let messages: [[UInt8]] = [[1, 2, 3], [], [UInt8](repeating: 9, count: 300), [4]]
    let stream = messages.flatMap { WireFrame.encoded($0) }
    var (slow, fast) = (Self.decoder(), Self.decoder())
    var found: [[UInt8]] = []
    for byte in stream {
      slow.append([byte])
      found += try Self.all(&slow)
    }
    #expect(found == messages)
    fast.append(stream)
    #expect(try Self.all(&fast) == messages)
  }

  @Test("B5 · a message at the limit is taken, one more byte is refused by its length alone")
  func limits() throws {
    for limit in [WireFrame.greetingBytesMax, 64 * 1_024] {
      var decoder = Self.decoder(limit)
      let full = [UInt8](repeating: 1, count: limit)
      decoder.append(WireFrame.encoded(full))
      #expect(try decoder.next() == full)
      var length: [UInt8] = []
      length.append(varint: UInt64(limit + 1))
      decoder.append(length)
      #expect(throws: FrameError.tooLarge(bytes: limit + 1, limit: limit)) {
        try decoder.next()
      }
      // And nothing is read from it any more.
      decoder.append(WireFrame.encoded([1]))
      #expect(throws: FrameError.tooLarge(bytes: limit + 1, limit: limit)) {
        try decoder.next()
      }
    }
    #expect(FrameDecoder().limit == 4_096)
  }

  @Test("B5 · before it is raised the limit also holds for bytes behind the greeting")
  func raising() throws {
    let large = [UInt8](repeating: 1, count: 5_000)
    var (strict, raised) = (FrameDecoder(), FrameDecoder())
    strict.append(WireFrame.encoded([7]) + WireFrame.encoded(large))
    raised.append(WireFrame.encoded([7]) + WireFrame.encoded(large))
    #expect(try strict.next() == [7])
    #expect(try raised.next() == [7])
    raised.limit = 64 * 1_024
    #expect(try raised.next() == large)
    #expect(throws: FrameError.tooLarge(bytes: 5_000, limit: 4_096)) { try strict.next() }
  }

  @Test("B5 · lengths in more bytes than they need, or without end, are refused")
  func malformed() {
    for bytes: [UInt8] in [[0x80, 0], [0xFF, 0x80, 0], [0xFF, 0xFF, 0xFF], [0x80, 0x80, 0x80]] {
      var decoder = Self.decoder()
      decoder.append(bytes)
      #expect(throws: FrameError.malformed) { try decoder.next() }
    }
    var decoder = Self.decoder()
    decoder.append([0xFF, 0xFF])
    #expect(throws: Never.self) { try decoder.next() }
    decoder.append([0x7F])
    #expect(throws: FrameError.tooLarge(bytes: 1 << 21 - 1, limit: 65_536)) { try decoder.next() }
  }

  @Test("B5 · any bytes end in messages, in waiting or in an error")
  func noise() {
    for seed in Seeds.range(40) {
      var maker = Maker(seed: seed)
      var decoder = FrameDecoder()
      for _ in 0..<20 {
        decoder.append(maker.bytes(2_000))
        while let message = (try? decoder.next()) ?? nil { #expect(message.count <= 4_096) }
      }
    }
  }
}
