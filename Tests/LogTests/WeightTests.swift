import EaselTesting
import Testing
import Vocabulary

@testable import Log

/// How heavy a log may become, at the limit and one beyond.
struct WeightTests {
  /// Entries of the largest size, and one that fills a log to the byte.
  private func full(_ number: UInt8) -> (hand: Hand, entries: [Entry]) {
    var hand = Hand(number)
    let payload = [UInt8](repeating: number, count: Log.payloadLimit)
    var entries: [Entry] = []
    while hand.log.bytes + payload.count + Log.entryOverhead <= Log.recordedBytesMax,
      let entry = hand.write(payload)
    {
      entries.append(entry)
    }
    let rest = Log.recordedBytesMax - hand.log.bytes - Log.entryOverhead
    #expect(hand.write([UInt8](repeating: 0, count: rest + 1)) == nil)
    if let last = hand.write([UInt8](repeating: 0, count: rest)) { entries.append(last) }
    #expect(hand.log.bytes == Log.recordedBytesMax)
    return (hand, entries)
  }

  @Test("L5 · one's own entries fill a log to the byte, and not one more is made")
  func recorded() {
    var (hand, entries) = full(1)
    #expect(entries.reduce(0) { $0 + $1.weight } == Log.recordedBytesMax)
    #expect(hand.write([]) == nil)
    // What comes from others is taken all the same.
    var other = Hand(2)
    #expect(hand.log.take(other.write(1)).applied.count == 1)
  }

  @Test("L1 · two halves, each full, come to the same whole; what is beyond that waits, bounded")
  func halves() {
    let (first, second) = (full(1).entries, full(2).entries)
    var (here, there) = (Log(), Log())
    for part in [first, second] { #expect(!here.take(part).lacksRoom) }
    for part in [second, first] { #expect(!there.take(part).lacksRoom) }
    #expect(here.hash == there.hash && here.bytes == Log.bytesMax)
    var third = Hand(3)
    let beyond = third.write(2)
    let merged = here.take(beyond)
    #expect(merged.applied.isEmpty && merged.lacksRoom && merged.waiting == 2)
    #expect(here.hash == there.hash)
    // What was kept once is read again, whatever it weighs.
    let read = here.merge([], upTo: .max, verify: standInVerify)
    #expect(read.applied.isEmpty)
    #expect(there.merge(beyond, upTo: .max, verify: standInVerify).applied == beyond)
  }

  @Test("L5 · a run is taken as far as there is room, and never a part without a signature")
  func partOfARun() {
    var (log, hand) = (Log(), Hand(1))
    let entries = (0..<4).compactMap { _ in hand.write([UInt8](repeating: 1, count: 100)) }
    let weight = entries[0].weight
    var merged = log.merge(entries, upTo: 2 * weight, verify: standInVerify)
    #expect(merged.applied.count == 2 && merged.lacksRoom && merged.waiting == 2)
    #expect(log.bytes == 2 * weight)
    var unsigned = entries
    for index in 0..<3 { unsigned[index].signature = [] }
    log = Log()
    merged = log.merge(unsigned, upTo: 4 * weight - 1, verify: standInVerify)
    #expect(merged.applied.isEmpty && merged.lacksRoom && log.bytes == 0)
    merged = log.merge([], upTo: 4 * weight, verify: standInVerify)
    #expect(merged.applied.isEmpty && !merged.lacksRoom)
    #expect(log.merge(unsigned, upTo: 4 * weight, verify: standInVerify).applied == unsigned)
  }
}
