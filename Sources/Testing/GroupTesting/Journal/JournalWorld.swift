import EaselBase
import GroupJournal

/// The content of an attachment, as it was added.
private struct SimulatedContent {
  let content: [UInt8]
  let isByLiar: Bool
  var isRemoved = false
}

/// People who share attachments over a network that loses and delays messages, while holders leave and
/// one of the people may lie.
///
/// The same seed gives the same run. In the end, all that is left must be listed and loaded everywhere.
package struct JournalWorld {
  /// The measurements of a run.
  package struct Report: Hashable, Sendable {
    package var added = 0
    package var removed = 0
    package var loaded = 0
    /// Loads that ended since the last holder was gone.
    package var lost = 0
    package var chunks = 0
    package var lies = 0
    package var messages = 0
    package var failures: [String] = []
    /// A hash of all messages, in order.
    package var trace: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}
  }

  private enum Event {
    case deliver(JournalMessage, from: Bytes16, to: Bytes16)
    case wake(Bytes16)
    case act
    case mend(Bytes16)
  }

  private let plan: JournalPlan
  private var chance: SplitMix64
  private var agenda = Agenda<Event>()
  private var readers: [SimulatedReader] = []
  private var lastReliable: [Bytes16: [Bytes16: Uptime]] = [:]
  /// The contents of all attachments, and whether each was removed.
  private var contents: [Bytes16: SimulatedContent] = [:]
  private var isCalm = false
  private var lastNumber: UInt64 = 0
  private var deeds = 0
  package private(set) var report = Report()

  /// Runs the world of a seed.
  package static func run(seed: UInt64) -> Report {
    var chance = SplitMix64(seed: seed &* 0x9E37_79B9 &+ 0x10C4)
    let plan = JournalPlan(seed: seed, using: &chance)
    var world = JournalWorld(plan, chance: chance)
    world.run()
    return world.report
  }

  private init(_ plan: JournalPlan, chance: SplitMix64) {
    (self.plan, self.chance) = (plan, chance)
  }

  // MARK: The run

  private mutating func run() {
    for number in 0..<plan.people { come(isLiar: plan.hasLiar && number == 1) }
    agenda.note(.act, at: Uptime(milliseconds: 1_000))
    while deeds < plan.deeds, let event = agenda.next(until: Uptime(milliseconds: 600_000)) {
      handle(event)
    }
    // The trouble is over: all links work, and everybody loads everything.
    isCalm = true
    for reader in readers where reader.isCutOff { mend(reader.id) }
    pass(30_000)
    let held = held
    for index in readers.indices where readers[index].isHere && !readers[index].isLiar {
      for attachment in readers[index].group.attachments { load(attachment.id, by: index) }
    }
    pass(300_000)
    check(held: held)
  }

  private mutating func pass(_ milliseconds: Int64) {
    let end = agenda.now.advanced(by: milliseconds)
    while let event = agenda.next(until: end) { handle(event) }
  }

  private mutating func handle(_ event: Event) {
    switch event {
    case .deliver(let message, let from, let to):
      guard let sender = index(of: from), let reader = index(of: to), readers[reader].isHere,
        !readers[reader].isCutOff, !readers[sender].isCutOff
      else { break }
      note(message, from: readers[sender])
      step(reader) { $0.receive(message, from: from, at: $1) }
    case .wake(let id):
      guard let index = index(of: id) else { break }
      readers[index].wakesAt = nil
      if readers[index].isHere { step(index) { $0.woke(at: $1) } }
    case .act: act()
    case .mend(let id): mend(id)
    }
  }

  private func index(of id: Bytes16) -> Int? { readers.firstIndex { $0.id == id } }

  /// Lets a participant handle an event, and carries out what follows.
  private mutating func step(
    _ index: Int, _ event: (inout JournalGroup, Uptime) -> [JournalAction]
  ) {
    perform(event(&readers[index].group, agenda.now), index)
  }

  private mutating func perform(_ actions: [JournalAction], _ index: Int) {
    for action in actions {
      switch action {
      case .send(let message, let recipients): send(message, index, recipients)
      case .store(let id, let chunk, let bytes):
        report.chunks += 1
        readers[index].chunks[id, default: [:]][chunk] = bytes
        let range = JournalLimits.range(of: chunk, in: contents[id]?.content.count ?? 0)
        if contents[id].map({ Array($0.content[range]) }) != bytes {
          fail("a wrong chunk was kept")
        }
      case .sendChunk(let id, let chunk, let reader):
        if let bytes = readers[index].sentChunk(id, chunk) {
          send(.chunk(id, index: chunk + 1, bytes), index, .only([reader]))
        }
        step(index) { $0.sentChunk(to: reader, at: $1) }
      case .discard(let id): readers[index].chunks[id] = nil
      case .loaded(let id):
        report.loaded += readers[index].awaited.remove(id) == nil ? 0 : 1
      case .failed(let id, let refusal):
        readers[index].awaited.remove(id)
        if case .lost = refusal { report.lost += 1 }
      case .reserve, .attachmentsChanged, .progressed: break
      }
    }
    if readers[index].group.requestCount > JournalPacing.chunksMax {
      fail("more than two chunks are under way")
    }
    readers[index].knownLiars.formUnion(readers[index].group.liars)
    wake(index)
  }

  private mutating func wake(_ index: Int) {
    guard let deadline = readers[index].group.deadline else { return }
    let moment = max(deadline, agenda.now)
    if let set = readers[index].wakesAt, set <= moment { return }
    readers[index].wakesAt = moment
    agenda.note(.wake(readers[index].id), at: moment)
  }

  // MARK: The network

  private mutating func send(
    _ message: JournalMessage, _ sender: Int, _ recipients: JournalRecipients
  ) {
    let from = readers[sender].id
    for reader in readers where reader.id != from && reader.isHere {
      if case .only(let chosen) = recipients, !chosen.contains(reader.id) { continue }
      report.messages += 1
      trace(message, from, reader.id)
      if case .want = message { ask(reader.id, by: sender) }
      var arrival = agenda.now.advanced(by: chance.among(1...plan.delayMax))
      while !isCalm, chance.percent(plan.lossPercent) { arrival = arrival.advanced(by: 300) }
      arrival = max(arrival, lastReliable[from]?[reader.id] ?? arrival)
      lastReliable[from, default: [:]][reader.id] = arrival
      agenda.note(.deliver(message, from: from, to: reader.id), at: arrival)
    }
  }

  private mutating func note(_ message: JournalMessage, from sender: SimulatedReader) {
    guard sender.isLiar, case .chunk(_, let index, let bytes) = message, index > 0, !bytes.isEmpty
    else { return }
    report.lies += 1
  }

  /// Notes that a participant asks another one, which must not be a liar that it knows.
  private mutating func ask(_ holder: Bytes16, by sender: Int) {
    if readers[sender].knownLiars.contains(holder) { fail("a known liar was asked") }
  }

  private mutating func trace(_ message: JournalMessage, _ from: Bytes16, _ to: Bytes16) {
    let count =
      if case .chunk(_, _, let bytes) = message { bytes.count } else { message.bytes.count }
    let words = [
      UInt64(bitPattern: agenda.now.milliseconds), from.low, to.low, UInt64(count),
      UInt64(message.name.utf8.count),
    ]
    for word in words { report.trace = (report.trace ^ word) &* 0x100_0000_01B3 }
  }

  // MARK: What people do

  private mutating func come(isLiar: Bool = false) {
    lastNumber += 1
    var reader = SimulatedReader(lastNumber, isLiar: isLiar)
    reader.isHere = true
    readers.append(reader)
    participantsChanged()
  }

  /// Tells everybody who is in the session, as far as they can be heard.
  private mutating func participantsChanged() {
    let everybody = readers.filter { $0.isHere && !$0.isCutOff }.map { JournalParticipant($0.id) }
    for index in readers.indices where readers[index].isHere {
      let alone = [JournalParticipant(readers[index].id)]
      let seen = readers[index].isCutOff ? alone : everybody
      step(index) { $0.participantsChanged(to: seen, at: $1) }
    }
  }

  private mutating func mend(_ id: Bytes16) {
    guard let index = index(of: id), readers[index].isCutOff else { return }
    readers[index].isCutOff = false
    participantsChanged()
  }

  private mutating func act() {
    if isCalm { return }
    deeds += 1
    agenda.note(.act, at: agenda.now.advanced(by: chance.among(100...3_000)))
    let here = readers.indices.filter { readers[$0].isHere }
    let index = here[chance.below(here.count)]
    switch chance.below(10) {
    case 0...3: add(by: index)
    case 4: remove(by: index)
    case 5 where plan.isBusy: leave(index)
    case 6 where plan.isBusy && !readers[index].isCutOff:
      readers[index].isCutOff = true
      participantsChanged()
      agenda.note(.mend(readers[index].id), at: agenda.now.advanced(by: chance.among(500...9_000)))
    default:
      let attachments = readers[index].group.attachments
      guard !attachments.isEmpty else { return add(by: index) }
      load(attachments[chance.below(attachments.count)].id, by: index)
    }
  }

  private mutating func add(by index: Int) {
    let count = chance.percent(20) ? 0 : Int(chance.among(1...400_000))
    let seed = UInt8(truncatingIfNeeded: chance.next())
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 >> 3) &+ seed }
    let header = JournalHeader(
      contentType: "public.data", metadata: [seed], content: content, digest: StandInHash.digest)
    do throws(JournalRefusal) {
      let (id, actions) = try readers[index].group.add(bytes: count, header, at: agenda.now)
      for chunk in 0..<JournalLimits.chunkCount(of: count) {
        let range = JournalLimits.range(of: chunk, in: count)
        readers[index].chunks[id, default: [:]][chunk] = Array(content[range])
      }
      contents[id] = SimulatedContent(content: content, isByLiar: readers[index].isLiar)
      report.added += 1
      perform(actions, index)
    } catch { fail("an attachment was refused: \(error)") }
  }

  private mutating func remove(by index: Int) {
    let own = readers[index].group.attachments.filter { $0.uploader == readers[index].id }
    guard let attachment = own.first else { return }
    do throws(JournalRefusal) {
      perform(try readers[index].group.remove(attachment.id, at: agenda.now), index)
      contents[attachment.id]?.isRemoved = true
      report.removed += 1
    } catch { fail("a removal was refused: \(error)") }
  }

  private mutating func load(_ id: Bytes16, by index: Int) {
    readers[index].awaited.insert(id)
    do throws(JournalRefusal) {
      perform(try readers[index].group.load(id, at: agenda.now), index)
    } catch { fail("a load was refused: \(error)") }
  }

  private mutating func leave(_ index: Int) {
    guard !readers[index].isLiar, readers.count(where: \.isHere) > 2 else { return }
    step(index) { $0.detach(at: $1) }
    readers[index].isHere = false
    participantsChanged()
    come()
  }

  // MARK: Checks

  private mutating func fail(_ text: String) {
    report.failures.append("seed \(plan.seed) · \(text)")
  }

  /// The attachments of which an honest participant that is here has a complete copy.
  private var held: Set<Bytes16> {
    let honest = readers.filter { $0.isHere && !$0.isLiar }
    return Set(contents.keys.filter { id in honest.contains { $0.group.isComplete(id) } })
  }

  private mutating func check(held: Set<Bytes16>) {
    let here = readers.filter { $0.isHere && !$0.isLiar }
    // Participants that know the liar do not ask it, even for the headers of its own attachments.
    let liars = Set(readers.filter(\.isLiar).map(\.id))
    let lists = here.map { reader in
      reader.group.attachments.filter { !liars.contains($0.uploader) }.map(\.id)
    }
    if Set(lists).count > 1 { fail("the lists of the participants differ") }
    let listed = Set(lists.first ?? [])
    for (id, attachment) in contents {
      if attachment.isRemoved, listed.contains(id) { fail("a removed attachment is listed") }
      guard !attachment.isRemoved, held.contains(id) else { continue }
      if !attachment.isByLiar, !listed.contains(id) { fail("an attachment is not listed") }
      for reader in here
      where !reader.group.isComplete(id)
        && reader.group.attachments.contains(where: { $0.id == id })
      {
        fail("an attachment that somebody has was not loaded")
      }
    }
    if readers.contains(where: { $0.isHere && !$0.awaited.isEmpty }) {
      fail("a load did not end")
    }
  }
}
