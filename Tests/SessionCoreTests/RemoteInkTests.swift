import BoardCodec
import BoardContract
import BoardModel
import GroupBase
import GroupTesting
import Testing

@testable import BoardSync
@testable import EaselBase
@testable import SessionCore

@Suite struct RemoteInkTests {
  private let id = WetStrokeID(ParticipantID(MemberID(1), join: 1), 7)
  private let name = GuestItem.ID(participant: ParticipantUUID(Bytes16(high: 2, low: 2)), number: 7)

  private func title(_ kind: BoardModel.Stroke.Kind, _ width: UInt8 = 2)
    -> WetStroke<WetPoint, [UInt8]>.Title
  {
    let style = WetStyle(
      kind: kind, ink: Ink(color: PaletteColor.cyan.color, width: width), stepExponent: 2)
    return .init(
      entry: EntryID(ReplicaID(Bytes16(high: 3, low: 3)), SequenceNumber(1)),
      style: WetItem.stroke(style).encoded())
  }

  @Test(
    "A stroke told as it grows is the same as one told at once, whatever comes first",
    arguments: [BoardModel.Stroke.Kind.pen, .marker, .rectangle])
  func growing(_ kind: BoardModel.Stroke.Kind) throws {
    for seed in Seeds.range(40) {
      var random = SplitMix64(seed: seed)
      var stroke = WetStroke(title: title(kind), runs: WetRuns<WetPoint>())
      var (ink, beginning) = (RemoteInk(), 0)
      for step in 0..<40 {
        // Most follow what was heard last; some are lost, and heard later or never.
        if Int.random(in: 0..<4, using: &random) == 0 {
          beginning = Int.random(in: 0..<200, using: &random)
        }
        let count = Int.random(in: 1...9, using: &random)
        let points = (beginning..<beginning + count).map { index in
          WetPoint(x: Int32(index) * 40, y: Int32(index % 9) * 90)
        }
        _ = stroke.runs.insert(points, from: beginning)
        beginning += count
        if step == 20 { stroke.title = title(kind, 5) }
        let grown = try ink.item(stroke, id, named: name)
        var anew = RemoteInk()
        #expect(try grown == anew.item(stroke, id, named: name))
        #expect(grown.pointCounts == stroke.runs.runs.map(\.points.count))
      }
    }
  }

  @Test("A forgotten stroke and a stroke of another name are built anew") func another() throws {
    var stroke = WetStroke(title: title(.pen), runs: WetRuns<WetPoint>())
    _ = stroke.runs.insert([WetPoint(x: 1, y: 1), WetPoint(x: 900, y: 900)], from: 0)
    var (ink, anew) = (RemoteInk(), RemoteInk())
    let first = try ink.item(stroke, id, named: name)
    ink.forget(id)
    stroke.runs = WetRuns()
    _ = stroke.runs.insert([WetPoint(x: 80, y: 1), WetPoint(x: 9, y: 9)], from: 0)
    let second = try ink.item(stroke, id, named: name)
    #expect(try second == anew.item(stroke, id, named: name) && second != first)
    let other = GuestItem.ID(participant: name.participant, number: 8)
    #expect(try ink.item(stroke, id, named: other).id == other)
  }
}
