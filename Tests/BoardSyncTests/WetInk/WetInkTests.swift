import GroupTesting
import Testing
import TestSamples

@testable import BoardSync
@testable import EaselBase

extension Int: WetSpot {
  public func offset(from start: Int) -> Int { self &- start }
  public func moved(by offset: Int) -> Int { self &+ offset }
}

/// Points are their own indices, so that what is shown can be told to be right.
@Suite struct WetInkTests {
  typealias Sender = WetInkSender<Int, String>
  typealias Receiver = WetInkReceiver<Int, String>
  typealias Frame = WetFrame<Int, String>

  func entry(_ number: UInt64) -> EntryID {
    EntryID(ReplicaID(Bytes16(high: 0, low: 1)), SequenceNumber(number))
  }

  func frames(_ actions: [Sender.Action]) -> [Frame] {
    actions.map { action in
      guard case .send(let frame, .all, .unreliable) = action else {
        Issue.record("not to all and unreliably: \(action)")
        return .abandoned(stroke: 0)
      }
      return frame
    }
  }

  func receiver(knowing known: VersionVector = VersionVector()) -> Receiver {
    var receiver = Receiver(knowing: known)
    receiver.arrived(.test(1))
    return receiver
  }

  private func whole(_ number: UInt64, _ points: [Int], as name: UInt64 = 1, stroke: UInt64 = 1)
    -> Frame
  {
    .whole(
      .init(
        stroke: stroke, number: number, replica: entry(name).replica,
        sequence: entry(name).sequence, style: "red"), points: points)
  }

  private func more(_ points: ClosedRange<Int>) -> Frame {
    .more(stroke: 1, from: points.lowerBound, offsets: Array(points))
  }

  private func points(_ frame: Frame) -> [Int]? {
    if case .whole(_, let points) = frame { points } else { nil }
  }

  private let id = WetStrokeID(.test(1), 1)

  private func shown(_ receiver: Receiver) -> [[Int]] {
    receiver[id]?.runs.runs.map(\.points) ?? []
  }

