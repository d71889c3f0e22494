import Drawing
import Log
import Testing
import Vocabulary
import Whiteboard

@testable import easel

@Suite struct ArrivalsTests {
  private let session = Bytes16(high: 1, low: 1)
  private let drawer = Log.Source.member(Bytes16(high: 5, low: 1), mayOnlyPassOn: false)
  private let watcher = Log.Source.member(Bytes16(high: 5, low: 2), mayOnlyPassOn: true)

  private func entry(_ number: UInt64) -> Entry {
    let replica = ReplicaID(Bytes16(high: 3, low: number))
    let stamp = Stamp(
      id: EntryID(replica, SequenceNumber(1)), author: AuthorID(Bytes16(high: 4, low: number)),
      lamport: Lamport(number), at: 0, lasted: 0)
    return Entry(stamp: stamp, previous: nil, birth: nil, payload: [])
  }

  private func gone(_ number: UInt64) -> GuestItem.ID {
    GuestItem.ID(participant: Bytes16(high: 2, low: number), number: 1)
  }

  @Test("What others draw until the next frame is collected in the order in which it came")
  func joining() {
    var arrivals = Arrivals()
    #expect(arrivals.isEmpty && arrivals.allows(watcher, in: session))
    arrivals.add([entry(7)], from: drawer, in: session)
    arrivals.add(gone: gone(3), in: session)
    arrivals.add([entry(8), entry(9)], from: drawer, in: session)
    #expect(!arrivals.isEmpty && arrivals.session == session && arrivals.source == drawer)
    #expect(arrivals.entries == [entry(7), entry(8), entry(9)] && arrivals.gone == [gone(3)])
  }

  @Test("Entries of a member with other rights are not added to those of the first")
  func rights() {
    var arrivals = Arrivals()
    arrivals.add([entry(1)], from: watcher, in: session)
    #expect(!arrivals.allows(drawer, in: session) && arrivals.allows(nil, in: session))
    var others = Arrivals()
    others.add(gone: gone(1), in: session)
    #expect(others.allows(drawer, in: session) && others.allows(watcher, in: session))
  }

  @Test("What comes in another session is not added")
  func others() {
    var arrivals = Arrivals()
    arrivals.add(gone: gone(1), in: session)
    let elsewhere = Bytes16(high: 8, low: 8)
    #expect(!arrivals.allows(nil, in: elsewhere) && !arrivals.allows(drawer, in: elsewhere))
  }
}
