import EaselBase
import Foundation
import GroupTesting
import Testing

@testable import GroupPlayback

@Suite struct PlaybackMessageTests {
  private func decoded(_ name: String, _ text: String) throws -> PlaybackMessage {
    let type = try #require(PlaybackMessage.contents.first { $0.name == name })
    return try JSONDecoder().decode(type, from: Data(text.utf8)).message
  }

  private let id = String(repeating: "0", count: 31) + "7"

  private func state(
    rate: String = "1", scale: String = "600", value: String = "90", host: String = "5",
    more: String = ""
  ) -> String {
    """
    {"item":"film","lamport":3,"by":"\(id)","revision":1,"clock":"\(id)","rate":\(rate),\
    "value":\(value),"scale":\(scale),"host":\(host)\(more)}
    """
  }

  @Test("P14 · the messages have these names on the wire")
  func names() {
    #expect(
      PlaybackMessage.contents.map { $0.name } == [
        "playback.state", "playback.prepare", "playback.ready", "playback.go",
        "playback.suspended", "playback.clock",
      ])
  }

  @Test("P14 · an encoded message is decoded again, and takes at most 4 KiB")
  func roundTrip() throws {
    // Each of these characters takes six bytes in JSON.
    let long = String(repeating: "\u{1}", count: PlaybackLimits.itemBytesMax)
    let who = Bytes16(high: .max, low: .max)
    let stamp = PlaybackStamp(lamport: UInt64(PlaybackLimits.numberMax), participant: who)
    let moment = try #require(ItemTime(value: .min, timescale: .max))
    let full = PlaybackState(
      item: long, stamp: stamp, revision: .max, clock: who, isPrepared: true,
      timing: PlaybackTiming(
        rate: -.greatestFiniteMagnitude, itemTime: moment, hostTime: HostTime(microseconds: .min)))
    let standing = PlaybackState(
      item: long, stamp: stamp, revision: .max, clock: who,
      timing: PlaybackTiming(rate: 0, itemTime: moment, hostTime: HostTime(microseconds: .min)),
      nextRate: .greatestFiniteMagnitude)
    let reason = String(repeating: "\u{1}", count: PlaybackLimits.reasonBytesMax)
    let answers = (0..<PlaybackLimits.answersMax).map { _ in
      PlaybackBeat.Answer(
        to: who, sent: HostTime(microseconds: .min), received: HostTime(microseconds: .min))
    }
    let messages: [PlaybackMessage] = [
      .state(full), .state(standing), .prepare(full), .go(full),
      .ready(.init(item: long, stamp: stamp)),
      .suspended(
        .init(
          item: nil, reasons: Array(repeating: reason, count: PlaybackLimits.reasonsMax),
          isAttached: false)),
      .suspended(.init(item: long, reasons: ["stallRecovery"])),
      .clock(.init(sent: HostTime(microseconds: .max), answers: answers)),
    ]
    for message in messages { try check(message.content, message) }
  }

  private func check<Content: PlaybackMessageContent>(
    _ content: Content, _ message: PlaybackMessage
  ) throws {
    let bytes = try JSONEncoder().encode(content)
    #expect(bytes.count <= 4_096, "\(Content.name)")
    let back = try JSONDecoder().decode(Content.self, from: bytes)
    #expect(back.message == message)
  }

  @Test("P14 · unknown keys are ignored, and numbers out of range are clamped")
  func tolerant() throws {
    let limit = PlaybackLimits.numberMax
    guard
      case .state(let state) = try decoded(
        "playback.state",
        self.state(value: "9223372036854775807", host: "-1e300", more: #","new":{"a":[1]}"#))
    else { return }
    #expect(state.timing.itemTime.value == limit)
    #expect(state.timing.hostTime.microseconds == -limit)
  }

  @Test("P14 · the next rate is a key of its own, which an older member does not know")
  func nextRate() throws {
    func next(_ rate: String, _ more: String = "") throws -> Float? {
      guard case .state(let state) = try decoded("playback.state", state(rate: rate, more: more))
      else { return nil }
      return state.nextRate
    }
    #expect(try next("0", #","next":2"#) == 2)
    #expect(try next("0") == nil && next("0", #","next":0"#) == nil)
    #expect(try next("1", #","next":2"#) == nil, "a group that plays has one rate")
    #expect(throws: (any Error).self) { try next("0", #","next":1e999"#) }
  }

  @Test(
    "P14 · a scale of 0 or less, a rate that is not finite, or a false id is refused",
    arguments: [
      #""scale":0"#, #""scale":-5"#, #""scale":4294967296"#, #""rate":1e999"#, #""rate":"inf""#,
      #""by":"7""#, #""by":"+0000000000000000000000000000007""#, #""revision":-1"#,
      #""item":null"#, #""value":"1""#,
    ])
  func refused(field: String) throws {
    let key = try #require(field.split(separator: ":").first)
    var text = state()
    let start = try #require(text.range(of: key))
    let end = text[start.upperBound...].firstIndex { $0 == "," || $0 == "}" } ?? text.endIndex
    text.replaceSubrange(start.lowerBound..<end, with: field)
    #expect(throws: (any Error).self) { try decoded("playback.state", text) }
    let good = state()
    #expect(throws: Never.self) { try decoded("playback.state", good) }
  }

  @Test("P14 · too many or too long parts are refused")
  func large() {
    let reasons = Array(repeating: "\"a\"", count: PlaybackLimits.reasonsMax + 1)
    #expect(throws: (any Error).self) {
      try decoded("playback.suspended", "{\"reasons\":[\(reasons.joined(separator: ","))]}")
    }
    let item = String(repeating: "a", count: PlaybackLimits.itemBytesMax + 1)
    #expect(throws: (any Error).self) {
      try decoded("playback.suspended", "{\"item\":\"\(item)\"}")
    }
    let answer = "{\"to\":\"\(id)\",\"sent\":1,\"received\":1}"
    let answers = Array(repeating: answer, count: PlaybackLimits.answersMax + 1)
    #expect(throws: (any Error).self) {
      try decoded("playback.clock", "{\"sent\":1,\"answers\":[\(answers.joined(separator: ","))]}")
    }
  }

  @Test("P14 · moments with different scales compare as the numbers that they are")
  func rational() throws {
    let third = try #require(ItemTime(value: 1, timescale: 3))
    let sixth = try #require(ItemTime(value: 2, timescale: 6))
    #expect(!(third < sixth) && !(sixth < third))
    let below = try #require(ItemTime(value: 333_333, timescale: 1_000_000))
    #expect(below < third && third.microseconds == 333_333)
    #expect(ItemTime(value: -1, timescale: 3)?.microseconds == -333_334)
    for seed in Seeds.range(300) {
      var chance = SplitMix64(seed: seed)
      let value = Int64(bitPattern: chance.next())
      let scale = Int32(truncatingIfNeeded: chance.next() >> 33)
      guard let time = ItemTime(value: value, timescale: max(scale, 1)) else { continue }
      let exact = Double(time.value) / Double(time.timescale) * 1e6
      let clamped = min(max(exact, -0x1p53), 0x1p53)
      #expect(
        abs(Double(time.microseconds) - clamped) <= max(abs(clamped) * 1e-15, 1) + 1, "seed \(seed)"
      )
    }
  }
}
