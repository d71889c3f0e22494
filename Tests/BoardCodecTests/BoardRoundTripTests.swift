import BoardSync
import EaselBase
import GroupTesting
import Testing
import TestSamples

@Suite struct BoardRoundTripTests {
  @Test("B1 · every message of a board comes back as it was")
  func roundTrip() throws {
    for seed in Seeds.range(600) {
      var maker = Maker(seed: seed)
      let message = maker.boardMessage()
      #expect(try SharedBoardMessage(decoding: message.encoded()) == message, "seed \(seed)")
    }
  }

  @Test("B1 · messages that only viewers need are recognised without decoding")
  func keepers() {
    for seed in Seeds.range(600) {
      var maker = Maker(seed: seed)
      let message = maker.boardMessage()
      let isWanted =
        switch message {
        case .wet, .presence: false
        case .antiEntropy, .election, .responder, .entries, .event: true
        }
      #expect(SharedBoardMessage.mayConcernKeepers(message.encoded()) == isWanted, "seed \(seed)")
    }
    for none in [[], [120], [200], [3]] as [[UInt8]] {
      #expect(!SharedBoardMessage.mayConcernKeepers(none))
    }
  }

  @Test("B2 · cut anywhere or with any bit flipped it is refused or means something else")
  func damage() throws {
    for seed in Seeds.range(30) {
      var maker = Maker(seed: seed)
      for damaged in Damage.of(maker.boardMessage().encoded()) {
        guard let other = try? SharedBoardMessage(decoding: damaged) else { continue }
        #expect(try SharedBoardMessage(decoding: other.encoded()) == other, "seed \(seed)")
      }
    }
  }

  @Test("B2 · bytes of any kind are refused, mean nothing, or mean what can be said")
  func noise() throws {
    var maker = Maker(seed: 1)
    for _ in 0..<Seeds.count(5_000) {
      // The first byte names a field that there is, often enough.
      let bytes = [UInt8(maker.below(16) << 3 | maker.below(6))] + maker.bytes(30)
      if let message = try? SharedBoardMessage(decoding: bytes) {
        #expect(try SharedBoardMessage(decoding: message.encoded()) == message, "\(bytes)")
      }
    }
  }

  @Test("B4 · a newer version's addition is ignored; an unknown message is nothing")
  func newer() throws {
    let unknown: [UInt8] = [0xC2, 0x0C, 2, 1, 2]
    let event = SharedBoardMessage.event([1, 2])
    #expect(try SharedBoardMessage(decoding: event.encoded() + unknown) == event)
    #expect(try SharedBoardMessage(decoding: unknown) == nil)
    #expect(try SharedBoardMessage(decoding: []) == nil)
    // An election's message of a kind that is not known here, and a responder's.
    #expect(try SharedBoardMessage(decoding: [11 << 3 | 2, 2, 8, 99]) == nil)
    #expect(try SharedBoardMessage(decoding: [12 << 3 | 2, 2, 8, 99]) == nil)
  }
}
