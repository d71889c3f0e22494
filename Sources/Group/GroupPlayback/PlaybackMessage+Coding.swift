import EaselBase

// The contents of the messages. Numbers that are out of range become the nearest that are in range;
// anything else that is wrong makes a message unreadable.

/// A command, which travels under the name of its tag.
package struct PlaybackCommandContent<Tag: PlaybackCommandTag>: PlaybackMessageContent {
  package static var name: String { Tag.name }
  package var message: PlaybackMessage { Tag.message(state) }
  let state: PlaybackState

  init(_ state: PlaybackState) { self.state = state }
  package init(from decoder: any Decoder) throws { state = try PlaybackState(from: decoder) }
  package func encode(to encoder: any Encoder) throws { try state.encode(to: encoder) }
}

/// The name of a kind of command, and the message that carries it.
package protocol PlaybackCommandTag: Sendable {
  static var name: String { get }
  static func message(_ state: PlaybackState) -> PlaybackMessage
}

/// The tag of a command that counts at once.
package enum StateCommandTag: PlaybackCommandTag {
  package static let name = "playback.state"
  package static func message(_ state: PlaybackState) -> PlaybackMessage { .state(state) }
}

/// The tag of a command to get ready.
package enum PrepareCommandTag: PlaybackCommandTag {
  package static let name = "playback.prepare"
  package static func message(_ state: PlaybackState) -> PlaybackMessage { .prepare(state) }
}

/// The tag of the command that starts the prepared playback.
package enum GoCommandTag: PlaybackCommandTag {
  package static let name = "playback.go"
  package static func message(_ state: PlaybackState) -> PlaybackMessage { .go(state) }
}

extension PlaybackMessage {
  /// The content of the message, as it travels.
  package var content: any PlaybackMessageContent {
    switch self {
    case .state(let state): PlaybackCommandContent<StateCommandTag>(state)
    case .prepare(let state): PlaybackCommandContent<PrepareCommandTag>(state)
    case .go(let state): PlaybackCommandContent<GoCommandTag>(state)
    case .ready(let readiness): readiness
    case .suspended(let status): status
    case .clock(let beat): beat
    }
  }

  /// The types of all contents.
  package static let contents: [any PlaybackMessageContent.Type] = [
    PlaybackCommandContent<StateCommandTag>.self,
    PlaybackCommandContent<PrepareCommandTag>.self, PlaybackReadiness.self,
    PlaybackCommandContent<GoCommandTag>.self, PlaybackStatus.self, PlaybackBeat.self,
  ]
}

extension PlaybackState: Codable {
  private enum Key: String, CodingKey {
    case item, lamport, by, revision, clock, prepared, rate, next, value, scale, host
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let rate = try values.decode(Float.self, forKey: .rate)
    let nextRate = try values.decodeIfPresent(Float.self, forKey: .next)
    guard rate.isFinite, nextRate?.isFinite != false else {
      throw values.refused(.rate, "the rate is not finite")
    }
    let time = ItemTime(
      value: try values.number(.value), timescale: try values.decode(Int32.self, forKey: .scale))
    guard let time else { throw values.refused(.scale, "a second has no parts") }
    self.init(
      item: try values.text(.item, PlaybackLimits.itemBytesMax),
      stamp: PlaybackStamp(
        lamport: UInt64(max(try values.number(.lamport), 0)),
        participant: try values.participant(.by)),
      revision: try values.decode(UInt32.self, forKey: .revision),
      clock: try values.participant(.clock),
      isPrepared: try values.decodeIfPresent(Bool.self, forKey: .prepared) ?? false,
      timing: PlaybackTiming(
        rate: rate, itemTime: time, hostTime: HostTime(microseconds: try values.number(.host))),
      nextRate: nextRate)
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(item, forKey: .item)
    try values.encode(stamp.lamport, forKey: .lamport)
    try values.encode(stamp.participant.text, forKey: .by)
    try values.encode(revision, forKey: .revision)
    try values.encode(clock.text, forKey: .clock)
    if isPrepared { try values.encode(true, forKey: .prepared) }
    try values.encode(timing.rate, forKey: .rate)
    try values.encodeIfPresent(nextRate, forKey: .next)
    try values.encode(timing.itemTime.value, forKey: .value)
    try values.encode(timing.itemTime.timescale, forKey: .scale)
    try values.encode(timing.hostTime.microseconds, forKey: .host)
  }
}

