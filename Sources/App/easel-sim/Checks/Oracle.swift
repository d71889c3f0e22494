import BoardModel
import EaselBase

/// Works out how a board should look, in the plainest way, from one list of all operations. The
/// oracle shares no code with `Picture`, and ignores the order of arrival.
struct Oracle {
  struct Seen: Hashable {
    let id: EntryID
    var item: Item
    var pieces: [Stroke] = []
    var dx = 0
    var dy = 0
    var color: InkColor?
    var isHidden = false
  }

  typealias StampedOperation = (stamp: Stamp, operation: BoardModel.Operation)

  private let history: [StampedOperation]
  private let byName: [EntryID: Int]
  /// For each operation, the first operation of its gesture.
  private var heads: [Int] = []
  /// Whether the last verdict on a gesture cancels it, by the gesture's first operation. The first
  /// table counts verdicts of the gesture's author only, the second table counts all verdicts.
  private var cancelledByAuthor: [Int: Bool] = [:]
  private var cancelledByAny: [Int: Bool] = [:]

  init(_ history: [StampedOperation]) {
    self.history = history.sorted {
      ($0.stamp.order, $0.stamp.id.sequence) < ($1.stamp.order, $1.stamp.id.sequence)
    }
    byName = Dictionary(
      self.history.enumerated().map { ($1.stamp.id, $0) }, uniquingKeysWith: { first, _ in first })
    heads = Array(self.history.indices)
    for place in self.history.indices { heads[place] = head(of: place) }
    for (place, stamped) in self.history.enumerated() { judge(by: stamped, at: place) }
  }

  private func head(of place: Int) -> Int {
    let stamped = history[place]
    guard let gesture = stamped.operation.gesture, gesture < stamped.stamp.id.sequence,
      let first = byName[EntryID(stamped.stamp.id.replica, gesture)],
      !isVerdict(place), !isVerdict(first)
    else { return place }
    return head(of: first)
  }

  private func isVerdict(_ place: Int) -> Bool {
    switch history[place].operation.action {
    case .cancel, .restore: true
    case .make, .change, .lay: false
    }
  }

  private mutating func judge(by stamped: StampedOperation, at place: Int) {
    let (target, cancels): (EntryID, Bool)
    switch stamped.operation.action {
    case .cancel(let id): (target, cancels) = (id, true)
    case .restore(let id): (target, cancels) = (id, false)
    case .make, .change, .lay: return
    }
    guard let about = byName[target] else { return }
    let head = heads[about]
    cancelledByAny[head] = cancels
    if history[head].stamp.author == stamped.stamp.author { cancelledByAuthor[head] = cancels }
  }

  private func stands(_ place: Int) -> Bool {
    let head = heads[place]
    if case .change(_, .hide) = history[place].operation.action {
      return cancelledByAny[head] != true
    }
    return cancelledByAuthor[head] != true
  }

  /// The visible things, from bottom to top.
  var things: [Seen] {
    var things: [Int: Seen] = [:]
    var wholes: [EntryID: Int] = [:]
    for (place, stamped) in history.enumerated() {
      guard case .make(let item) = stamped.operation.action else { continue }
      if case .stroke(let stroke) = item, stroke.continues, let whole = whole(ofPiece: place) {
        things[whole]?.pieces.append(stroke)
        wholes[stamped.stamp.id] = whole
      } else {
        things[place] = Seen(id: stamped.stamp.id, item: item, isHidden: !stands(place))
        wholes[stamped.stamp.id] = place
      }
    }
    var forms: [Int: OracleForm] = [:]
    for (place, stamped) in history.enumerated() where stands(place) {
      guard case .change(let targets, let effect) = stamped.operation.action else { continue }
      let about: Set<Int>
      switch targets {
      case .items(let ids): about = Set(ids.compactMap { wholes[$0] })
      case .upTo(let seen): about = Set(things.filter { seen.covers($0.value.id) }.keys)
      }
      for thing in about {
        alter(&things[thing], by: effect)
        forms[thing, default: OracleForm()].note(effect, at: place)
      }
    }
    for (place, form) in forms {
      guard var thing = things[place] else { continue }
      thing.item = form.apply(to: thing.item)
      thing.pieces = thing.pieces.map(form.apply)
      things[place] = thing
    }
    let order = things.keys.sorted {
      (forms[$0] ?? .init()).key($0) < (forms[$1] ?? .init()).key($1)
    }
    return order.compactMap { things[$0] }.filter { !$0.isHidden }
  }

  /// The text under all ink: the latest text that is not cancelled, as a whole.
  var paper: [PaperText.Line] {
    let laid = history.indices.compactMap { place -> (place: Int, lines: [PaperText.Line])? in
      guard case .lay(let text) = history[place].operation.action else { return nil }
      return (place, text.lines)
    }
    let latest = laid.filter { stands($0.place) }.map { heads[$0.place] }.max()
    return laid.filter { heads[$0.place] == latest }.flatMap(\.lines)
  }

  /// Returns the latest stroke before a piece in its gesture that is not itself a piece.
  private func whole(ofPiece place: Int) -> Int? {
    let stamped = history[place]
    return (0..<place).last { other in
      guard heads[other] == heads[place],
        history[other].stamp.id.sequence < stamped.stamp.id.sequence,
        case .make(.stroke(let stroke)) = history[other].operation.action
      else { return false }
      return !stroke.continues
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
    case .resize, .setWidth, .setFilled, .reorder: break
    }
  }
}

extension Picture {
  /// The visible things in the oracle's terms.
  var seen: [Oracle.Seen] {
    things.map {
      Oracle.Seen(
        id: $0.id, item: $0.item, pieces: $0.pieces, dx: Int($0.offset.dx), dy: Int($0.offset.dy),
        color: $0.color)
    }
  }
}
