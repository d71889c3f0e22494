import BoardCodec
import BoardLog
import BoardModel
import EaselBase
import GroupCore
import GroupTesting

// The attacks of hostile members in a crowded world.
extension EaselPlayer {
  /// The state that a hostile member keeps of its attacks on one board.
  struct Attacks {
    var count = 0
    var filling: [ForgedChain] = []
    var invented: [ForgedChain] = []
  }

  func attack(at seat: PlayerContext) {
    guard let crowded = seat.world.plan.crowded, present.count > 1,
      let kinds = crowded.hostile[seat.person.index], attacks.count < crowded.attacksMax,
      seat.world.chance.percent(30)
    else { return }
    attacks.count += 1
    switch kinds[seat.world.chance.below(kinds.count)] {
    case .contradicts: contradict(at: seat)
    case .overfills: overfill(at: seat)
    case .inventsAuthors: inventAuthors(at: seat)
    case .replays: replay(at: seat)
    case .runsAhead: runAhead(at: seat)
    case .passesOn: passOn(at: seat)
    }
  }

  private func show(_ entries: [Entry], to recipients: Recipients, at seat: PlayerContext) {
    for run in EntryRun.encoded(entries) {
      send(.entries(run), to: recipients, .reliable, at: seat)
    }
  }

  /// Returns all participants, or about half of them.
  private func some(at seat: PlayerContext) -> Recipients {
    guard seat.world.chance.percent(50) else { return .all }
    return .only(Set(present.filter { $0 != participant && seat.world.chance.percent(50) }))
  }

  private func operation(at seat: PlayerContext) -> BoardModel.Operation {
    let entries = shelf.known
    let thing = entries.isEmpty ? nil : entries[seat.world.chance.below(entries.count)].id
    switch seat.world.chance.below(5) {
    case 0: return .init(.change(.items(thing.map { [$0] } ?? []), .hide))
    case 1: return .init(.cancel(thing ?? EntryID(replica, SequenceNumber(1))))
    case 2: return .init(.change(.upTo(VersionVector([replica: SequenceNumber(9)])), .hide))
    default:
      let text = String(repeating: "x", count: 1 + seat.world.chance.below(60))
      return .init(.make(.label(label(text, at: seat))))
    }
  }

  /// Begins a new replica of the same author.
  private func newChain(at seat: PlayerContext) -> ForgedChain {
    ForgedChain(by: birth.publicKey, nonce: seat.person.nonce(), on: log.board)
  }

  private func strangersChain(at seat: PlayerContext) -> ForgedChain {
    ForgedChain(
      by: StandInSigner.publicKey(seat.world.chance.next() | 1 << 40), nonce: seat.person.nonce(),
      on: log.board)
  }

  /// Returns a time near a limit: of the clock, of the lead, or of what is too early now.
  private func far(at seat: PlayerContext) -> UInt64 {
    let lead = log.genesis.time.raw + Log.lamportLead
    switch seat.world.chance.below(5) {
    case 0: return log.lamport.raw + 1
    case 1: return lead - UInt64(seat.world.chance.below(6))
    case 2: return lead + UInt64(log.count) + UInt64(seat.world.chance.below(4))
    case 3: return lead + UInt64(log.count) + UInt64(seat.world.chance.below(300))
    default: return lead + UInt64(seat.world.chance.below(log.count + 2))
    }
  }

  private func contradict(at seat: PlayerContext) {
    var trunk = newChain(at: seat)
    let start = far(at: seat)
    let common = (0..<seat.world.chance.below(3)).map { step in
      trunk.write(operation(at: seat), at: max(1, start / 2) + UInt64(step))
    }
    let branches = (0..<2 + seat.world.chance.below(2)).map { _ in
      var branch = trunk
      let time = seat.world.chance.percent(60) ? start : far(at: seat)
      return (0...seat.world.chance.below(3)).map { step in
        branch.write(operation(at: seat), at: time + UInt64(step))
      }
    }
    for other in present where other != participant {
      let branch = branches[seat.world.chance.below(branches.count)]
      show(common + branch, to: .only([other]), at: seat)
    }
  }

