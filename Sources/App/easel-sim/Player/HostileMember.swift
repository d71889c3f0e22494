import BoardCodec
import BoardLog
import BoardModel
import EaselBase
import GroupBase
import GroupCore
import GroupTesting

/// A hostile member of a crowded world, which attacks through its player.
struct HostileMember {
  let player: Player
  let context: PlayerContext

  /// The state of the hostile member's attacks on one board.
  struct Attacks {
    fileprivate var count = 0
    fileprivate var filling: [ForgedChain] = []
    fileprivate var invented: [ForgedChain] = []
  }

  func attack() {
    guard let crowded = context.world.plan.crowded, player.present.count > 1,
      let kinds = crowded.hostile[context.person.index], player.attacks.count < crowded.attacksMax,
      context.world.chance.percent(30)
    else { return }
    player.attacks.count += 1
    switch kinds[context.world.chance.below(kinds.count)] {
    case .contradicts: contradict()
    case .overfills: overfill()
    case .inventsAuthors: inventAuthors()
    case .replays: replay()
    case .runsAhead: runAhead()
    case .reachesAhead: reachAhead()
    case .movesEverything: moveEverything()
    case .toggles: toggle()
    case .namesUnknown: nameUnknown()
    case .passesOn: passOn()
    case .crowdsLinks: HostileWatcher(player: player, context: context).crowdLinks()
    case .claims: HostileWatcher(player: player, context: context).claim()
    case .speaksForAnother: HostileWatcher(player: player, context: context).speakForAnother()
    case .takesColor: HostileWatcher(player: player, context: context).takeColor()
    }
  }

  private func show(_ entries: [Entry], to recipients: Recipients) {
    for run in EntryRun.encoded(entries) {
      player.send(.entries(run), to: recipients, .reliable, in: context)
    }
  }

  /// Returns all participants, or about half of them.
  private func some() -> Recipients {
    guard context.world.chance.percent(50) else { return .all }
    return .only(
      Set(player.present.filter { $0 != player.participant && context.world.chance.percent(50) }))
  }

  private func operation() -> BoardModel.Operation {
    let entries = player.shelf.known
    let thing = entries.isEmpty ? nil : entries[context.world.chance.below(entries.count)].id
    switch context.world.chance.below(5) {
    case 0: return .init(.change(.items(thing.map { [$0] } ?? []), .hide))
    case 1: return .init(.cancel(thing ?? EntryID(player.replica, SequenceNumber(1))))
    case 2: return .init(.change(.upTo(VersionVector([player.replica: SequenceNumber(9)])), .hide))
    default:
      let text = String(repeating: "x", count: 1 + context.world.chance.below(60))
      return .init(.make(.label(.simulated(text, in: context))))
    }
  }

  /// Begins a new replica of the same author.
  private func newChain() -> ForgedChain {
    ForgedChain(
      by: player.replicaGenesis.publicKey, nonce: context.person.nonce(), on: player.log.board)
  }

  private func chainOfUnknownAuthor() -> ForgedChain {
    ForgedChain(
      by: StandInSigner.publicKey(context.world.chance.next() | 1 << 40),
      nonce: context.person.nonce(),
      on: player.log.board)
  }

  /// Returns a time near a limit: just after the log's time, just below the allowed lead, or near
  /// the latest time that the size of the log allows.
  private func far() -> UInt64 {
    let lead = player.log.genesis.time.raw + Log.lamportLead
    switch context.world.chance.below(5) {
    case 0: return player.log.lamport.raw + 1
    case 1: return lead - UInt64(context.world.chance.below(6))
    case 2: return lead + UInt64(player.log.count) + UInt64(context.world.chance.below(4))
    case 3: return lead + UInt64(player.log.count) + UInt64(context.world.chance.below(300))
    default: return lead + UInt64(context.world.chance.below(player.log.count + 2))
    }
  }

  private func contradict() {
    var trunk = newChain()
    let start = far()
    let common = (0..<context.world.chance.below(3)).map { step in
      trunk.write(operation(), at: max(1, start / 2) + UInt64(step))
    }
    let branches = (0..<2 + context.world.chance.below(2)).map { _ in
      var branch = trunk
      let time = context.world.chance.percent(60) ? start : far()
      return (0...context.world.chance.below(3)).map { step in
        branch.write(operation(), at: time + UInt64(step))
      }
    }
    for other in player.present where other != player.participant {
      let branch = branches[context.world.chance.below(branches.count)]
      show(common + branch, to: .only([other]))
    }
  }

  /// Fills the allowance with replicas of earlier and later times, whose entries compete for the
  /// same room.
  private func overfill() {
    if player.attacks.filling.count < 4 { player.attacks.filling.append(newChain()) }
    let index = context.world.chance.below(player.attacks.filling.count)
    let allowance = player.log.allowance(of: player.replicaGenesis.author).drawing
    let size = min(900, max(20, allowance / 20))
    var entries: [Entry] = []
    var time = player.attacks.filling[index].last?.stamp.lamport.raw ?? 0
    if time == 0 {
      let latest = Int(clamping: min(player.log.lamport.raw, 1 << 20))
      time = UInt64(context.world.chance.below(latest + 1))
    }
    for _ in 0...context.world.chance.below(8) {
      time += 1 + UInt64(context.world.chance.below(3))
      let text = String(repeating: "y", count: 1 + context.world.chance.below(size))
      let operation = BoardModel.Operation(.make(.label(.simulated(text, in: context))))
      entries.append(player.attacks.filling[index].write(operation, at: time))
    }
    show(entries, to: some())
  }

