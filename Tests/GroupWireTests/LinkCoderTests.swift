import EaselBase
import GroupBase
import GroupCore
import GroupTesting
import GroupWire
import Testing
import TestSamples

@Suite struct LinkCoderTests {
  @Test("B6 · messages over a link in order come back as they were, from any origin")
  func roundTrip() throws {
    for seed in Seeds.range(60) {
      var maker = Maker(seed: seed)
      var (encoder, decoder) = (LinkEncoder(), LinkDecoder())
      let members = (0..<4).map { _ in maker.member() }
      for _ in 0..<60 {
        var message = maker.linkMessage()
        if maker.coin() {
          message = .envelope(
            Envelope(
              origin: members[maker.below(4)], number: maker.number(), to: .everyone,
              body: maker.bytes()))
        }
        let bytes = encoder.encoded(message)
        // Not every message goes.
        if maker.below(5) == 0 { continue }
        encoder.sent(message)
        #expect(try decoder.decode(bytes) == message, "seed \(seed)")
      }
    }
  }

  @Test(
    "B6 · an envelope to everyone from a known origin costs one byte more than its content")
  func cost() {
    var encoder = LinkEncoder()
    func envelope(_ number: UInt64, _ to: EnvelopeDestination = .everyone) -> LinkMessage {
      .envelope(Envelope(origin: MemberID(.max), number: number, to: to, body: [1, 2, 3]))
    }
    encoder.sent(envelope(70_000))
    #expect(encoder.encoded(envelope(70_001)).count == 4)
    #expect(encoder.encoded(envelope(70_002)).count == 5, "one was lost before it came here")
    #expect(encoder.encoded(envelope(69_999)).count == 5, "or overtaken")
    #expect(encoder.encoded(envelope(70_001, .only([MemberID(1)]))).count > 20)
  }

  @Test("B6 · as many origins as a router tells apart have a place")
  func originIndices() throws {
    var (encoder, decoder) = (LinkEncoder(), LinkDecoder())
    for number in 0...UInt64(Router.originsMax) {
      let message = LinkMessage.envelope(
        Envelope(origin: MemberID(number), number: 1, to: .everyone, body: []))
      for _ in 0..<2 {
        let bytes = encoder.encoded(message)
        encoder.sent(message)
        #expect(try decoder.decode(bytes) == message)
      }
    }
    func size(_ member: UInt64) -> Int {
      encoder.encoded(
        .envelope(Envelope(origin: MemberID(member), number: 1, to: .everyone, body: []))
      ).count
    }
    #expect(size(UInt64(Router.originsMax) - 1) == 3 && size(UInt64(Router.originsMax)) > 10)
  }

  @Test("B2 · an unknown place, and any damage, is refused or means something else")
  func damage() throws {
    var decoder = LinkDecoder()
    #expect(throws: WireError.self) { try decoder.decode([]) }
    #expect(throws: WireError.self) { try decoder.decode([1, 2]) }
    let known = LinkMessage.envelope(
      Envelope(origin: MemberID(7), number: .max, to: .everyone, body: [1]))
    var encoder = LinkEncoder()
    #expect(try decoder.decode(encoder.encoded(known)) == known)
    encoder.sent(known)
    let next = LinkMessage.envelope(
      Envelope(origin: MemberID(7), number: 0, to: .everyone, body: [1, 2]))
    let bytes = encoder.encoded(next)
    #expect(bytes == [2, 1, 2])
    var longer = decoder
    #expect(try longer.decode([3, 2, 1, 2]) == next, "in the longer form it means the same")
    let refused: [[UInt8]] = [
      [4, 2], [5, 2], [3], [3, 0x80], [1, 0x22, 0], [0xFF, 0xFF, 0x7F, 0],
      [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 0],
    ]
    for bytes in refused { #expect(throws: WireError.self) { try decoder.decode(bytes) } }
    for damaged in Damage.of(bytes) {
      var decoder = decoder
      _ = try? decoder.decode(damaged)
    }
    #expect(try decoder.decode(bytes) == next)
  }
}
