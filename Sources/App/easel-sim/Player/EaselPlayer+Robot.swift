import BoardClient
import BoardModel
import BoardSync
import EaselBase
import GroupCore
import GroupTesting

// The acts of the person at this player.
extension EaselPlayer {
  func act(at seat: PlayerContext) {
    if seat.world.plan.crowded != nil {
      client.board.keepReplicaUsable()
      if seat.person.lies {
        attack(at: seat)
        if seat.world.chance.percent(10) { lie(at: seat) }
      } else {
        revoke(at: seat)
      }
    } else if seat.person.lies {
      lie(at: seat)
    }
    guard seat.person.mayDraw else { return watch(at: seat) }
    if pen != nil { return movePen(at: seat) }
    switch seat.world.chance.below(100) {
    case ..<30: touchPen(at: seat)
    case ..<55: dot(at: seat)
    case ..<60: point(at: seat)
    case ..<68: undo(at: seat)
    case ..<73: redo(at: seat)
    case ..<79: change(.hide, at: seat)
    case ..<82: clear(at: seat)
    case ..<87: change(.move(offset(using: &seat.world.chance)), at: seat)
    case ..<90: change(.recolour(InkColor(rgb: UInt32(seat.world.chance.below(1 << 24)))), at: seat)
    case ..<93: if let hide = picture.latestHide { record(.cancel(hide), at: seat) }
    case ..<96: type(at: seat)
    case ..<97: layPaper(at: seat)
    default: lookHere(at: seat)
    }
  }

  func rest(at seat: PlayerContext) { finish(at: seat) }

  private func watch(at seat: PlayerContext) {
    if seat.world.chance.percent(20) { lookHere(at: seat) } else { point(at: seat) }
  }

  private func point(at seat: PlayerContext) {
    shown += 1
    let appearance = appearance(shown)
    step(at: seat) { $0.appear(appearance, at: seat.now, using: &$1) }
  }

  /// Sends a numbered event, which shows whether each reader hears all events in order.
  private func lookHere(at seat: PlayerContext) {
    eventsTold += 1
    let others = present.filter { $0 != participant }
    guard !others.isEmpty else { return }
    let some = Set(others.filter { _ in seat.world.chance.percent(50) })
    let isForAll = some.isEmpty || seat.world.chance.percent(60)
    wasRefused = false
    let happening = SessionNotice.lookHere(
      BoardRect(minX: Int32(eventsTold), minY: 0, maxX: Int32(eventsTold), maxY: 0))
    step(at: seat) {
      $0.notify(happening, to: isForAll ? .all : .only(some), at: seat.now, using: &$1)
    }
    guard !wasRefused, !seat.person.lies else { return }
    seat.world.judge.told(
      eventsTold, by: participant, to: isForAll ? others : some.sorted(), all: isForAll,
      at: seat.world.now)
  }

  // MARK: The pen

  private func touchPen(at seat: PlayerContext) {
    guard let next = log.vector[replica].next else { return }
    let start = BoardPoint(
      x: Int32(seat.world.chance.below(65_536)), y: Int32(seat.world.chance.below(36_864)))
    let entry = EntryID(replica, next)
    pen = Pen(entry: entry, points: [start], beganAt: seat.now)
    seat.world.judge.penBegan(entry, at: start)
    let ink = Ink(color: InkColor(rgb: 0x80), width: 2)
    let style = WetStyle(kind: .pen, ink: ink, stepExponent: 0)
    step(at: seat) { $0.penBegan(entry, style, at: start, now: seat.now, using: &$1) }
  }

  private func dot(at seat: PlayerContext) {
    touchPen(at: seat)
    finish(at: seat)
  }

  private func movePen(at seat: PlayerContext) {
    switch seat.world.chance.below(10) {
    case ..<4: extend(at: seat)
    case 4:
      pen = nil
      step(at: seat) { $0.penAbandoned(at: seat.now, using: &$1) }
    default:
      extend(at: seat)
      finish(at: seat)
    }
  }

