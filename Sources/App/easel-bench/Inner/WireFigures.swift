import BoardModel
import BoardSync
import EaselBase
import GroupCore
import GroupSecurity
import GroupWire
import SecureTransports

/// D7: the bytes on a link for a stroke in progress.
enum WireFigures {
  static func all() throws -> [Figure] {
    var (cells, walk, lone) = (try Pen(), try Pen(), try Pen())
    for points in Workload.cells.strokes(1_000) { cells.draw(points, step: Workload.cells) }
    for points in Workload.walk.strokes(1_000) { walk.draw(points, step: Workload.walk) }
    for points in Workload.walk.strokes(100, points: 18) {
      lone.draw(points, step: Workload.walk, perSecond: 10)
    }
    return [
      figure("live ink at 60 points/s, cells, all on the link", cells.perPoint, "B/point"),
      figure(
        "the same, walk", walk.perPoint, "B/point", "yrs 36 to 39, loro 95, automerge 115, unsealed"
      ),
      figure("a frame of a stroke under way, cells", cells.perFrame, "B"),
      figure("a lone point of a stroke, walk", lone.perFrame, "B"),
      figure("a stroke's first point, with its title", cells.perFirst, "B"),
    ] + times()
  }

  private static func figure(
    _ what: String, _ value: Double, _ unit: String, _ peers: String = ""
  ) -> Figure {
    Figure(row: "D7", what: what, value: value, unit: unit, peers: peers)
  }

  private static func times() -> [Figure] {
    let points = (0..<2).map { WetPoint(x: 6_400 * $0, y: 640) }
    let frame = WetFrame<WetPoint, [UInt8]>.more(stroke: 9, from: 60, offsets: points)
    let bytes = body(frame)
    let encoding = Measure.seconds { for _ in 0..<10_000 { use(body(frame)) } }
    let decoding = Measure.seconds {
      for _ in 0..<10_000 {
        guard case .passing(let said)? = WireCoding.call.decode(bytes).first else { continue }
        use(try? SharedBoardMessage(decoding: said.bytes))
      }
    }
    return [
      Figure(row: "", what: "encode a frame of wet ink", value: encoding * 1e5, unit: "ns"),
      Figure(row: "", what: "decode a frame of wet ink", value: decoding * 1e5, unit: "ns"),
    ]
  }

  private static func body(_ frame: WetFrame<WetPoint, [UInt8]>) -> [UInt8] {
    let bytes = SharedBoardMessage.wet(frame).encoded()
    return CallMessage.passing(ParticipantMessage(join: 2, name: "", bytes: bytes)).encoded()
  }

  /// A participant that draws. Counts the bytes on the first link, with the code that a call uses:
  /// each message is sealed by a member that may draw, encoded for the link and framed.
  private struct Pen {
    private let membership: Membership
    private var sender = WetInkSender<WetPoint, [UInt8]>()
    private var encoder = LinkEncoder()
    private var now: Int64 = 0
    private var envelopes: UInt64 = 0
    private var strokes: UInt64 = 0
    private var points = 0
    private var first = 0
    private var (frames, frameBytes, bytes) = (0, 0, 0)

    struct NoKeys: Error {}

    init() throws {
      var chance = SystemRandomNumberGenerator()
      func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &chance) }
      }
      guard let identity = Identity(seed: bytes(Identity.seedLength)),
        let keys = MemberKeys(
          identity: identity, run: bytes(MemberKeys.runLength),
          agreement: bytes(MemberKeys.agreementLength)),
        let rootKeys = CallRootKeys(chance: bytes(CallRootKeys.chanceLength))
      else { throw NoKeys() }
      membership = try Membership(keys, rootKeys: rootKeys)
    }

    var perPoint: Double { Double(bytes) / Double(points) }
    /// Counts only the frames that bring new points.
    var perFrame: Double { Double(frameBytes) / Double(frames) }
    var perFirst: Double { Double(first) / Double(strokes) }

    mutating func draw(_ boardPoints: [BoardPoint], step: Workload, perSecond: Int64 = 60) {
      let wetPoints = boardPoints.map { point in
        let kept = PackedPoints.rounded(point, stepExponent: step.stepExponent)
        return WetPoint(x: kept.x, y: kept.y)
      }
      strokes += 1
      let entry = EntryID(BenchmarkBoards.replicas[0], SequenceNumber(strokes))
      for (index, point) in wetPoints.enumerated() {
        now += 1_000 / perSecond + (index % 3 == 0 ? 0 : 1)
        let time = Uptime(milliseconds: now)
        while let due = sender.deadline, due <= time { pass(sender.woke(at: due)) }
        if index == 0 {
          let before = bytes
          pass(sender.began(entry, style: [1, 2, 3, 4, 5, 6], at: point, now: time))
          first += bytes - before
        } else {
          pass(sender.moved(through: [point], at: time))
        }
      }
      points += wetPoints.count
      sender.finished()
      now += 1_000
    }

    private mutating func pass(_ actions: [WetInkSender<WetPoint, [UInt8]>.Action]) {
      for case .send(let frame, _, _) in actions {
        envelopes += 1
        let envelope = Envelope(
          origin: membership.member, number: envelopes, to: .everyone,
          body: WireFigures.body(frame))
        guard let sealed = membership.sealed(envelope) else { continue }
        let message = LinkMessage.envelope(envelope.travelling(as: sealed))
        let size = WireFrame.encoded(encoder.encoded(message)).count
        encoder.sent(message)
        bytes += size
        guard case .more = frame else { continue }
        frames += 1
        frameBytes += size
      }
    }
  }
}
