import BoardModel
import EaselBase

/// Works out how a board should look, in the plainest way from one list of all operations: it
/// shares no code with `Picture`, and ignores the order of arrival.
struct Oracle {
  struct Seen: Hashable {
    let id: EntryID
    let item: Item
    var pieces: [Stroke] = []
    var dx = 0
    var dy = 0
    var color: InkColor?
    var isHidden = false
  }

  typealias Deed = (stamp: Stamp, operation: BoardModel.Operation)

  private let deeds: [Deed]
  private let byName: [EntryID: Int]
  /// For each operation, the first operation of its gesture.
  private var heads: [Int] = []
  /// By the first operation of a gesture: whether the last verdict (of its author, or of any
  /// author) cancels it.
  private var cancelledByAuthor: [Int: Bool] = [:]
  private var cancelledByAny: [Int: Bool] = [:]

  init(_ deeds: [Deed]) {
    self.deeds = deeds.sorted {
      ($0.stamp.order, $0.stamp.id.sequence) < ($1.stamp.order, $1.stamp.id.sequence)
    }
    byName = Dictionary(
      self.deeds.enumerated().map { ($1.stamp.id, $0) }, uniquingKeysWith: { first, _ in first })
    heads = Array(self.deeds.indices)
    for place in self.deeds.indices { heads[place] = head(of: place) }
    for (place, deed) in self.deeds.enumerated() { judge(by: deed, at: place) }
  }

  private func head(of place: Int) -> Int {
    let deed = deeds[place]
    guard let gesture = deed.operation.gesture, gesture < deed.stamp.id.sequence,
      let first = byName[EntryID(deed.stamp.id.replica, gesture)],
      !isVerdict(place), !isVerdict(first)
    else { return place }
    return head(of: first)
  }

  private func isVerdict(_ place: Int) -> Bool {
    switch deeds[place].operation.action {
    case .cancel, .restore: true
    case .make, .change, .lay: false
    }
  }

  private mutating func judge(by deed: Deed, at place: Int) {
    let (target, cancels): (EntryID, Bool)
    switch deed.operation.action {
    case .cancel(let id): (target, cancels) = (id, true)
    case .restore(let id): (target, cancels) = (id, false)
    case .make, .change, .lay: return
    }
    guard let about = byName[target] else { return }
    let head = heads[about]
    cancelledByAny[head] = cancels
    if deeds[head].stamp.author == deed.stamp.author { cancelledByAuthor[head] = cancels }
  }

  private func stands(_ place: Int) -> Bool {
    let head = heads[place]
    if case .change(_, .hide) = deeds[place].operation.action {
      return cancelledByAny[head] != true
    }
    return cancelledByAuthor[head] != true
  }

  /// The visible things, from bottom to top.
  var things: [Seen] {
    var things: [Int: Seen] = [:]
    var wholes: [EntryID: Int] = [:]
    for (place, deed) in deeds.enumerated() {
      guard case .make(let item) = deed.operation.action else { continue }
      if case .stroke(let stroke) = item, stroke.continues, let whole = whole(ofPiece: place) {
        things[whole]?.pieces.append(stroke)
        wholes[deed.stamp.id] = whole
      } else {
        things[place] = Seen(id: deed.stamp.id, item: item, isHidden: !stands(place))
        wholes[deed.stamp.id] = place
      }
    }
    for (place, deed) in deeds.enumerated() where stands(place) {
      guard case .change(let targets, let effect) = deed.operation.action else { continue }
      let about: Set<Int>
      switch targets {
      case .items(let ids): about = Set(ids.compactMap { wholes[$0] })
      case .upTo(let seen): about = Set(things.filter { seen.covers($0.value.id) }.keys)
      }
      for thing in about { alter(&things[thing], by: effect) }
    }
    return things.sorted { $0.key < $1.key }.map(\.value).filter { !$0.isHidden }
  }

  /// The text under all ink: the latest text that is not cancelled, as a whole.
  var paper: [PaperText.Line] {
    let laid = deeds.indices.compactMap { place -> (place: Int, lines: [PaperText.Line])? in
      guard case .lay(let text) = deeds[place].operation.action else { return nil }
      return (place, text.lines)
    }
    let latest = laid.filter { stands($0.place) }.map { heads[$0.place] }.max()
    return laid.filter { heads[$0.place] == latest }.flatMap(\.lines)
  }

  /// Returns the latest stroke before a piece in its gesture that is not itself a piece.
  private func whole(ofPiece place: Int) -> Int? {
    let deed = deeds[place]
    return (0..<place).last { other in
      guard heads[other] == heads[place],
        deeds[other].stamp.id.sequence < deed.stamp.id.sequence,
        case .make(.stroke(let stroke)) = deeds[other].operation.action
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