  private func extend(at seat: PlayerContext) {
    guard var pen, var last = pen.points.last else { return }
    var points: [BoardPoint] = []
    for _ in 0...seat.world.chance.below(12) {
      last.x += Int32(seat.world.chance.below(801)) - 400
      last.y += Int32(seat.world.chance.below(801)) - 400
      points.append(last)
    }
    pen.points += points
    self.pen = pen
    seat.world.judge.penMoved(pen.entry, through: points)
    step(at: seat) { $0.penMoved(through: points, at: seat.now, using: &$1) }
  }

  /// Makes an entry of the stroke in progress; a long stroke becomes two pieces.
  func finish(at seat: PlayerContext) {
    guard let pen else { return }
    self.pen = nil
    let middle = pen.points.count > 20 ? pen.points.count / 2 : pen.points.count
    if seat.world.plan.crowded != nil {
      let first = BoardModel.Operation(.make(stroke(pen.points[..<middle], at: seat)))
      // The stroke becomes no entry, so that the others must not wait for one.
      guard mayRecord(first), log.canGoOn(replica),
        pen.entry == log.vector[replica].next.map({ EntryID(replica, $0) })
      else { return step(at: seat) { $0.penAbandoned(at: seat.now, using: &$1) } }
    }
    client.penFinished()
    var actions = [BoardModel.Operation.Action.make(stroke(pen.points[..<middle], at: seat))]
    if middle < pen.points.count {
      actions.append(.make(stroke(pen.points[(middle - 1)...], continues: true, at: seat)))
    }
    record(actions, lasted: seat.now.since(pen.beganAt), at: seat)
  }

  private func stroke(
    _ points: ArraySlice<BoardPoint>, continues: Bool = false, at seat: PlayerContext
  ) -> Item {
    let color = InkColor(rgb: UInt32(seat.person.index) &* 0x1F_4C35)
    guard let packed = PackedPoints(points, stepExponent: 0) else {
      return .label(label("", at: seat))
    }
    return .stroke(
      Stroke(kind: .pen, ink: Ink(color: color, width: 2), points: packed, continues: continues))
  }

  func label(_ text: String, at seat: PlayerContext) -> Label {
    Label(
      origin: BoardPoint(x: Int32(seat.world.chance.below(60_000)), y: 100), columnWidth: 512,
      rowHeight: 1_024, color: InkColor(rgb: 0x80FF), text: SafeText(text))
  }

  private func type(at seat: PlayerContext) {
    record(.make(.label(label("so \(seat.world.chance.below(100))", at: seat))), at: seat)
  }

  /// Lays a text that is mostly too long for one message on a link.
  private func layPaper(at seat: PlayerContext) {
    let rows = (0..<10 + seat.world.chance.below(700)).map { row in
      PaperText.Line(runs: [.init(text: SafeText("\(row) of what somebody wrote before all this"))])
    }
    record(.lay(PaperText(lines: rows)), at: seat)
  }

  // MARK: Changes

  private func undo(at seat: PlayerContext) {
    guard let action = picture.undo(for: birth.author, run: replica) else { return }
    record(action, at: seat)
  }

  private func redo(at seat: PlayerContext) {
    guard let action = picture.redo(for: birth.author) else { return }
    record(action, at: seat)
  }

  private func change(_ effect: BoardModel.Operation.Effect, at seat: PlayerContext) {
    let targets = picture.things.map(\.id).filter { _ in seat.world.chance.percent(15) }
    guard !targets.isEmpty else { return }
    record(.change(.items(targets), effect), at: seat)
  }

  private func clear(at seat: PlayerContext) {
    record(BoardModel.Operation.Action.hide(upTo: log.vector), at: seat)
  }

  private func offset(using chance: inout SplitMix64) -> BoardOffset {
    BoardOffset(dx: Int32(chance.below(2_001)) - 1_000, dy: Int32(chance.below(2_001)) - 1_000)
  }

  /// Returns the player's appearance, with a number in place of a time.
  func appearance(_ number: UInt64) -> Appearance {
    Appearance(
      author: birth.author, name: SafeText("somebody"), color: InkColor(rgb: 0x80FF), sign: 0,
      since: Int64(number))
  }
}

extension WetPoint {
  init(_ point: BoardPoint) { self.init(x: point.x, y: point.y) }
}