  @Test(
    "W1 · the first point is sent at once; later frames leave together with their newest point",
    arguments: [1, 5, 8, 10, 17, 20])
  func pace(every: Int64) {
    var sender = Sender()
    let began = frames(sender.began(entry(1), style: "red", at: 0, now: .at(0)))
    #expect(began == [whole(1, [0])])
    var frameTimes: [Int64] = []
    for time in Int64(1)...500 {
      var actions: [Sender.Action] = []
      if time % every == 0 { actions += sender.moved(through: [Int(time)], at: .at(time)) }
      if sender.deadline.map({ $0 <= .at(time) }) ?? false {
        actions += sender.woke(at: .at(time))
      }
      frameTimes += actions.map { _ in time }
    }
    #expect(
      frameTimes.dropFirst(2).allSatisfy { $0 % every == 0 },
      "a frame leaves at the time of its newest point")
    let gaps = zip(frameTimes, frameTimes.dropFirst()).map { $1 - $0 }
    #expect(gaps.allSatisfy { (WetInk.frameNear...40).contains($0) }, "\(gaps)")
  }

  @Test("W1 · the last points of a hand that rests are told when a frame is due without it")
  func rest() {
    var sender = Sender()
    _ = sender.began(entry(1), style: "red", at: 0, now: .at(0))
    for point in 1...2 { _ = sender.moved(through: [point], at: .at(Int64(point) * 50)) }
    #expect(sender.moved(through: [3], at: .at(105)).isEmpty)
    #expect(sender.deadline == .at(100 + WetInk.frameEvery))
    #expect(sender.moved(through: [4], at: .at(120)).isEmpty)
    #expect(sender.deadline == .at(120 + WetInk.slowAfter))
    #expect(frames(sender.woke(at: .at(120 + WetInk.slowAfter))) == [more(3...4)])
  }

  @Test("W1 · each point of a hand slower than frames are is told at once")
  func slowHand() {
    var sender = Sender()
    _ = sender.began(entry(1), style: "red", at: 0, now: .at(0))
    for point in 1...6 {
      let now = Uptime.at(Int64(point) * WetInk.slowAfter)
      #expect(frames(sender.moved(through: [point], at: now)).count == 1)
    }
    // The next that follows sooner waits for others to go with it, and so does the one behind.
    let last = 6 * WetInk.slowAfter
    #expect(sender.moved(through: [7], at: .at(last + 10)).isEmpty)
    #expect(sender.moved(through: [8], at: .at(last + 27)).isEmpty)
    #expect(frames(sender.moved(through: [9], at: .at(last + WetInk.frameNear))) == [more(7...9)])
  }

  @Test("W2 · the gap that a lost frame leaves is filled within 2 s", arguments: 0..<12)
  func oneLost(lost: Int) {
    var (sender, receiver) = (Sender(), receiver())
    var sent = frames(sender.began(entry(1), style: "red", at: 0, now: .at(0))).map {
      (Int64(0), $0)
    }
    for time in Int64(1)...3_000 {
      var actions: [Sender.Action] = []
      if time % 10 == 0, time <= 600 {
        actions = sender.moved(through: [Int(time) / 10], at: .at(time))
      }
      if sender.deadline.map({ $0 <= .at(time) }) ?? false { actions += sender.woke(at: .at(time)) }
      sent += frames(actions).map { (time, $0) }
    }
    #expect(sent.count > 13)
    var gapSince: Int64?
    for (index, (time, frame)) in sent.enumerated() where index != lost {
      _ = receiver.received(frame, from: .test(1), at: .at(time))
      let hasGap = shown(receiver).count > 1
      gapSince = hasGap ? gapSince ?? time : nil
      #expect(time - (gapSince ?? time) < WetInk.repeatEvery)
    }
    #expect(shown(receiver) == [Array(0...60)])
  }

  @Test("W3 · runs apart are shown apart, and joined when the gap is filled")
  func runs() {
    var receiver = receiver()
    _ = receiver.received(more(3...4), from: .test(1), at: .at(0))
    #expect(shown(receiver) == [], "without its title nothing of it can be shown")
    _ = receiver.received(whole(1, [0, 1]), from: .test(1), at: .at(0))
    _ = receiver.received(more(5...6), from: .test(1), at: .at(0))
    #expect(shown(receiver) == [[0, 1], [5, 6]])
    let joined = receiver.received(more(2...4), from: .test(1), at: .at(0))
    #expect(joined == [.show(id)] && shown(receiver) == [Array(0...6)])
  }

  @Test("W3 · points are where they were drawn, whatever was lost before them")
  func offsets() {
    var (sender, receiver) = (Sender(), receiver())
    var sent = frames(sender.began(entry(1), style: "red", at: 700, now: .at(0)))
    for index in 1...8 {
      sent += frames(sender.moved(through: [700 + index], at: .at(Int64(index) * 40)))
    }
    #expect(sent.last == .more(stroke: 1, from: 8, offsets: [8]))
    for frame in [sent[0], sent[5], sent[8]] {
      _ = receiver.received(frame, from: .test(1), at: .at(400))
    }
    #expect(shown(receiver) == [[700], [705], [708]])
  }

  @Test("W3 · a stroke is told on by the last byte of its number, of two alike the later is meant")
  func names() {
    var (sender, receiver) = (Sender(), receiver())
    for number in UInt64(1)...257 {
      _ = sender.began(entry(number), style: "red", at: 0, now: .at(0))
    }
    for time in Int64(1)...3 { _ = sender.moved(through: [Int(time)], at: .at(time * 40)) }
    let resent = frames(sender.moved(through: [4], at: .at(160)))
    #expect(resent == [.more(stroke: 1, from: 4, offsets: [4])])
    for (stroke, name) in [(1, 1), (256, 2), (257, 3)] as [(UInt64, UInt64)] {
      _ = receiver.received(
        whole(1, [0], as: name, stroke: stroke), from: .test(1), at: .at(0))
    }
    let later = WetStrokeID(.test(1), 257)
    #expect(receiver.received(resent[0], from: .test(1), at: .at(1)) == [.show(later)])
    #expect(receiver[later]?.runs.runs.map(\.points) == [[0], [4]] && shown(receiver) == [[0]])
    #expect(
      receiver.received(.more(stroke: 2, from: 1, offsets: [1]), from: .test(1), at: .at(2)) == [])
  }

  @Test("W5 · a repeated frame does not prolong a stroke's life, new points do")
  func prolonging() {
    var receiver = receiver()
    _ = receiver.received(whole(1, [0]), from: .test(1), at: .at(0))
    for time in Int64(10)...12 {
      _ = receiver.received(more(1...2), from: .test(1), at: .at(time))
      _ = receiver.received(whole(1, [0, 1]), from: .test(1), at: .at(time))
      #expect(receiver.deadline == .at(10 + WetInk.expireAfter))
    }
    _ = receiver.received(more(4...4), from: .test(1), at: .at(20))
    #expect(receiver.deadline == .at(20 + WetInk.expireAfter))
  }

  @Test("W4 · a newcomer amid a stroke sees it from its beginning, announced or not")
  func arrival() {
    var sender = Sender()
    _ = sender.began(entry(1), style: "red", at: 0, now: .at(0))
    for index in 1..<100 { _ = sender.moved(through: [index], at: .at(Int64(index) * 10)) }
    let resent = frames(sender.arrived(at: .at(1_100)))
    #expect(resent.map(points) == [Array(0..<100)])
    #expect(sender.deadline == .at(1_100 + WetInk.repeatEvery))
    let again = frames(sender.woke(at: .at(3_100)))
    #expect(again.map(points) == resent.map(points))
  }

  @Test("W5 · an entry takes the wet stroke's place, which is never shown again")
  func dried() {
    var receiver = receiver()
    _ = receiver.received(whole(1, [0]), from: .test(1), at: .at(0))
    #expect(receiver.knows(entry(1)) == [.hide(id)])
    #expect(receiver.received(whole(2, [0, 1]), from: .test(1), at: .at(1)) == [])
    #expect(receiver.received(more(1...2), from: .test(1), at: .at(1)) == [])
    #expect(receiver.shown == [] && receiver.deadline == nil)
    var late = self.receiver(knowing: VersionVector([entry(1).replica: SequenceNumber(7)]))
    let actions = late.received(whole(1, [0], as: 7), from: .test(1), at: .at(0))
    #expect(actions == [])
  }

  @Test("W5 · an abandoned or forged stroke hides one's ink for 3 s, and no longer")
  func madeUp() {
    for isAbandoned in [true, false] {
      var receiver = receiver()
      let end: Int64 = isAbandoned ? 0 : WetInk.expireAfter
      if isAbandoned {
        _ = receiver.received(.abandoned(stroke: .max), from: .test(1), at: .at(0))
      } else {
        _ = receiver.received(whole(.max, [0], stroke: .max), from: .test(1), at: .at(0))
        #expect(receiver.woke(at: .at(end)).count == 1)
      }
      let hidden = receiver.received(
        whole(1, [0], stroke: 2), from: .test(1), at: .at(end + WetInk.expireAfter - 1))
      let shown = receiver.received(
        whole(2, [0], stroke: 2), from: .test(1), at: .at(end + WetInk.expireAfter))
      #expect(hidden == [] && shown == [.show(WetStrokeID(.test(1), 2))], "\(isAbandoned)")
    }
  }

  @Test("W5 · an old frame brings back no stroke that was given up, left or fell silent")
  func over() {
    var receiver = receiver()
    _ = receiver.received(whole(1, [0]), from: .test(1), at: .at(0))
    let abandoned = receiver.received(.abandoned(stroke: 1), from: .test(1), at: .at(1))
    let late = receiver.received(whole(2, [0, 1]), from: .test(1), at: .at(2))
    #expect(abandoned == [.hide(id)] && late == [])
    let anew = receiver.received(whole(4, [9], stroke: 4), from: .test(1), at: .at(3))
    #expect(anew == [.show(WetStrokeID(.test(1), 4))], "the same name, another stroke")
    let silent = receiver.woke(at: .at(3 + WetInk.expireAfter))
    let twice = receiver.received(whole(4, [9], stroke: 4), from: .test(1), at: .at(3_010))
    let back = receiver.received(whole(5, [9], stroke: 4), from: .test(1), at: .at(3_020))
    #expect(silent == [.hide(WetStrokeID(.test(1), 4))] && twice == [] && back.count == 1)
    let left = receiver.left(.test(1))
    let stranger = receiver.received(whole(6, [9]), from: .test(1), at: .at(3_030))
    #expect(left.count == 1 && stranger == [] && receiver.deadline == nil)
  }

  @Test("W5 · a stroke begun anew under the same name replaces the one before")
  func anew() {
    var receiver = receiver()
    _ = receiver.received(whole(1, [0]), from: .test(1), at: .at(0))
    let second = receiver.received(whole(5, [3], stroke: 5), from: .test(1), at: .at(1))
    #expect(second == [.hide(id), .show(WetStrokeID(.test(1), 5))])
    #expect(receiver.received(whole(2, [0]), from: .test(1), at: .at(2)) == [])
  }

  @Test("W6 · so many strokes of one participant and no more")
  func strokes() {
    var receiver = receiver()
    for number in UInt64(1)...UInt64(WetInk.strokesMax) {
      let frame = whole(number, [0], as: number, stroke: number)
      let actions = receiver.received(frame, from: .test(1), at: .at(0))
      #expect(actions.count == 1)
    }
    let next = UInt64(WetInk.strokesMax + 1)
    let more = receiver.received(
      whole(next, [0], as: next, stroke: next), from: .test(1), at: .at(0))
    #expect(more == [.hide(id), .show(WetStrokeID(.test(1), next))])
    #expect(receiver.shown.count == WetInk.strokesMax)
  }

  private func typed(_ number: UInt64, _ style: String, stroke: UInt64 = 1) -> Frame {
    .whole(
      .init(
        stroke: stroke, number: number, replica: entry(1).replica,
        sequence: entry(1).sequence, style: style), points: [0])
  }

  @Test("W8 · a text is sent whole whenever it looks different, in frames 1/30 s apart")
  func typing() {
    var sender = Sender()
    func type(_ style: String, at time: Int64) -> [Frame] {
      frames(sender.showed(entry(1), style: style, at: 0, now: .at(time)))
    }
    #expect(type("a", at: 0) == [typed(1, "a")])
    #expect(type("a", at: 100).isEmpty, "it looks as it did")
    #expect(type("ab", at: 200) == [typed(2, "ab")])
    #expect(type("abc", at: 210).isEmpty && sender.deadline == .at(200 + WetInk.frameEvery))
    #expect(type("abcd", at: 220).isEmpty)
    #expect(frames(sender.woke(at: .at(233))) == [typed(3, "abcd")])
    for (number, time) in zip(UInt64(4)..., stride(from: Int64(300), to: 1_000, by: 100)) {
      #expect(type("\(time)", at: time) == [typed(number, "\(time)")])
    }
    #expect(sender.deadline == .at(900 + WetInk.repeatEvery))
    sender.finished()
    #expect(sender.deadline == nil)
  }

  @Test("W8 · the later of two looks counts, in any order of arrival, and none after the end")
  func looks() {
    var receiver = receiver()
    func receive(_ frame: Frame, at time: Int64) -> [Receiver.Action] {
      receiver.received(frame, from: .test(1), at: .at(time))
    }
    func style() -> String? { receiver[id]?.title.style }
    #expect(receive(typed(1, "a"), at: 0) == [.show(id)] && style() == "a")
    #expect(receive(typed(3, "abc"), at: 1) == [.show(id)] && style() == "abc")
    #expect(receive(typed(2, "ab"), at: 2) == [] && style() == "abc")
    #expect(receive(typed(3, "abc"), at: 3) == [])
    #expect(receive(typed(4, "abc"), at: 4) == [], "told again, it is nothing new")
    #expect(receiver.deadline == .at(4 + WetInk.expireAfter))
    // A text under another name is another thing.
    let other = whole(5, [0], as: 2)
    #expect(receive(other, at: 5) == [] && style() == "abc")
    #expect(receiver.knows(entry(1)) == [.hide(id)])
    #expect(receive(typed(6, "abcd"), at: 6) == [])
  }

  @Test("W8 · typed on under another name it is another thing, as the one before is an entry now")
  func renamed() {
    var (sender, receiver) = (Sender(), receiver())
    let first = frames(sender.showed(entry(1), style: "a", at: 0, now: .at(0)))
    let second = frames(sender.showed(entry(2), style: "ab", at: 0, now: .at(10)))
    for frame in first + second { _ = receiver.received(frame, from: .test(1), at: .at(10)) }
    _ = receiver.knows(entry(1))
    #expect(receiver.shown.map { receiver[$0]?.title.style } == ["ab"])
    let over = frames(sender.abandoned())
    for frame in over { _ = receiver.received(frame, from: .test(1), at: .at(20)) }
    #expect(over.count == 1 && receiver.shown.isEmpty)
  }

  @Test("W6 · a stroke of too many points is told as far as it may go")
  func points() {
    var sender = Sender()
    _ = sender.began(entry(1), style: "red", at: 0, now: .at(0))
    _ = sender.moved(through: Array(1..<WetInk.pointsMax + 9), at: .at(5_000))
    let resent = frames(sender.arrived(at: .at(9_000)))
    #expect(resent.map(points) == [Array(0..<WetInk.pointsMax)])
    #expect(sender.moved(through: [1], at: .at(9_100)) == [])
  }
}
