import EaselBase
import Testing

@testable import BoardLog

/// Entries that were too early when the file was read.
struct SleeperTests {
  @Test("L1 · once they count, all that the file has of their replica is counted anew")
  func knownContradiction() {
    var (early, other) = (Hand(1), Hand(2))
    let far = Log.lamportLead + 5
    let entries = [early.write(at: Lamport(far)), early.write(at: Lamport(far + 1))]
    let file = entries + [entries[1].rival(payload: [7], by: early.replicaGenesis)]
    var log = Log.reading(.unowned, file, verify: standInVerify).log
    #expect(log.count == 0 && log.head(of: early.replica) == nil)
    let drawn = other.write(6)
    let merged = log.merge(drawn)
    #expect(merged.applied.count == 7 && merged.mustReread && log.isProvisional)
    let again = Log.reading(.unowned, file + drawn, verify: standInVerify).log
    #expect(again.head(of: early.replica)?.isFrozen == true && again.count == 7)
  }
}