extension PlaybackReadiness: PlaybackMessageContent {
  private enum Key: String, CodingKey { case item, lamport, by }
  package static let name = "playback.ready"
  package var message: PlaybackMessage { .ready(self) }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    item = try values.text(.item, PlaybackLimits.itemBytesMax)
    stamp = PlaybackStamp(
      lamport: UInt64(max(try values.number(.lamport), 0)), participant: try values.participant(.by)
    )
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(item, forKey: .item)
    try values.encode(stamp.lamport, forKey: .lamport)
    try values.encode(stamp.participant.text, forKey: .by)
  }
}

extension PlaybackStatus: PlaybackMessageContent {
  private enum Key: String, CodingKey { case item, reasons, detached }
  package static let name = "playback.suspended"
  package var message: PlaybackMessage { .suspended(self) }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    item =
      values.contains(.item) ? try values.text(.item, PlaybackLimits.itemBytesMax) : nil
    let reasons = try values.decodeIfPresent([String].self, forKey: .reasons) ?? []
    guard reasons.count <= PlaybackLimits.reasonsMax,
      reasons.allSatisfy({ $0.utf8.count <= PlaybackLimits.reasonBytesMax })
    else { throw values.refused(.reasons, "too many or too long reasons") }
    self.reasons = reasons
    isAttached = try values.decodeIfPresent(Bool.self, forKey: .detached) != true
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encodeIfPresent(item, forKey: .item)
    if !reasons.isEmpty { try values.encode(reasons, forKey: .reasons) }
    if !isAttached { try values.encode(true, forKey: .detached) }
  }
}

extension PlaybackBeat: PlaybackMessageContent {
  private enum Key: String, CodingKey { case sent, answers }
  package static let name = "playback.clock"
  package var message: PlaybackMessage { .clock(self) }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    sent = HostTime(microseconds: try values.number(.sent))
    answers = try values.decodeIfPresent([Answer].self, forKey: .answers) ?? []
    guard answers.count <= PlaybackLimits.answersMax else {
      throw values.refused(.answers, "too many answers")
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(sent.microseconds, forKey: .sent)
    if !answers.isEmpty { try values.encode(answers, forKey: .answers) }
  }
}

extension PlaybackBeat.Answer: Codable {
  private enum Key: String, CodingKey { case to, sent, received }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    to = try values.participant(.to)
    sent = HostTime(microseconds: try values.number(.sent))
    received = HostTime(microseconds: try values.number(.received))
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(to.text, forKey: .to)
    try values.encode(sent.microseconds, forKey: .sent)
    try values.encode(received.microseconds, forKey: .received)
  }
}

extension KeyedDecodingContainer {
  fileprivate func refused(_ key: Key, _ reason: String) -> DecodingError {
    .dataCorruptedError(forKey: key, in: self, debugDescription: reason)
  }

  /// Returns a whole number; one that is out of range becomes the nearest that is in range.
  fileprivate func number(_ key: Key) throws -> Int64 {
    do { return PlaybackLimits.clamp(try decode(Int64.self, forKey: key)) } catch {
      let number = try decode(Double.self, forKey: key)
      guard number.isFinite else { throw refused(key, "the number is not finite") }
      return PlaybackLimits.clamp(number)
    }
  }

  fileprivate func text(_ key: Key, _ bytesMax: Int) throws -> String {
    let text = try decode(String.self, forKey: key)
    guard text.utf8.count <= bytesMax else { throw refused(key, "the text is too long") }
    return text
  }

  fileprivate func participant(_ key: Key) throws -> Bytes16 {
    guard let id = Bytes16(text: try decode(String.self, forKey: key)) else {
      throw refused(key, "not the id of a participant")
    }
    return id
  }
}

extension Bytes16 {
  /// 32 hexadecimal digits.
  fileprivate var text: String {
    [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  fileprivate init?(text: String) {
    guard text.utf8.count == 32, text.utf8.allSatisfy({ $0 != 0x2B && $0 != 0x2D }),
      let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }
}
