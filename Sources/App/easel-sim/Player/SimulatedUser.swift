import BoardContract
import BoardLog
import BoardModel
import BoardPaper
import BoardSync
import EaselBase
import GroupCore
import GroupTesting
import SessionCore

/// The user of a player, who draws at random.
struct SimulatedUser {
  let player: Player
  let context: PlayerContext

  /// The state that the user keeps between two acts.
  struct State {
    fileprivate var pen: Pen?
    /// The number of the appearance that was shown last: 1, 2, 3 …
    fileprivate(set) var shown: UInt64 = 0
    /// The number of the notice that was sent last.
    fileprivate var noticed: UInt64 = 0
  }

  /// A stroke in progress.
  fileprivate struct Pen {
    let entry: EntryID
    var points: [BoardPoint]
    let beganAt: Uptime
  }

  func act() {
    if context.world.plan.crowded != nil {
      player.driver.client.board.keepReplicaUsable()
      if context.person.lies {
        HostileMember(player: player, context: context).attack()
        if context.world.chance.percent(10) { LyingMember(player: player, context: context).lie() }
      } else {
        revoke()
      }
    } else if context.person.lies {
      LyingMember(player: player, context: context).lie()
    }
    guard context.person.mayDraw else { return watch() }
    if player.user.pen != nil { return movePen() }
    if context.world.plan.hasImages, context.world.chance.percent(40) {
      return ImageUser(player: player, context: context).act()
    }
    if context.world.plan.hasDiagrams, context.world.chance.percent(60) {
      return DiagramUser(player: player, context: context).act()
    }
    switch context.world.chance.below(100) {
    case ..<30: touchPen()
    case ..<55: dot()
    case ..<60: point()
    case ..<68: undo()
    case ..<73: redo()
    case ..<79: change(.hide)
    case ..<82: clear()
    case ..<85: change(.move(offset(using: &context.world.chance)))
    case ..<90: change(appearance())
    case ..<92:
      if let hide = player.picture.latestHide { player.record(.cancel(hide), in: context) }
    case 92: takeBack()
    case ..<96: type()
    case ..<97: recordPaper()
    default: notify()
    }
  }

  private func watch() {
    if context.world.chance.percent(20) { notify() } else { point() }
  }

  private func point() {
    player.user.shown += 1
    let appearance = player.appearance(player.user.shown)
    player.step(in: context) { $0.handle(.appear(appearance), at: context.now, using: &$1) }
  }

  /// Sends a numbered event, which shows whether each reader hears all events in order.
  private func notify() {
    player.user.noticed += 1
    let others = player.present.filter { $0 != player.participant }
    guard !others.isEmpty else { return }
    let some = Set(others.filter { _ in context.world.chance.percent(50) })
    let isForAll = some.isEmpty || context.world.chance.percent(60)
    player.wasRefused = false
    let notice = SessionNotice.lookHere(
      BoardRect(
        minX: Int32(player.user.noticed), minY: 0, maxX: Int32(player.user.noticed), maxY: 0))
    player.step(in: context) {
      $0.notify(notice, to: isForAll ? .all : .only(some), at: context.now, using: &$1)
    }
    guard !player.wasRefused, !context.person.lies else { return }
    context.world.judge.sent(
      player.user.noticed, by: player.participant, to: isForAll ? others : some.sorted(),
      all: isForAll,
      at: context.world.now)
  }

  // MARK: The pen

  private func touchPen() {
    guard let next = player.log.vector[player.replica].next else { return }
    let start = BoardPoint(
      x: Int32(context.world.chance.below(65_536)), y: Int32(context.world.chance.below(36_864)))
    let entry = EntryID(player.replica, next)
    player.user.pen = Pen(entry: entry, points: [start], beganAt: context.now)
    context.world.judge.penBegan(entry, at: start)
    let ink = Ink(color: InkColor(rgb: 0x80), width: 2)
    let style = WetStyle(kind: .pen, ink: ink, stepExponent: 0)
    player.step(in: context) {
      $0.handle(.penBegan(entry, style, start), at: context.now, using: &$1)
    }
  }

