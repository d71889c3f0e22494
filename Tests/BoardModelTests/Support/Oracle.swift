import BoardModel
import BoardPaper
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
    var group: EntryID?
  }

  let entries: [Entry]
  /// The first operation of each operation's gesture.
  private var heads: [EntryID: EntryID] = [:]

  init(_ entries: some Swift.Sequence<Entry>) {
    self.entries = Set(entries).filter(\.operation.action.isAllowed).sorted {
      ($0.stamp.order, $0.id.sequence) < ($1.stamp.order, $1.id.sequence)
    }
    findHeads()
  }

  /// A gesture ends when it would name more than 4,096 targets; its next operation begins another
  /// one.
  private mutating func findHeads() {
    var origins: [EntryID: EntryID] = [:]
    var latest: [EntryID: (head: EntryID, size: Int)] = [:]
    for entry in entries.sorted(by: { $0.id < $1.id }) {
      var origin = entry.id
      if !entry.isVerdict, let gesture = entry.operation.gesture, gesture < entry.id.sequence,
        let named = self.entry(EntryID(entry.id.replica, gesture)), !named.isVerdict
      {
        origin = origins[named.id] ?? named.id
      }
      origins[entry.id] = origin
      let (head, size) = latest[origin] ?? (origin, 0)
      let isFull = size + entry.size > 4_096
      latest[origin] = isFull ? (entry.id, entry.size) : (head, size + entry.size)
      heads[entry.id] = latest[origin]?.head
    }
  }

  /// The visible things, bottom to top.
  var things: [Seen] {
    let seen = AttachOracle(self, entries.filter(isWhole).compactMap(seen)).placed()
    // A thing that was brought to the front lies at the place of that change. A thing that was sent
    // to the back lies below all others, and the last one that was sent there lies lowest.
    func rank(_ id: EntryID) -> Int { entries.firstIndex { $0.id == id } ?? 0 }
    func key(_ thing: Thing) -> [Int] {
      let own = rank(thing.seen.id)
      guard let change = thing.form.reordering.map(rank) else { return [1, own, own] }
      return thing.form.level == .front ? [1, change, own] : [0, -change, own]
    }
    return seen.filter { !$0.isHidden }
      .sorted { key($0).lexicographicallyPrecedes(key($1)) }.map(\.seen)
  }

  /// A thing, whether or not it is visible.
  struct Thing {
    var seen: Seen
    let form: Form
    let isHidden: Bool
    /// The attach that decides about each point.
    let attaches: [PointAttachment.Point: Entry]
  }

  private func seen(_ entry: Entry) -> Thing? {
    guard case .make(let item) = entry.operation.action else { return nil }
    var isHidden = !isActive(entry)
    var attaches: [PointAttachment.Point: Entry] = [:]
    var seen = Seen(id: entry.id, item: item, pieces: [], offset: .zero, color: nil)
    let parts = entries.filter { whole(of: $0)?.id == entry.id }
    let later = parts.filter { $0.id != entry.id }.sorted { $0.id < $1.id }
    for case .make(.stroke(let piece)) in later.map(\.operation.action) {
      seen.pieces.append(piece)
    }
    var (dx, dy) = (0, 0)
    var form = Form()
    let counted = counted(on: entry, parts)
    for change in entries {
      guard case .change(let targets, let effect) = change.operation.action,
        aims(change, targets, at: entry, parts),
        isActive(change, forOthers: change.stamp.author != entry.stamp.author)
      else { continue }
      switch effect {
      case .hide: isHidden = true
      case .attach(let attachment):
        if counted.contains(change.id) { attaches[attachment.point.ofOracle] = change }
      case .move(let offset): (dx, dy) = (dx + Int(offset.dx), dy + Int(offset.dy))
      default: if counted.contains(change.id) { form.note(effect, change.id) }
      }
    }
    let bound = 2 * Int(BoardPoint.limit)
    seen.offset = BoardOffset(
      dx: Int32(min(max(dx, -bound), bound)), dy: Int32(min(max(dy, -bound), bound)))
    seen.color = form.color.map { InkColor(rgb: $0.rgb, alpha: alpha(of: item)) }
    seen.group = form.group
    seen.item = form.apply(to: item)
    seen.pieces = seen.pieces.map(form.apply)
    return Thing(seen: seen, form: form, isHidden: isHidden, attaches: attaches)
  }

  var paper: [PaperText.Line] {
    let layings = entries.filter { entry in
      if case .setPaper = entry.operation.action { return isActive(entry) }
      return false
    }
    let heads = Set(layings.map { head(of: $0).id })
    guard let top = entries.last(where: { heads.contains($0.id) }) else { return [] }
    return layings.filter { head(of: $0).id == top.id }.sorted { $0.id < $1.id }
      .flatMap { entry -> [PaperText.Line] in
        if case .setPaper(let text) = entry.operation.action { return text.lines }
        return []
      }
  }

  func entry(_ id: EntryID) -> Entry? { entries.first { $0.id == id } }

  private func head(of entry: Entry) -> Entry {
    heads[entry.id].flatMap(self.entry) ?? entry
  }

  /// Whether an operation stands: for things of others than its author, or else.
  private func isActive(_ entry: Entry, forOthers: Bool = false) -> Bool {
    var stands = true
    for verdict in entries where isBelow(entry, verdict) {
      let (target, cancels): (EntryID, Bool)
      switch verdict.operation.action {
      case .cancel(let id): (target, cancels) = (id, true)
      case .restore(let id): (target, cancels) = (id, false)
      case .takeBack:
        if forOthers, isActive(verdict), reached(by: verdict).contains(entry.id) { stands = false }
        continue
      default: continue
      }
      guard let about = self.entry(target), isBelow(about, verdict),
        head(of: about).id == head(of: entry).id
      else { continue }
      var isHide = false
      if case .change(_, .hide) = entry.operation.action { isHide = true }
      if verdict.stamp.author == entry.stamp.author || isHide || forOthers { stands = !cancels }
    }
    return stands
  }

  func isBelow(_ left: Entry, _ right: Entry) -> Bool {
    (left.stamp.order, left.id.sequence) < (right.stamp.order, right.id.sequence)
  }

  /// The changes that a taking back reaches: as many as name 4,096 targets together.
  private func reached(by takeBack: Entry) -> [EntryID] {
    guard case .takeBack(let first, let last) = takeBack.operation.action,
      let end = entry(last), isBelow(end, takeBack)
    else { return [] }
    var size = 0
    return entries.filter { entry in
      guard case .change = entry.operation.action, entry.id.replica == last.replica,
        entry.id.sequence >= first, entry.id.sequence <= last.sequence
      else { return false }
      size += entry.size
      return size <= 4_096
    }.map(\.id)
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

  func isWhole(_ entry: Entry) -> Bool { whole(of: entry)?.id == entry.id }

  private func aims(
    _ change: Entry, _ targets: Operation.Targets, at entry: Entry, _ parts: [Entry]
  ) -> Bool {
    switch targets {
    case .items(let ids): parts.contains { isBelow($0, change) && ids.contains($0.id) }
    case .upTo(let vector): vector.covers(entry.id) && isBelow(entry, change)
    }
  }

  /// The changes of each property that may have an effect on a thing: the highest ones.
  private func counted(on entry: Entry, _ parts: [Entry]) -> Set<EntryID> {
    var byProperty: [Int: [EntryID]] = [:]
    for change in entries {
      guard case .change(let targets, let effect) = change.operation.action,
        aims(change, targets, at: entry, parts), let property = property(of: effect)
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
    case .setText: 5
    case .setLook: 6
    case .setGroup: 10
    case .attach(let attachment): 7 + Int(attachment.point.ofOracle.rawValue)
    }
  }

  private func alpha(of item: Item) -> UInt8 {
    switch item {
    case .stroke(let stroke): stroke.ink.color.alpha
    case .label(let label): label.color.alpha
    case .image, .imagePiece: 255
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

  /// The number of targets that the operation adds to its gesture.
  fileprivate var size: Int {
    switch operation.action {
    case .change(.items(let ids), _): max(ids.count, 1)
    case .change(.upTo(let vector), _): max(vector.known.count, 1)
    case .takeBack: 4_096
    default: 1
    }
  }
}

extension Picture {
  /// The visible things, in the oracle's words.
  var seen: [Oracle.Seen] {
    things.map {
      Oracle.Seen(
        id: $0.id, item: $0.item, pieces: $0.pieces, offset: $0.offset, color: $0.color,
        group: $0.group)
    }
  }
}

extension PointAttachment.Point {
  /// The middle of a text is one point, in a shape and on a line.
  var ofOracle: Self { self == .onLine ? .middle : self }
}