  private func inventAuthors() {
    for _ in 0...context.world.chance.below(4) {
      if player.attacks.invented.count < 40 {
        player.attacks.invented.append(chainOfUnknownAuthor())
      }
      let index = context.world.chance.below(player.attacks.invented.count)
      let last = player.attacks.invented[index].last?.stamp.lamport.raw ?? 0
      let entries = (0...context.world.chance.below(2)).map { step in
        player.attacks.invented[index].write(
          operation(), at: max(last, player.log.lamport.raw) + 1 + UInt64(step))
      }
      show(entries, to: some())
    }
  }

  /// Replays the entries of another board unchanged.
  private func replay() {
    let foreign = context.world.foreign
    guard !foreign.isEmpty else { return }
    let start = context.world.chance.below(foreign.count)
    show(Array(foreign[start...].prefix(6)), to: some())
  }

  private func runAhead() {
    var chain = newChain()
    let latest = player.log.genesis.time.raw + UInt64(player.log.count) + 1 + Log.lamportLead
    let starts = [
      latest, latest + 1, latest + UInt64(context.world.chance.below(500)), 1 << 40,
      Lamport.max.raw - 1,
    ]
    let start = starts[context.world.chance.below(starts.count)]
    let entries = (0...context.world.chance.below(3)).map { step in
      chain.write(operation(), at: start + UInt64(step))
    }
    show(entries, to: some())
  }

  /// Shows what a new replica of the member writes from now on.
  private func write(_ operations: [BoardModel.Operation]) {
    var chain = newChain()
    let start = player.log.lamport.raw + 1
    let entries = operations.enumerated().map { number, operation in
      chain.write(operation, at: start + UInt64(number))
    }
    show(entries, to: .all)
  }

  /// Hides, moves and cancels what others draw from now on.
  private func reachAhead() {
    let heads = player.log.sortedHeads
    guard !heads.isEmpty else { return }
    let victim = heads[context.world.chance.below(heads.count)]
    let next = (1...40).map {
      EntryID(victim.replica, SequenceNumber(victim.sequence.raw + UInt64($0)))
    }
    let far = VersionVector([victim.replica: SequenceNumber(1 << 52)])
    let edge = BoardOffset(dx: BoardPoint.limit, dy: BoardPoint.limit)
    let actions: [[BoardModel.Operation.Action]] = [
      [.change(.upTo(far), .hide)], [.change(.items(next), .move(edge))],
      [.change(.items(next), .hide), .change(.items(next), .setWidth(8))],
      next.prefix(3).map { .cancel($0) },
    ]
    write(actions[context.world.chance.below(actions.count)].map { .init($0) })
  }

  private func moveEverything() {
    let things = player.picture.things.prefix(Limits.targets).map(\.id)
    let edge = BoardOffset(dx: BoardPoint.limit, dy: BoardPoint.limit)
    write([.init(.change(.items(things), .move(edge)))])
  }

  /// Moves and hides things in one gesture, and cancels and restores it many times.
  private func toggle() {
    let things = player.picture.things.prefix(200).map(\.id)
    let offset = BoardOffset(dx: 1, dy: 1)
    var chain = newChain()
    let start = player.log.lamport.raw + 1
    var entries = [chain.write(.init(.change(.items(things), .move(offset))), at: start)]
    let first = entries[0].id
    for number in 1...20 {
      let action: BoardModel.Operation.Action =
        number < 5
        ? .change(.items(things), number % 2 == 0 ? .hide : .move(offset))
        : number % 2 == 0 ? .restore(first) : .cancel(first)
      let gesture = number < 5 ? first.sequence : nil
      entries.append(chain.write(.init(action, gesture: gesture), at: start + UInt64(number)))
    }
    show(entries, to: .all)
  }

  private func nameUnknown() {
    func replica() -> ReplicaID { ReplicaID(Bytes16(high: context.world.chance.next(), low: 3)) }
    let ids = (1...100).map { EntryID(replica(), SequenceNumber(UInt64($0))) }
    let vector = VersionVector(
      Dictionary(uniqueKeysWithValues: ids.map { ($0.replica, $0.sequence) }))
    write([
      .init(.change(.items(ids), .hide)), .init(.change(.upTo(vector), .hide)),
      .init(.cancel(ids[0])), .init(.takeBack(from: SequenceNumber(1), upTo: ids[9])),
    ])
  }

  /// Sends entries of unknown authors. Also sends entries in the name of a known author whose
  /// predecessors never come, so that they would have to wait.
  private func passOn() {
    var chain = chainOfUnknownAuthor()
    var entries = (0...context.world.chance.below(3)).map { step in
      chain.write(operation(), at: player.log.lamport.raw + 1 + UInt64(step))
    }
    let authors = context.world.people.filter { $0.mayDraw }
    let author = authors[context.world.chance.below(authors.count)].author
    var previous = entries[0].digest
    let replica = ReplicaID(Bytes16(high: context.world.chance.next(), low: 2))
    for number in 5...(5 + context.world.chance.next() % 40) {
      let entry = Entry(
        stamp: Stamp(
          id: EntryID(replica, SequenceNumber(number)), author: author,
          lamport: Lamport(player.log.lamport.raw + number), at: 0, lasted: 0),
        previous: previous, replicaGenesis: nil, payload: [1, 2, 3], signature: [7])
      previous = entry.digest
      entries.append(entry)
    }
    context.world.judge.mustNotCount.formUnion(entries.map(\.digest))
    context.world.judge.mustNotWait.formUnion(entries.map(\.digest))
    show(entries, to: some())
  }
}
