import BoardSync
import Testing

@testable import BoardCodec
@testable import EaselBase

/// N and N+1 of all that a board's messages may hold.
@Suite struct BoardLimitTests {
  private func fault(_ message: SharedBoardMessage) -> CodecError.Fault? {
    fault(message.encoded())
  }

  private func fault(_ bytes: [UInt8]) -> CodecError.Fault? {
    do {
      _ = try SharedBoardMessage(decoding: bytes)
      return nil
    } catch {
      return error.fault
    }
  }

  private func replica(_ number: Int) -> ReplicaID {
    ReplicaID(Bytes16(high: 0, low: UInt64(number)))
  }

  @Test("B3 · opaque parts")
  func opaque() {
    func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 1, count: count) }
    let kinds: [(Int, (Int) -> SharedBoardMessage)] = [
      (SharedBoardMessage.entriesBytesMax, { .entries(bytes($0)) }),
      (SharedBoardMessage.eventBytesMax, { .event(bytes($0)) }),
      (SharedBoardMessage.presenceBytesMax, { .presence(.init(counter: 1, value: bytes($0))) }),
    ]
    for (most, make) in kinds {
      #expect(fault(make(most)) == nil && fault(make(most + 1)) == .tooMany)
    }
  }

  @Test("B3 · vectors, heads and ranges")
  func lists() {
    func vector(_ count: Int) -> VersionVector {
      VersionVector(
        Dictionary(uniqueKeysWithValues: (0..<count).map { (replica($0), SequenceNumber.max) }))
    }
    func heads(_ count: Int) -> [ReplicaHead] {
      (0..<count).map {
        ReplicaHead(replica($0), .max, digest: Bytes16(high: 1, low: 1), isFrozen: true)
      }
    }
    func ranges(_ count: Int) -> [EntryRange] {
      (0..<count).map { EntryRange(replica: replica($0), first: .max, last: .max) }
    }
    let kinds: [(Int, (Int) -> SharedBoardMessage)] = [
      (VersionVector.sentReplicasMax, { .election(.requestVote(Term(1), knowledge: vector($0))) }),
      (VersionVector.sentReplicasMax, { .responder(.request(vector($0))) }),
      (
        VectorPart.headsMax,
        { .antiEntropy(.answer(VectorPartAnswer(heads: heads($0), hasMore: true, isLast: true))) }
      ),
      (AntiEntropyMessage.rangesMax, { .antiEntropy(.wanted(ranges($0))) }),
      (AntiEntropyMessage.rangesMax, { .antiEntropy(.supplied(ranges($0))) }),
    ]
    for (most, make) in kinds {
      #expect(fault(make(most)) == nil && fault(make(most + 1)) == .tooMany)
      // With whatever a call adds, each fits into a frame.
      #expect(make(most).encoded().count <= 56 * 1_024)
    }
  }

  @Test("B3 · numbers of entries")
  func sequences() {
    func range(_ first: UInt64, _ last: UInt64) -> SharedBoardMessage {
      .antiEntropy(
        .wanted([
          EntryRange(
            replica: replica(1), first: SequenceNumber(first), last: SequenceNumber(last))
        ]))
    }
    let top = SequenceNumber.max.raw
    #expect(fault(range(1, top)) == nil)
    for (first, last): (UInt64, UInt64) in [(0, top), (1, top + 1), (.max, 1)] {
      #expect(fault(range(first, last)) == .outOfRange)
    }
  }

  @Test("B2 · columns that do not fit each other are refused")
  func ragged() {
    func fault(_ change: (inout ProtoHeads) -> Void) -> CodecError.Fault? {
      var heads = ProtoHeads([ReplicaHead(replica(1), .max, digest: Bytes16(high: 1, low: 1))])
      change(&heads)
      let message = ProtoBoardMessage.with { $0.answer = .with { $0.heads = heads } }
      return self.fault(message.bytes)
    }
    #expect(fault { _ in } == nil)
    #expect(fault { $0.frozen = [0] } == nil)
    let changes: [(inout ProtoHeads) -> Void] = [
      { $0.replicas.removeLast() }, { $0.digests.append(1) }, { $0.sequences.append(1) },
      { $0.frozen = [1] }, { $0.frozen = [0, 0] },
    ]
    for (index, change) in changes.enumerated() {
      #expect(fault(change) == .malformed, "\(index)")
    }
  }

  @Test("B3 · wet ink: places, points, title")
  func wet() {
    func more(_ from: Int, _ count: Int = 1) -> SharedBoardMessage {
      let points = Array(repeating: WetPoint(x: .min, y: .max), count: count)
      return .wet(.more(stroke: 1, from: from, offsets: points))
    }
    #expect(fault(more(WetInk.pointsMax)) == nil)
    #expect(fault(more(WetInk.pointsMax + 1)) == .outOfRange)
    #expect(fault(more(0, WetInk.pointsMax)) == nil)
    #expect(fault(more(0, WetInk.pointsMax + 1)) == .tooMany)
    func whole(_ style: Int, sequence: UInt64 = 1) -> SharedBoardMessage {
      let title = WetFrame<WetPoint, [UInt8]>.Opening(
        stroke: 1, number: 1, replica: nil, sequence: SequenceNumber(sequence),
        style: [UInt8](repeating: 1, count: style))
      return .wet(.whole(title, points: []))
    }
    #expect(fault(whole(SharedBoardMessage.styleBytesMax)) == nil)
    #expect(fault(whole(SharedBoardMessage.styleBytesMax + 1)) != nil)
    #expect(fault(whole(1, sequence: 0)) == .outOfRange)
  }

  @Test("B2 · no sum of wet points leaves the numbers there are")
  func sums() {
    func fault(_ numbers: [Int64], step: UInt8 = 0) -> CodecError.Fault? {
      var packed: [UInt8] = [step << 3 | WetForm.more, 1, 0]
      for number in numbers { packed.append(zigZag: number) }
      return self.fault(packed)
    }
    let top = Int64(Int32.max)
    #expect(fault([top, 0]) == nil && fault([top + 1, 0]) == .outOfRange)
    #expect(fault([0, -top - 1]) == nil && fault([0, -top - 2]) == .outOfRange)
    #expect(fault([top, 0, 1, 0]) == .outOfRange)
    #expect(fault([.max, .min]) == .outOfRange)
    #expect(fault([-1, 0, .min, 0]) == .outOfRange)
    #expect(fault([top >> 15, 0], step: 15) == nil)
    #expect(fault([top >> 15 + 1, 0], step: 15) == .outOfRange)
    #expect(fault([1]) == .malformed)
  }
}