  /// Fills the allowance with replicas of earlier and later times, whose entries compete for the
  /// same room.
  private func overfill(at seat: PlayerContext) {
    if attacks.filling.count < 4 { attacks.filling.append(newChain(at: seat)) }
    let place = seat.world.chance.below(attacks.filling.count)
    let allowance = log.allowance(of: birth.author).drawing
    let size = min(900, max(20, allowance / 20))
    var entries: [Entry] = []
    var time = attacks.filling[place].last?.stamp.lamport.raw ?? 0
    if time == 0 {
      let latest = Int(clamping: min(log.lamport.raw, 1 << 20))
      time = UInt64(seat.world.chance.below(latest + 1))
    }
    for _ in 0...seat.world.chance.below(8) {
      time += 1 + UInt64(seat.world.chance.below(3))
      let text = String(repeating: "y", count: 1 + seat.world.chance.below(size))
      let operation = BoardModel.Operation(.make(.label(label(text, at: seat))))
      entries.append(attacks.filling[place].write(operation, at: time))
    }
    show(entries, to: some(at: seat), at: seat)
  }

  private func inventAuthors(at seat: PlayerContext) {
    for _ in 0...seat.world.chance.below(4) {
      if attacks.invented.count < 40 { attacks.invented.append(strangersChain(at: seat)) }
      let place = seat.world.chance.below(attacks.invented.count)
      let last = attacks.invented[place].last?.stamp.lamport.raw ?? 0
      let entries = (0...seat.world.chance.below(2)).map { step in
        attacks.invented[place].write(
          operation(at: seat), at: max(last, log.lamport.raw) + 1 + UInt64(step))
      }
      show(entries, to: some(at: seat), at: seat)
    }
  }

  /// Replays the entries of another board unchanged.
  private func replay(at seat: PlayerContext) {
    let foreign = seat.world.foreign
    guard !foreign.isEmpty else { return }
    let start = seat.world.chance.below(foreign.count)
    show(Array(foreign[start...].prefix(6)), to: some(at: seat), at: seat)
  }

  private func runAhead(at seat: PlayerContext) {
    var chain = newChain(at: seat)
    let latest = log.genesis.time.raw + UInt64(log.count) + 1 + Log.lamportLead
    let starts = [
      latest, latest + 1, latest + UInt64(seat.world.chance.below(500)), 1 << 40,
      Lamport.max.raw - 1,
    ]
    let start = starts[seat.world.chance.below(starts.count)]
    let entries = (0...seat.world.chance.below(3)).map { step in
      chain.write(operation(at: seat), at: start + UInt64(step))
    }
    show(entries, to: some(at: seat), at: seat)
  }

  /// Sends entries of unknown authors. Also sends entries in the name of a known author that would
  /// wait for entries that never come.
  private func passOn(at seat: PlayerContext) {
    var chain = strangersChain(at: seat)
    var entries = (0...seat.world.chance.below(3)).map { step in
      chain.write(operation(at: seat), at: log.lamport.raw + 1 + UInt64(step))
    }
    let authors = seat.world.people.filter { $0.mayDraw }
    let author = authors[seat.world.chance.below(authors.count)].author
    var previous = entries[0].digest
    let replica = ReplicaID(Bytes16(high: seat.world.chance.next(), low: 2))
    for number in 5...(5 + seat.world.chance.next() % 40) {
      let entry = Entry(
        stamp: Stamp(
          id: EntryID(replica, SequenceNumber(number)), author: author,
          lamport: Lamport(log.lamport.raw + number), at: 0, lasted: 0),
        previous: previous, birth: nil, payload: [1, 2, 3], signature: [7])
      previous = entry.digest
      entries.append(entry)
    }
    seat.world.judge.mustNotCount.formUnion(entries.map(\.digest))
    seat.world.judge.mustNotWait.formUnion(entries.map(\.digest))
    show(entries, to: some(at: seat), at: seat)
  }
}
