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

  private func gone(_ number: UInt64) -> SessionEvent {
    .wetGone(GuestItem.ID(participant: Bytes16(high: 2, low: number), number: 1))
  }

  private func add(
    _ event: SessionEvent, to arrivals: inout Arrivals, in place: Bytes16? = nil
  ) -> Bool {
    arrivals.add(event, in: place ?? session)
  }

  private func take(_ arrivals: inout Arrivals) -> [String] {
    arrivals.removeEvents().map { event in
      switch event {
      case .session(.received(let entries, let source), session):
        "entries \(entries.map(\.stamp.lamport.raw)) \(source.mayOnlyPassOn)"
      case .session(.wetGone(let id), session): "gone \(id.participant.low)"
      default: "other"
      }
    }
  }

  @Test("What others draw until the next frame is shown together, entries first")
  func joining() {
    var arrivals = Arrivals()
    #expect(arrivals.isEmpty)
    let events = [
      .received([entry(7)], from: drawer), gone(3), .received([entry(8), entry(9)], from: drawer),
    ]
    for event in events {
      let isKept = arrivals.add(event, in: session)
      #expect(isKept)
    }
    #expect(!arrivals.isEmpty)
    #expect(take(&arrivals) == ["entries [7, 8, 9] false", "gone 3"])
    #expect(arrivals.isEmpty)
  }

  @Test("Entries of a member with other rights wait for the next time")
  func rights() {
    var arrivals = Arrivals()
    #expect(add(.received([entry(1)], from: watcher), to: &arrivals))
    #expect(!add(.received([entry(2)], from: drawer), to: &arrivals))
    #expect(take(&arrivals) == ["entries [1] true"])
    #expect(add(.received([entry(2)], from: drawer), to: &arrivals))
    #expect(take(&arrivals) == ["entries [2] false"])
  }

  @Test("An event of another kind, or of another session, is not kept")
  func others() {
    var arrivals = Arrivals()
    #expect(!add(.participants([]), to: &arrivals))
    #expect(arrivals.isEmpty)
    #expect(add(gone(1), to: &arrivals))
    #expect(!add(gone(2), to: &arrivals, in: Bytes16(high: 8, low: 8)))
    #expect(take(&arrivals) == ["gone 1"])
  }
}
