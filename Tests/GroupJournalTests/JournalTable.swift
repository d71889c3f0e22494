import EaselBase
import GroupTesting

@testable import GroupJournal

/// Participants of a journal whose messages arrive at once, in order, unless a test holds them.
struct JournalTable {
  typealias Envelope = (message: JournalMessage, from: Int, to: Int)

  private(set) var groups: [JournalGroup]
  private(set) var now = Uptime(milliseconds: 1_000)
  /// The participants that are in the session.
  private(set) var present: Set<Int>
  var watchers: Set<Int> = []
  /// The kept chunks of each participant.
  var chunks: [[Bytes16: [Int: [UInt8]]]]
  /// The programs' events: what was loaded, and what failed.
  private(set) var loaded: [[Bytes16]]
  private(set) var failed: [[JournalRefusal]]
  /// The changed lists that each program heard of.
  private(set) var changes: [Int]
  /// The participants without room.
  var full: Set<Int> = []
  /// All messages that were sent.
  private(set) var sent: [Envelope] = []
  /// Whether a message is lost.
  var isLost: (Envelope) -> Bool = { _ in false }
  /// Changes a message on its way.
  var forge: (Envelope) -> JournalMessage = { $0.message }
  private var queue: [Envelope] = []

  init(_ count: Int, watchers: Set<Int> = []) {
    groups = (0..<count).map { JournalGroup(me: Self.id($0), signer: Self.signer($0)) }
    present = Set(0..<count)
    chunks = Array(repeating: [:], count: count)
    loaded = Array(repeating: [], count: count)
    failed = Array(repeating: [], count: count)
    changes = Array(repeating: 0, count: count)
    self.watchers = watchers
    show()
  }

  static func id(_ number: Int) -> Bytes16 { Bytes16(high: 7, low: UInt64(number) + 1) }

  static func signer(_ number: Int) -> JournalSigner {
    let key = StandInSigner.publicKey(UInt64(number) + 1)
    return JournalSigner(
      publicKey: key, sign: { StandInHash.signature(of: $0, key) },
      verify: { $0 == StandInHash.signature(of: $1, $2) }, digest: StandInHash.digest)
  }

  /// Tells all participants who is in the session.
  mutating func show() {
    let list = present.sorted().map {
      JournalParticipant(Self.id($0), mayAdd: !watchers.contains($0))
    }
    for number in present.sorted() {
      step(number) { $0.participantsChanged(to: list, at: $1) }
    }
    run()
  }

  mutating func leave(_ number: Int) {
    present.remove(number)
    show()
  }

  mutating func come(_ number: Int) {
    present.insert(number)
    show()
  }

  /// Lets somebody come as a new participant with this number, who knows nothing.
  mutating func replace(_ number: Int) {
    groups[number] = JournalGroup(me: Self.id(number), signer: Self.signer(number))
    chunks[number] = [:]
  }

  // MARK: Deeds

  static func content(_ bytes: Int, seed: UInt64 = 1) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: (UInt64($0) &* 31 &+ seed) >> 3) }
  }

  @discardableResult
  mutating func add(
    _ content: [UInt8], metadata: [UInt8]? = nil, by number: Int
  ) throws(JournalRefusal) -> Bytes16 {
    let header = JournalHeader(
      contentType: "public.data", metadata: metadata, content: content,
      digest: StandInHash.digest)
    let now = now
    let (id, actions) = try groups[number].add(bytes: content.count, header, at: now)
    for chunk in 0..<JournalLimits.chunkCount(of: content.count) {
      chunks[number][id, default: [:]][chunk] = Array(
        content[JournalLimits.range(of: chunk, in: content.count)])
    }
    perform(actions, number)
    run()
    return id
  }

  mutating func remove(_ id: Bytes16, by number: Int) throws(JournalRefusal) {
    let now = now
    perform(try groups[number].remove(id, at: now), number)
    run()
  }

  mutating func load(_ id: Bytes16, by number: Int) throws(JournalRefusal) {
    let now = now
    perform(try groups[number].load(id, at: now), number)
    run()
  }

  mutating func cancelLoad(_ id: Bytes16, by number: Int) {
    step(number) { $0.cancelLoad(id, at: $1) }
    run()
  }

  /// Returns the content of an attachment at a participant; nil if it is not complete there.
  func content(of id: Bytes16, at number: Int) -> [UInt8]? {
    guard groups[number].entries[id]?.isComplete == true else { return nil }
    return (chunks[number][id] ?? [:]).sorted { $0.key < $1.key }.flatMap(\.value)
  }

  func ids(at number: Int) -> [Bytes16] { groups[number].attachments.map(\.id) }

  /// Lets a participant receive a message that no participant's group sent.
  mutating func inject(_ message: JournalMessage, from: Int, to: Int) {
    queue.append((message, from, to))
    run()
  }

  // MARK: The run

  mutating func pass(milliseconds: Int64) {
    let end = now.advanced(by: milliseconds)
    while let due = present.compactMap({ groups[$0].deadline }).min(), due <= end {
      now = max(now, due)
      for number in present.sorted() where groups[number].deadline.map({ $0 <= now }) == true {
        step(number) { $0.woke(at: $1) }
      }
      run()
    }
    now = end
  }

  mutating func run() {
    while !queue.isEmpty {
      let envelope = queue.removeFirst()
      guard present.contains(envelope.to), !isLost(envelope) else { continue }
      let message = forge(envelope)
      step(envelope.to) { $0.receive(message, from: Self.id(envelope.from), at: $1) }
    }
  }

  private mutating func step(
    _ number: Int, _ event: (inout JournalGroup, Uptime) -> [JournalAction]
  ) {
    let actions = event(&groups[number], now)
    perform(actions, number)
  }

  private mutating func perform(_ actions: [JournalAction], _ number: Int) {
    for action in actions {
      switch action {
      case .send(let message, let recipients):
        for to in groups.indices where to != number {
          if case .only(let chosen) = recipients, !chosen.contains(Self.id(to)) { continue }
          // Messages travel as bytes.
          guard let read = JournalMessage(named: message.name, message.bytes) else { continue }
          sent.append((read, number, to))
          queue.append((read, number, to))
        }
      case .reserve(let id, let bytes):
        guard full.contains(number) else { break }
        step(number) { $0.hadNoRoom(for: id, .noRoom(bytes: bytes, free: 0), at: $1) }
      case .store(let id, let chunk, let bytes):
        chunks[number][id, default: [:]][chunk] = bytes
      case .sendChunk(let id, let chunk, let reader):
        if let bytes = chunks[number][id]?[chunk],
          let to = groups.indices.first(where: { Self.id($0) == reader })
        {
          let message = JournalMessage.chunk(id, index: chunk + 1, bytes)
          sent.append((message, number, to))
          queue.append((message, number, to))
        }
        step(number) { $0.sentChunk(to: reader, at: $1) }
      case .discard(let id): chunks[number][id] = nil
      case .attachmentsChanged: changes[number] += 1
      case .progressed: break
      case .loaded(let id): loaded[number].append(id)
      case .failed(_, let refusal): failed[number].append(refusal)
      }
    }
  }
}