  private func dot() {
    touchPen()
    finish()
  }

  private func movePen() {
    switch context.world.chance.below(10) {
    case ..<4: extend()
    case 4:
      player.user.pen = nil
      player.step(in: context) { $0.handle(.penAbandoned, at: context.now, using: &$1) }
    default:
      extend()
      finish()
    }
  }

  private func extend() {
    guard var pen = player.user.pen, var last = pen.points.last else { return }
    var points: [BoardPoint] = []
    for _ in 0...context.world.chance.below(12) {
      last.x += Int32(context.world.chance.below(801)) - 400
      last.y += Int32(context.world.chance.below(801)) - 400
      points.append(last)
    }
    pen.points += points
    player.user.pen = pen
    context.world.judge.penMoved(pen.entry, through: points)
    player.step(in: context) { $0.handle(.penMoved(points), at: context.now, using: &$1) }
  }

  /// Makes an entry of the stroke in progress; a long stroke becomes two pieces.
  func finish() {
    guard let pen = player.user.pen else { return }
    player.user.pen = nil
    let middle = pen.points.count > 20 ? pen.points.count / 2 : pen.points.count
    if context.world.plan.crowded != nil {
      let first = BoardModel.Operation(.make(stroke(pen.points[..<middle])))
      // The stroke becomes no entry, so the others must not wait for an entry.
      guard player.mayRecord(first), player.log.canGoOn(player.replica),
        pen.entry == player.log.vector[player.replica].next.map({ EntryID(player.replica, $0) })
      else {
        return player.step(in: context) { $0.handle(.penAbandoned, at: context.now, using: &$1) }
      }
    }
    _ = player.driver.client.handle(
      .penFinished, at: context.now, using: &context.world.chance)
    var actions = [BoardModel.Operation.Action.make(stroke(pen.points[..<middle]))]
    if middle < pen.points.count {
      actions.append(.make(stroke(pen.points[(middle - 1)...], continues: true)))
    }
    player.record(actions, lasted: context.now.since(pen.beganAt), in: context)
  }

  private func stroke(
    _ points: ArraySlice<BoardPoint>, continues: Bool = false
  ) -> Item {
    let color = InkColor(rgb: UInt32(context.person.index) &* 0x1F_4C35)
    guard let packed = PackedPoints(points, stepExponent: 0) else {
      return .label(.simulated("", in: context))
    }
    return .stroke(
      Stroke(kind: .pen, ink: Ink(color: color, width: 2), points: packed, continues: continues))
  }

  /// Types a text, or gives a text other words.
  private func type() {
    let labels = player.picture.things.filter { if case .label = $0.item { true } else { false } }
    if context.world.chance.percent(50), !labels.isEmpty {
      let label = labels[context.world.chance.below(labels.count)].id
      let words = RawText("or \(context.world.chance.below(100))")
      let edit = TextEdit(words, replacing: player.picture.textEdits.wording(of: label) ?? label)
      return player.record(.change(.items([label]), .setText(edit)), in: context)
    }
    player.record(
      .make(.label(.simulated("so \(context.world.chance.below(100))", in: context))), in: context)
  }

  /// Records a text for the paper. Mostly the text is too long for one message on a link.
  private func recordPaper() {
    let rows = (0..<10 + context.world.chance.below(700)).map { row in
      PaperText.Line(runs: [.init(text: SafeText("\(row) of what somebody wrote before all this"))])
    }
    player.record(.setPaper(PaperText(lines: rows)), in: context)
  }

  // MARK: Changes

  private func undo() {
    let actions = player.picture.undoActions(
      for: player.replicaGenesis.author, run: player.replica)
    if !actions.isEmpty { player.record(actions, in: context) }
  }

  private func redo() {
    let actions = player.picture.redoActions(for: player.replicaGenesis.author)
    if !actions.isEmpty { player.record(actions, in: context) }
  }

