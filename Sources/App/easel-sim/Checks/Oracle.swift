import BoardModel
import BoardPaper
import EaselBase

/// Works out how a board should look, in the plainest way, from one list of all operations. The
/// oracle shares no code with `Picture`, and ignores the order of arrival.
struct Oracle {
  struct Seen: Hashable {
    let id: EntryID
    var item: Item
    var pieces: [Stroke] = []
    /// The further pieces of an image's file.
    var file: [[UInt8]] = []
    var dx = 0
    var dy = 0
    var color: InkColor?
    var group: EntryID?
    var isHidden = false
    /// Whether it is a piece of a file without its image.
    var isLoosePiece: Bool { if case .imagePiece = item { true } else { false } }
  }

  typealias StampedOperation = (stamp: Stamp, operation: BoardModel.Operation)

  private let history: [StampedOperation]
  private let byName: [EntryID: Int]
  /// For each operation, the first operation of its gesture.
  private var heads: [Int] = []
  /// The last verdict on each gesture, by the gesture's first operation. The first table counts
  /// verdicts of the gesture's author only, the second table counts all verdicts.
  private var byAuthor: [Int: Verdict] = [:]
  private var byAny: [Int: Verdict] = [:]
  /// For each change, the last taking back that reaches it.
  private var takenBack: [Int: Int] = [:]

  private struct Verdict {
    let index: Int
    let cancels: Bool
  }

  init(_ history: [StampedOperation]) {
    self.history = history.sorted {
      ($0.stamp.order, $0.stamp.id.sequence) < ($1.stamp.order, $1.stamp.id.sequence)
    }
    byName = Dictionary(
      self.history.enumerated().map { ($1.stamp.id, $0) }, uniquingKeysWith: { first, _ in first })
    findHeads()
    for (index, stamped) in self.history.enumerated() { judge(by: stamped, at: index) }
    for index in self.history.indices where isActive(index) { takeBack(by: index) }
  }

  /// A gesture ends when it would name more than 4,096 targets; its next operation begins another one.
  private mutating func findHeads() {
    heads = Array(history.indices)
    var origins = heads
    var latest: [Int: (head: Int, size: Int)] = [:]
    for index in history.indices where !isVerdict(index) {
      let (stamp, operation) = history[index]
      if let gesture = operation.gesture, gesture < stamp.id.sequence,
        let named = byName[EntryID(stamp.id.replica, gesture)], !isVerdict(named)
      {
        origins[index] = origins[named]
      }
      let (head, size) = latest[origins[index]] ?? (index, 0)
      let isFull = size + self.size(index) > 4_096
      heads[index] = isFull ? index : head
      latest[origins[index]] = (heads[index], (isFull ? 0 : size) + self.size(index))
    }
  }

  private func size(_ index: Int) -> Int {
    switch history[index].operation.action {
    case .change(.items(let ids), _): max(ids.count, 1)
    case .change(.upTo(let seen), _): max(seen.known.count, 1)
    case .takeBack: 4_096
    case .make, .setPaper, .cancel, .restore: 1
    }
  }

  private func isVerdict(_ index: Int) -> Bool {
    switch history[index].operation.action {
    case .cancel, .restore: true
    case .make, .change, .takeBack, .setPaper: false
    }
  }

  private mutating func judge(by stamped: StampedOperation, at index: Int) {
    let (target, cancels): (EntryID, Bool)
    switch stamped.operation.action {
    case .cancel(let id): (target, cancels) = (id, true)
    case .restore(let id): (target, cancels) = (id, false)
    case .make, .change, .takeBack, .setPaper: return
    }
    guard let about = byName[target], about < index else { return }
    let head = heads[about]
    byAny[head] = Verdict(index: index, cancels: cancels)
    if history[head].stamp.author == stamped.stamp.author { byAuthor[head] = byAny[head] }
  }

  private mutating func takeBack(by index: Int) {
    guard case .takeBack(let first, let last) = history[index].operation.action,
      let end = byName[last], end < index
    else { return }
    var size = 0
    for (change, stamped) in history.enumerated() where stamped.stamp.id.replica == last.replica {
      guard case .change = stamped.operation.action, stamped.stamp.id.sequence >= first,
        stamped.stamp.id.sequence <= last.sequence
      else { continue }
      size += self.size(change)
      if size <= 4_096 { takenBack[change] = index }
    }
  }

  /// Whether an operation stands, for things of others than its author or for all else.
  private func isActive(_ index: Int, forOthers: Bool = false) -> Bool {
    let head = heads[index]
    var verdict = byAuthor[head]
    if forOthers { verdict = byAny[head] }
    if case .change(_, .hide) = history[index].operation.action { verdict = byAny[head] }
    if forOthers, let taken = takenBack[index], taken > verdict?.index ?? -1 {
      verdict = Verdict(index: taken, cancels: true)
    }
    guard let verdict, verdict.cancels else { return true }
    return verdict.index < index
  }

