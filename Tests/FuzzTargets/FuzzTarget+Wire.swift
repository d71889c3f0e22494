import BoardSync
import EaselBase
import GroupBase
import GroupCore
import GroupWire

// Readers of links.
extension FuzzTarget {
  /// The first byte says in what pieces the rest arrives.
  func checkFrames(_ bytes: [UInt8]) throws {
    guard let size = bytes.first else { return }
    let stream = Array(bytes.dropFirst())
    let whole = messages(stream.pieces(of: 4_096))
    try hold(
      "a stream in pieces is the same stream", messages(stream.pieces(of: Int(size))) == whole)
    var decoder = LinkDecoder()
    for message in whole {
      if let link = accepted({ try decoder.decode(message) }) { try check(link) }
      try checkCall(message)
    }
    try checkCall(stream)
  }

  private func messages(_ pieces: [ArraySlice<UInt8>]) -> [[UInt8]] {
    var decoder = FrameDecoder()
    decoder.limit = TransportLimits.messageBytesMax
    var messages: [[UInt8]] = []
    for piece in pieces {
      decoder.append(piece)
      while let message = accepted({ try decoder.next() }) { messages.append(message) }
    }
    return messages
  }

  private func check(_ link: LinkMessage) throws {
    var (encoder, decoder) = (LinkEncoder(), LinkDecoder())
    let bytes = encoder.encoded(link)
    encoder.sent(link)
    try hold("a link's message is read as it was written", try decoder.decode(bytes) == link)
  }

  private func checkCall(_ bytes: [UInt8]) throws {
    for message in accepted({ try CallMessage.all(decoding: bytes) }) ?? [] {
      try hold("a call's", try CallMessage(decoding: message.encoded()) == message)
    }
    if let parcel = accepted({ try ReliablePayload(decoding: bytes) }) {
      try hold("a parcel", try ReliablePayload(decoding: parcel.encoded()) == parcel)
    }
    if let message = accepted({ try SharedBoardMessage(decoding: bytes) }) {
      try hold("a board's", try SharedBoardMessage(decoding: message.encoded()) == message)
    }
  }

  var frameSeeds: [[UInt8]] {
    let envelope = Envelope(origin: MemberID(7), number: 1, to: .everyone, body: [1, 2, 3])
    let links: [LinkMessage] = [.envelope(envelope), .alive, .path([MemberID(1), MemberID(2)])]
    var encoder = LinkEncoder()
    let framed = links.flatMap { link -> [UInt8] in
      defer { encoder.sent(link) }
      return WireFrame.encoded(encoder.encoded(link))
    }
    let profile = MemberProfile(name: SafeText("Ann"), addresses: ["tcp://192.0.2.1:7000"])
    let announcement = ReliablePayload.announcement(
      Announcement(version: 1, profile: profile, joins: [], sessions: []))
    let points = [WetPoint(x: 5, y: -9), WetPoint(x: 64, y: .min)]
    let opening = WetFrame<WetPoint, [UInt8]>.Opening(
      stroke: 1, number: 2, replica: ReplicaID(Bytes16(high: 1, low: 2)),
      sequence: SequenceNumber(3), style: [1, 2])
    let brief = WetFrame<WetPoint, [UInt8]>.Opening(
      stroke: 2, number: 1, replica: nil, sequence: SequenceNumber(4), style: nil)
    let wet: [WetFrame<WetPoint, [UInt8]>] = [
      .more(stroke: 1, from: 3, offsets: points), .whole(opening, points: points),
      .whole(brief, points: points),
      .abandoned(stroke: 300),
    ]
    let beat = CallMessage.beat(version: 3).encoded()
    let inner: [[UInt8]] =
      [
        announcement.encoded(),
        ReliablePayload.earlierMessage(ParticipantMessage(join: 1, name: "m", bytes: [1]), age: 300)
          .encoded(),
        beat, MessageBatchForm.encoded([beat, [2, 9], [1]]),
        SharedBoardMessage.event([1]).encoded(),
        SharedBoardMessage.presence(.init(counter: 4, value: [1, 2])).encoded(),
      ] + wet.map { SharedBoardMessage.wet($0).encoded() }
    return [[3] + framed] + inner.map { [1] + $0 } + [[200] + inner.flatMap(WireFrame.encoded)]
  }
}