  /// Takes back what somebody changed on things of others.
  private func takeBack() {
    let authors = player.picture.authors.filter(player.picture.hasChangedOthers)
    guard !authors.isEmpty else { return }
    let author = authors[context.world.chance.below(authors.count)]
    player.record(player.picture.takeBack(of: author), in: context)
  }

  private func change(_ effect: BoardModel.Operation.Effect) {
    let targets = player.picture.things.map(\.id).filter { _ in context.world.chance.percent(15) }
    guard !targets.isEmpty else { return }
    player.record(.change(.items(targets), effect), in: context)
  }

  /// Returns another colour, size, width, fill or place in the order of drawing.
  private func appearance() -> BoardModel.Operation.Effect {
    let world = context.world
    switch world.chance.below(8) {
    case ..<2: return .recolour(InkColor(rgb: UInt32(world.chance.below(1 << 24))))
    case ..<4:
      func scale() -> Int32 { Int32(world.chance.below(4 << 20)) - 1 << 20 }
      func shift() -> Int32 { Int32(world.chance.below(40_001)) - 20_000 }
      let scaling = BoardScaling(
        scaleX: scale(), scaleY: scale(), shiftX: shift(), shiftY: shift())
      if context.person.isOlder { return .setWidth(3) }
      return .resize(scaling ?? .identity)
    case 4: return .setWidth(UInt8(world.chance.below(8)) + 1)
    case 5: return .setFilled(world.chance.percent(50))
    default: return .reorder(world.chance.percent(60) ? .front : .back)
    }
  }

  private func clear() {
    player.record(BoardModel.Operation.Action.hide(upTo: player.log.vector), in: context)
  }

  private func offset(using chance: inout SplitMix64) -> BoardOffset {
    BoardOffset(dx: Int32(chance.below(2_001)) - 1_000, dy: Int32(chance.below(2_001)) - 1_000)
  }

  // MARK: Revoking

  /// Makes the board's owner revoke authors from time to time.
  private func revoke() {
    guard let crowded = context.world.plan.crowded, crowded.revocations > 0,
      player.replicaGenesis.author == player.log.genesis.author,
      context.world.chance.next() % 1_000 < crowded.revocations
    else { return }
    let people = context.world.people
    let heads = player.log.sortedHeads
    let known = Set(people.map(\.author))
    let isSweep = context.world.chance.percent(25)
    let hostile = people.filter(\.lies).map(\.author)
    let honest = people.filter { !$0.lies && $0.author != player.replicaGenesis.author }.map(
      \.author)
    let isMistake = context.world.chance.percent(10)
    let candidates = isMistake ? honest : hostile
    let one = candidates.isEmpty ? nil : candidates[context.world.chance.below(candidates.count)]
    let authors =
      isSweep ? Set(heads.map(\.author)).subtracting(known).sorted() : one.map { [$0] } ?? []
    guard !authors.isEmpty, authors.count <= Revocation.authorsMax else { return }
    var vector: [ReplicaID: SequenceNumber] = [:]
    for head in heads where authors.contains(head.author) && head.sequence.raw > 0 {
      // The revocation lets only the first entries of some replicas count, and no entry of others.
      let cut = context.world.chance.percent(70) ? 0 : context.world.chance.next() % 4
      if head.sequence.raw > cut {
        vector[head.replica] = SequenceNumber(head.sequence.raw - cut)
      }
    }
    guard vector.count <= Revocation.replicasMax else { return }
    let allowsNewReplicas = !isMistake && context.world.chance.percent(30)
    player.record(
      Revocation(
        authors: authors, vector: VersionVector(vector), allowsNewReplicas: allowsNewReplicas),
      in: context)
  }
}

extension Label {
  /// Returns a label at a random place.
  static func simulated(_ text: String, in context: PlayerContext) -> Label {
    Label(
      origin: BoardPoint(x: Int32(context.world.chance.below(60_000)), y: 100), columnWidth: 512,
      rowHeight: 1_024, color: InkColor(rgb: 0x80FF), text: SafeText(text))
  }
}

extension WetPoint {
  init(_ point: BoardPoint) { self.init(x: point.x, y: point.y) }
}
