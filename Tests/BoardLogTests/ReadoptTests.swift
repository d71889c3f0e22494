import EaselBase
import Testing

@testable import BoardLog

/// One's own entries, counted again after the file was read.
struct ReadoptTests {
  @Test("entries that follow what was read count again, and the replica goes on")
  func follows() {
    var hand = Hand(1)
    let entries = hand.write(4)
    var log = Log()
    _ = log.merge(Array(entries.prefix(2)))
    // Some are named twice, or were read.
    let again = [entries[1], entries[2], entries[2], entries[3]]
    #expect(again.map { log.readopt($0) } == [false, true, false, true])
    #expect(log.hash == hand.log.hash && log.count == 4 && log.canGoOn(hand.replica))
    #expect(log.record([5], as: hand.replicaGenesis, at: 0, lasted: 0)?.id.sequence.raw == 5)
  }

  @Test("if an entry is missing, no second entry with a signed number is made")
  func gap() {
    var hand = Hand(1)
    let entries = hand.write(4)
    for read in [0, 2] {
      var log = Log()
      _ = log.merge(Array(entries.prefix(read)))
      let sequence = log.vector[hand.replica]
      #expect(!log.readopt(entries[3]) && log.vector[hand.replica] == sequence)
      #expect(!log.canGoOn(hand.replica))
      #expect(log.record([5], as: hand.replicaGenesis, at: 0, lasted: 0) == nil)
      #expect(log.record([5], as: hand.replicaGenesis.next, at: 0, lasted: 0) != nil)
    }
  }

  @Test("an entry beyond the author's allowance is not readopted")
  func overAllowance() {
    var hand = Hand(1)
    let entries = hand.write(2)
    var log = Log(allowances: Log.Allowances(guest: Allowance(drawing: 200, tidying: 200)))
    _ = log.merge(Array(entries.prefix(1)))
    #expect(!log.readopt(entries[1]) && log.count == 1 && !log.canGoOn(hand.replica))
  }
}
