import GroupTesting
import Testing
import TestSamples

@testable import BoardSync
@testable import EaselBase

// How often a stroke names its replica and its style.
extension WetInkTests {
  @Test("W4 · replica and style are sent until all must know them, to newcomers, and now and then")
  func naming() {
    var (sender, receiver) = (Sender(), receiver())
    func taps(_ names: ClosedRange<UInt64>, at start: Int64) -> [Frame] {
      names.flatMap { name in
        let began = frames(
          sender.began(entry(name), style: "red", at: 0, now: .at(start + Int64(name) * 100)))
        sender.finished()
        return began
      }
    }
    func isNamed(_ frame: Frame) -> Bool {
      guard case .whole(let opening, _) = frame else { return false }
      #expect((opening.replica == nil) == (opening.style == nil))
      return opening.replica != nil
    }
    let first = taps(1...6, at: 0)
    #expect(first.map(isNamed) == [true, true, true, false, false, false])
    // A receiver that missed the first frame shows nothing until a frame names the replica again.
    #expect(receiver.received(first[3], from: .test(1), at: .at(400)) == [])
    _ = receiver.received(first[1], from: .test(1), at: .at(410))
    #expect(receiver.received(first[3], from: .test(1), at: .at(420)).count == 1)
    #expect(receiver[WetStrokeID(.test(1), 4)]?.title.entry == entry(4))
    _ = sender.arrived(at: .at(1_000))
    #expect(taps(7...10, at: 1_000).map(isNamed) == [true, true, true, false])
    #expect(taps(11...12, at: 12_000).map(isNamed) == [true, false])
    // A sender that repeats its stroke after a while names the replica again, too.
    _ = sender.began(entry(13), style: "red", at: 0, now: .at(14_000))
    #expect(frames(sender.woke(at: .at(16_000))).map(isNamed) == [true])
  }

  @Test("W4 · a new style is named as often, and the replica in none of these frames")
  func restyled() {
    var (sender, receiver) = (Sender(), receiver())
    for name in UInt64(1)...8 {
      let style = name < 5 ? "red" : "blue"
      let at = Uptime.at(Int64(name) * 100)
      for frame in frames(sender.began(entry(name), style: style, at: 0, now: at)) {
        guard case .whole(let opening, _) = frame else { continue }
        #expect((opening.replica != nil) == (name < 4))
        #expect((opening.style != nil) == (name != 4 && name != 8))
        _ = receiver.received(frame, from: .test(1), at: at)
      }
      #expect(receiver[WetStrokeID(.test(1), name)]?.title.style == style)
      sender.finished()
    }
  }

  @Test(
    "W4 · a sender that changes its replica names it in each whole frame, whatever was lost before"
  )
  func anotherReplica() {
    var (sender, receiver) = (Sender(), receiver())
    let other = ReplicaID(Bytes16(high: 0, low: 2))
    var sent: [Frame] = []
    for name in UInt64(1)...9 {
      let entry = name < 5 ? entry(name) : EntryID(other, SequenceNumber(name))
      sent += frames(sender.began(entry, style: "red", at: 0, now: .at(Int64(name) * 100)))
      sender.finished()
    }
    // The receiver loses the first frames of the other replica, and gets one of the first replica late.
    for index in [0, 8, 3] {
      _ = receiver.received(sent[index], from: .test(1), at: .at(900))
    }
    #expect(receiver[WetStrokeID(.test(1), 9)]?.title.entry == EntryID(other, SequenceNumber(9)))
    #expect(receiver[WetStrokeID(.test(1), 4)]?.title.entry == entry(4))
  }
}
