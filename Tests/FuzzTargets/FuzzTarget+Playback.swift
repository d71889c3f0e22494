import EaselBase
import Foundation
import GroupCore
import GroupPlayback

// Messages of people who watch together.
extension FuzzTarget {
  /// The first byte names the message; the rest is its JSON. What can be read goes to a participant
  /// that plays, and the group has to stay usable.
  func checkPlayback(_ bytes: [UInt8]) throws {
    guard let kind = bytes.first else { return }
    let types = PlaybackMessage.contents
    let type = types[Int(kind) % types.count]
    guard let content = accepted({ try JSONDecoder().decode(type, from: Data(bytes.dropFirst())) })
    else { return }
    let message = content.message
    let again = try JSONEncoder().encode(content)
    try hold("a message is at most 4 KiB", again.count <= 4_096)
    try hold("a message", try JSONDecoder().decode(type, from: again).message == message)

    let (me, sender) = (Bytes16(high: 0, low: 1), Bytes16(high: 0, low: 7))
    var group = PlaybackGroup(me: me)
    var now = HostTime(microseconds: 1_000)
    _ = group.participantsChanged(to: [.init(me), .init(sender)], at: now)
    _ = group.changeItem(to: "film", proposing: nil, at: now)
    for _ in 0..<3 {
      let actions = group.receive(message, from: sender, at: now)
      try hold("a message is answered with few", actions.count <= 8)
      now = now.advanced(by: .milliseconds(700))
      _ = group.woke(at: now)
      try hold("the next moment is known", group.deadline.map { $0 >= now } ?? false)
      if let moment = group.expectedItemTime(at: now) {
        try hold(
          "a moment is in range", abs(moment.microseconds) <= PlaybackLimits.numberMax)
      }
    }
    // Still, this participant's own command counts.
    _ = group.seek(to: ItemTime(microseconds: 5_000_000), resumesImmediately: true, at: now)
    let moment = group.expectedItemTime(at: now)
    try hold("an own command counts", moment?.microseconds == 5_000_000)
  }

  func playbackSeeds() throws -> [[UInt8]] {
    let sender = Bytes16(high: 0, low: 7)
    let stamp = PlaybackStamp(lamport: 3, participant: sender)
    let state = PlaybackState(
      item: "film", stamp: stamp, revision: 1, clock: sender, isPrepared: true,
      timing: PlaybackTiming(
        rate: 1, itemTime: .zero, hostTime: HostTime(microseconds: 5)))
    let beat = PlaybackBeat(
      sent: HostTime(microseconds: 9),
      answers: [
        .init(
          to: Bytes16(high: 0, low: 1), sent: HostTime(microseconds: 1_000),
          received: HostTime(microseconds: 8))
      ])
    let messages: [PlaybackMessage] = [
      .state(state), .prepare(state), .ready(.init(item: "film", stamp: stamp)), .go(state),
      .suspended(.init(item: "film", reasons: ["stallRecovery"])), .clock(beat),
    ]
    return try messages.enumerated().map { index, message in
      [UInt8(index)] + Array(try JSONEncoder().encode(message.content))
    }
  }
}