  /// The visible things, from bottom to top.
  var things: [Seen] {
    var things: [Int: Seen] = [:]
    var wholes: [EntryID: Int] = [:]
    for (index, stamped) in history.enumerated() {
      guard case .make(let item) = stamped.operation.action else { continue }
      if let whole = whole(ofPiece: index) {
        if case .stroke(let stroke) = item { things[whole]?.pieces.append(stroke) }
        if case .imagePiece(let bytes) = item { things[whole]?.file.append(bytes) }
        wholes[stamped.stamp.id] = whole
      } else {
        things[index] = Seen(id: stamped.stamp.id, item: item, isHidden: !isActive(index))
        wholes[stamped.stamp.id] = index
      }
    }
    var forms: [Int: OracleForm] = [:]
    for (index, stamped) in history.enumerated() {
      guard case .change(let targets, let effect) = stamped.operation.action else { continue }
      let (own, others) = (isActive(index), isActive(index, forOthers: true))
      let about: Set<Int>
      switch targets {
      case .items(let ids):
        about = Set(ids.filter { byName[$0] ?? index < index }.compactMap { wholes[$0] })
      case .upTo(let seen):
        about = Set(things.filter { $0.key < index && seen.covers($0.value.id) }.keys)
      }
      for thing in about
      where history[thing].stamp.author == stamped.stamp.author ? own : others {
        alter(&things[thing], by: effect)
        forms[thing, default: OracleForm()].note(effect, at: index)
      }
    }
    for (index, form) in forms {
      guard var thing = things[index] else { continue }
      thing.item = form.apply(to: thing.item)
      thing.group = form.group
      thing.pieces = thing.pieces.map(form.apply)
      things[index] = thing
    }
    things = things.mapValues { showingBytes($0, among: things) }
    let attachments = OracleAttachments(history: history, byName: byName, forms: forms)
    things = attachments.placed(things)
    let order = things.keys.sorted {
      (forms[$0] ?? .init()).key($0) < (forms[$1] ?? .init()).key($1)
    }
    return order.compactMap { things[$0] }.filter { !$0.isHidden && !$0.isLoosePiece }.map {
      thing in
      let bound = 2 * Int(BoardPoint.limit)
      var thing = thing
      thing.dx = min(max(thing.dx, -bound), bound)
      thing.dy = min(max(thing.dy, -bound), bound)
      return thing
    }
  }

  /// The text under all ink: the latest text that is not cancelled, as a whole.
  var paper: [PaperText.Line] {
    let laid = history.indices.compactMap { index -> (index: Int, lines: [PaperText.Line])? in
      guard case .setPaper(let text) = history[index].operation.action else { return nil }
      return (index, text.lines)
    }
    let latest = laid.filter { isActive($0.index) }.map { heads[$0.index] }.max()
    return laid.filter { heads[$0.index] == latest }.flatMap(\.lines)
  }

  /// Returns an image with all its bytes. A copy has those of its original.
  private func showingBytes(_ thing: Seen, among things: [Int: Seen]) -> Seen {
    guard case .image(var image) = thing.item else { return thing }
    var shown = thing
    shown.file = []
    if let original = image.original {
      guard let source = byName[original].flatMap({ things[$0] }),
        case .image(let first) = source.item, first.original == nil
      else { return shown }
      (image.size, image.pieces) = (first.size, first.pieces + source.file.prefix(4))
    } else {
      image.pieces += thing.file.prefix(4)
    }
    shown.item = .image(image)
    return shown
  }

  /// Returns the latest stroke, or the latest image, before a piece in its gesture that is not itself a
  /// piece; nil for an operation that is no such piece.
  private func whole(ofPiece index: Int) -> Int? {
    let stamped = history[index]
    guard case .make(let piece) = stamped.operation.action else { return nil }
    return (0..<index).last { other in
      guard heads[other] == heads[index],
        history[other].stamp.id.sequence < stamped.stamp.id.sequence,
        case .make(let item) = history[other].operation.action
      else { return false }
      switch (piece, item) {
      case (.stroke(let later), .stroke(let first)): return later.continues && !first.continues
      case (.imagePiece, .image): return true
      default: return false
      }
    }
  }

  private func alter(_ thing: inout Seen?, by effect: BoardModel.Operation.Effect) {
    switch effect {
    case .hide: thing?.isHidden = true
    case .move(let offset):
      thing?.dx += Int(offset.dx)
      thing?.dy += Int(offset.dy)
    case .recolour(let color):
      let alpha = thing?.item.color.alpha ?? 255
      thing?.color = InkColor(rgb: color.rgb, alpha: alpha)
    case .resize, .setWidth, .setFilled, .reorder, .setText, .attach, .setLook, .setGroup: break
    }
  }
}

extension Picture {
  /// The visible things in the oracle's terms.
  var seen: [Oracle.Seen] {
    things.map {
      Oracle.Seen(
        id: $0.id, item: $0.item, pieces: $0.pieces, dx: Int($0.offset.dx), dy: Int($0.offset.dy),
        color: $0.color, group: $0.group)
    }
  }
}
