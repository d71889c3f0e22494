import BoardModel
import EaselBase

/// The picture again, worked out in the most obvious way from the list of all operations: no state,
/// no order of arrival, nothing shared with `Picture`.
struct Oracle {
  struct Seen: Hashable {
    var id: EntryID
    var item: Item
    var pieces: [Stroke]
    var offset: BoardOffset
    var color: InkColor?
  }

  let entries: [Entry]

  init(_ entries: some Swift.Sequence<Entry>) {
    self.entries = Set(entries).filter(\.operation.action.isAllowed).sorted {
      ($0.stamp.order, $0.id.sequence) < ($1.stamp.order, $1.id.sequence)
    }
  }

  /// The visible things, bottom to top.
  var things: [Seen] {
    let seen = entries.filter { isWhole($0) && isActive($0) }.compactMap(seen)
    // A thing that was brought to the front lies at the place of that change. A thing that was sent
    // to the back lies below all others, and the last one that was sent there lies lowest.
    func rank(_ id: EntryID) -> Int { entries.firstIndex { $0.id == id } ?? 0 }
    func key(_ thing: (seen: Seen, form: Form)) -> [Int] {
      let own = rank(thing.seen.id)
      guard let change = thing.form.reordering.map(rank) else { return [1, own, own] }
      return thing.form.level == .front ? [1, change, own] : [0, -change, own]
    }
    return seen.sorted { key($0).lexicographicallyPrecedes(key($1)) }.map(\.seen)
  }

  private func seen(_ entry: Entry) -> (seen: Seen, form: Form)? {
    guard case .make(let item) = entry.operation.action else { return nil }
    var seen = Seen(id: entry.id, item: item, pieces: [], offset: .zero, color: nil)
    let parts = entries.filter { whole(of: $0)?.id == entry.id }
    let later = parts.filter { $0.id != entry.id }.sorted { $0.id < $1.id }
    for case .make(.stroke(let piece)) in later.map(\.operation.action) {
      seen.pieces.append(piece)
    }
    var (dx, dy) = (0, 0)
    var form = Form()
    let counted = counted(on: entry, parts)
    for change in entries where isActive(change) {
      guard case .change(let targets, let effect) = change.operation.action,
        aims(targets, at: entry, parts)
      else { continue }
      switch effect {
      case .hide: return nil
      case .move(let offset): (dx, dy) = (dx + Int(offset.dx), dy + Int(offset.dy))
      default: if counted.contains(change.id) { form.note(effect, change.id) }
      }
    }
    let bound = 2 * Int(BoardPoint.limit)
    seen.offset = BoardOffset(
      dx: Int32(min(max(dx, -bound), bound)), dy: Int32(min(max(dy, -bound), bound)))
    seen.color = form.color.map { InkColor(rgb: $0.rgb, alpha: alpha(of: item)) }
    seen.item = form.apply(to: item)
    seen.pieces = seen.pieces.map(form.apply)
    return (seen, form)
  }

  var paper: [PaperText.Line] {
    let layings = entries.filter { entry in
      if case .lay = entry.operation.action { return isActive(entry) }
      return false
    }
    let heads = Set(layings.map { head(of: $0).id })
    guard let top = entries.last(where: { heads.contains($0.id) }) else { return [] }
    return layings.filter { head(of: $0).id == top.id }.sorted { $0.id < $1.id }
      .flatMap { entry -> [PaperText.Line] in
        if case .lay(let text) = entry.operation.action { return text.lines }
        return []
      }
  }

  private func entry(_ id: EntryID) -> Entry? { entries.first { $0.id == id } }

  private func head(of entry: Entry) -> Entry {
    guard let gesture = entry.operation.gesture, gesture < entry.id.sequence,
      let first = self.entry(EntryID(entry.id.replica, gesture)),
      !entry.isVerdict, !first.isVerdict
    else { return entry }
    return head(of: first)
  }

  private func isActive(_ entry: Entry) -> Bool {
    var stands = true
    for verdict in entries {
      let (target, cancels): (EntryID, Bool)
      switch verdict.operation.action {
      case .cancel(let id): (target, cancels) = (id, true)
      case .restore(let id): (target, cancels) = (id, false)
      default: continue
      }
      guard let about = self.entry(target), head(of: about).id == head(of: entry).id else {
        continue
      }
      var isHide = false
      if case .change(_, .hide) = entry.operation.action { isHide = true }
      if verdict.stamp.author == entry.stamp.author || isHide { stands = !cancels }
    }
    return stands
  }

  /// The thing an operation made or is a piece of.
  private func whole(of entry: Entry) -> Entry? {
    guard case .make(let item) = entry.operation.action else { return nil }
    guard case .stroke(let stroke) = item, stroke.continues else { return entry }
    let earlier = entries.filter { other in
      guard other.id.replica == entry.id.replica, other.id.sequence < entry.id.sequence,
        head(of: other).id == head(of: entry).id,
        case .make(.stroke(let stroke)) = other.operation.action
      else { return false }
      return !stroke.continues
    }
    return earlier.max { $0.id < $1.id } ?? entry
  }

  private func isWhole(_ entry: Entry) -> Bool { whole(of: entry)?.id == entry.id }

  private func aims(_ targets: Operation.Targets, at entry: Entry, _ parts: [Entry]) -> Bool {
    switch targets {
    case .items(let ids): ids.contains { id in parts.contains { $0.id == id } }
    case .upTo(let vector): vector.covers(entry.id)
    }
  }

  /// The changes of each property that may have an effect on a thing: the highest ones.
  private func counted(on entry: Entry, _ parts: [Entry]) -> Set<EntryID> {
    var byProperty: [Int: [EntryID]] = [:]
    for change in entries {
      guard case .change(let targets, let effect) = change.operation.action,
        aims(targets, at: entry, parts), let property = property(of: effect)
      else { continue }
      byProperty[property, default: []].append(change.id)
    }
    return Set(byProperty.values.flatMap { $0.suffix(Limits.changesPerProperty) })
  }

  private func property(of effect: Operation.Effect) -> Int? {
    switch effect {
    case .hide, .move: nil
    case .recolour: 0
    case .resize: 1
    case .setWidth: 2
    case .setFilled: 3
    case .reorder: 4
    }
  }

  private func alpha(of item: Item) -> UInt8 {
    switch item {
    case .stroke(let stroke): stroke.ink.color.alpha
    case .label(let label): label.color.alpha
    }
  }
}

extension Entry {
  fileprivate var isVerdict: Bool {
    switch operation.action {
    case .cancel, .restore: true
    default: false
    }
  }
}

extension Picture {
  /// What can be seen, in the oracle's words.
  var seen: [Oracle.Seen] {
    things.map {
      Oracle.Seen(
        id: $0.id, item: $0.item, pieces: $0.pieces, offset: $0.offset, color: $0.color)
    }
  }
}
