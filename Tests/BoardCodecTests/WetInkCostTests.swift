import GroupBase
import GroupTesting
import GroupWire
import Testing

@testable import BoardSync
@testable import EaselBase
@testable import GroupCore

/// The cost of wet ink on a link, to the last byte.
@Suite struct WetInkCostTests {
  /// A member that draws, with its first link.
  struct Pen {
    var sender = WetInkSender<WetPoint, [UInt8]>()
    private var encoder = LinkEncoder()
    private var numbers = EnvelopeNumbers()
    /// The length of each frame, in order.
    private(set) var frames: [Int] = []

    /// The code and the tag that seal a frame of a member that may draw, and the signature in each
    /// frame that no other member may forge. Its nonce is the envelope's own number, under the
    /// origin's key.
    static func sealBytes(_ number: UInt64) -> Int {
      8 + 16 + (number.isMultiple(of: Envelope.signedEvery) ? 64 : 0)
    }

    var bytes: Int { frames.reduce(0, +) }

    mutating func pass(_ actions: [WetInkSender<WetPoint, [UInt8]>.Action]) {
      for case .send(let frame, _, _) in actions {
        let message = ParticipantMessage(
          join: 2, name: "", bytes: SharedBoardMessage.wet(frame).encoded())
        let body = CallMessage.passing(message).encoded()
        let number = numbers.next(isSigned: false)
        let seal = [UInt8](repeating: 0, count: Self.sealBytes(number))
        let envelope = LinkMessage.envelope(
          Envelope(
            origin: MemberID(.max), number: number, to: .everyone, body: body + seal))
        frames.append(WireFrame.encoded(encoder.encoded(envelope)).count)
        encoder.sent(envelope)
      }
    }

    /// A stroke at so many points a second, in dots of 64 units, two or three dots a point.
    mutating func draw(_ count: Int, perSecond: Int64, from start: Int64) {
      let points = (0..<Int32(count)).map { step in
        WetPoint(x: 64 * (300 + 8 * step + step % 3), y: 64 * (400 - 6 * step + step % 2))
      }
      draw(points, perSecond: perSecond, from: start)
    }

    mutating func draw(_ points: [WetPoint], perSecond: Int64, from start: Int64) {
      let entry = EntryID(
        ReplicaID(Bytes16(high: .max, low: .max)), SequenceNumber(1_000))
      let style: [UInt8] = [1, 2, 3, 4, 5, 6]
      pass(sender.began(entry, style: style, at: points[0], now: Uptime(milliseconds: start)))
      for index in points.indices.dropFirst() {
        let time = Uptime(milliseconds: start + Int64(index) * 1_000 / perSecond)
        while let due = sender.deadline, due <= time { pass(sender.woke(at: due)) }
        pass(sender.moved(through: [points[index]], at: time))
      }
      sender.finished()
      // The entry into which the stroke dries is no cost of wet ink.
      _ = numbers.next(isSigned: true)
    }
  }

  @Test(
    "W7 · live ink costs at most 20 bytes a point at 60 points a second, and 12 at 120",
    arguments: [40, 60, 120, 240])
  func cost(points: Int) {
    for (perSecond, most): (Int64, Double) in [(60, 20), (120, 12)] {
      var pen = Pen()
      // The first stroke tells the link whose it is; in the hundredth numbers are larger.
      for stroke in 0..<200 { pen.draw(points, perSecond: perSecond, from: Int64(stroke) * 9_000) }
      let perPoint = Double(pen.bytes) / Double(points * 200)
      #expect(perPoint <= most, "\(perPoint) bytes a point, \(points) points at \(perSecond)/s")
    }
  }

  @Test("W7 · steps of any length at random on 65,536 units cost at most 20 bytes a point as well")
  func walk() {
    var (pen, chance) = (Pen(), SplitMix64(seed: 7))
    /// A deviation of 328 units, near enough to a normal one.
    func step() -> Int32 {
      (0..<12).reduce(-3_936) { sum, _ in sum + Int32.random(in: 0...656, using: &chance) } / 2
    }
    for stroke in 0..<200 {
      var last = WetPoint(
        x: .random(in: 0...65_535, using: &chance), y: .random(in: 0...65_535, using: &chance))
      let points = (0..<40).map { _ in
        defer { last = WetPoint(x: last.x + step(), y: last.y + step()) }
        return last
      }
      pen.draw(points, perSecond: 60, from: Int64(stroke) * 9_000)
    }
    let perPoint = Double(pen.bytes) / Double(40 * 200)
    #expect(perPoint <= 20, "\(perPoint) bytes a point")
  }

  @Test("W7 · a lone point costs at most 48 bytes, a tap as well where its sender is known")
  func lone() {
    var pen = Pen()
    pen.draw(18, perSecond: 10, from: 0)
    #expect((pen.frames.dropFirst(3).max() ?? .max) <= 48, "\(pen.frames)")
    for tap in 0..<5 { pen.draw(1, perSecond: 60, from: 2_000 + Int64(tap) * 300) }
    #expect(pen.frames.suffix(5).allSatisfy { $0 <= 48 }, "\(pen.frames)")
  }
}
