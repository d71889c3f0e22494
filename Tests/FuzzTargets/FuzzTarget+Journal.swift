import EaselBase
import GroupJournal
import GroupTesting

// Messages of people who share attachments.
extension FuzzTarget {
  private static func signer(_ number: UInt64) -> JournalSigner {
    let key = StandInSigner.publicKey(number)
    return JournalSigner(
      publicKey: key, sign: { StandInHash.signature(of: $0, key) },
      verify: { $0 == StandInHash.signature(of: $1, $2) }, digest: StandInHash.digest)
  }

  /// The first byte names the message; the rest are its bytes. A message that can be read goes to a
  /// participant with an attachment, and its journal has to stay usable.
  func checkJournal(_ bytes: [UInt8]) throws {
    guard let kind = bytes.first else { return }
    let names = JournalMessage.names
    let name = names[Int(kind) % names.count]
    if let header = JournalHeader(Array(bytes.dropFirst())) {
      try hold("a header", JournalHeader(header.bytes) == header)
    }
    guard let message = JournalMessage(named: name, Array(bytes.dropFirst())) else { return }
    try hold("a message", JournalMessage(named: name, message.bytes) == message)

    let (me, sender) = (Bytes16(high: 0, low: 1), Bytes16(high: 0, low: 7))
    var group = JournalGroup(me: me, signer: Self.signer(1))
    var now = Uptime(milliseconds: 1_000)
    _ = group.participantsChanged(to: [.init(me), .init(sender)], at: now)
    let hello = JournalHello(
      key: Self.signer(7).publicKey, versions: [], complete: [], isFull: false, isAnswer: false)
    _ = group.receive(.hello(hello), from: sender, at: now)
    let header = JournalHeader(
      contentType: "public.data", metadata: nil, content: [1, 2, 3], digest: StandInHash.digest)
    let own = try group.add(bytes: 3, header, at: now).id
    for _ in 0..<3 {
      let actions = group.receive(message, from: sender, at: now)
      try hold("a message is answered with few", actions.count <= 16)
      try hold("at most two chunks are under way", group.requestCount <= 2)
      now = now.advanced(by: 700)
      _ = group.woke(at: now)
      try hold("the next moment is later", group.deadline.map { $0 > now } ?? true)
    }
    try hold("an own attachment stays", group.attachments.contains { $0.id == own })
    _ = try group.remove(own, at: now)
    try hold("it is removed", !group.attachments.contains { $0.id == own })
  }

  func journalSeeds() throws -> [[UInt8]] {
    let id = Bytes16(high: 1, low: 2)
    let header = JournalHeader(
      contentType: "public.data", metadata: [1], content: [4, 5], digest: StandInHash.digest)
    let listed = ListedAttachment(
      stamp: 2, bytes: 2, metadataBytes: 1, headerDigest: StandInHash.digest(header.bytes))
    let sender = Bytes16(high: 0, low: 7)
    let list = JournalList(
      uploader: sender, version: 1, attachments: [listed], signedBy: Self.signer(7))
    let hello = JournalHello(
      key: Self.signer(7).publicKey, versions: [.init(key: Self.signer(1).publicKey, version: 1)],
      complete: [id], isFull: true, isAnswer: false)
    let messages: [JournalMessage] =
      [.hello(hello), .want(id, index: 1), .chunk(id, index: 0, header.bytes)]
      + [.lacks(id, index: 0), .have([id], isFull: false), .bye] + (list.map { [.list($0)] } ?? [])
    return messages.compactMap { message in
      JournalMessage.names.firstIndex(of: message.name).map { [UInt8($0)] + message.bytes }
    }
  }
}
