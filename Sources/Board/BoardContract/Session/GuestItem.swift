import BoardLog
import BoardModel
import EaselBase

/// A stroke or text that another participant is drawing or typing, as far as it has arrived.
package struct GuestItem: Hashable, Sendable {
  package struct ID: Hashable, Comparable, Sendable {
    package var participant: ParticipantUUID
    package var number: UInt64

    package init(participant: ParticipantUUID, number: UInt64) {
      self.participant = participant
      self.number = number
    }

    package static func < (left: Self, right: Self) -> Bool {
      (left.participant, left.number) < (right.participant, right.number)
    }
  }

  /// The most items shown at once; ``pointsMax`` limits the points and letters of all items
  /// together. An item beyond these limits is shown only when its entry arrives, so that many
  /// participants cannot make a repaint slow. The limit leaves several items for each person that a
  /// call can hold: if entries are late, the screen still shows an old item when the next begins.
  package static let countMax = 1_024
  package static let pointsMax = 1 << 14

  package let id: ID
  /// The id that the finished operation will have.
  package let entry: EntryID
  package let item: WetItem
  /// The points of a stroke in runs: a run has no gap, and lost points separate two runs.
  private var runs: [Run]
  /// The parts that the screen can show. Freehand ink has a part for each run; a shape is one part,
  /// from its first point to its last.
  package private(set) var pieces: [Piece] = []

  /// A part that the screen can show, and its number of points or letters.
  package struct Piece: Hashable, Sendable {
    package let item: Item
    package let size: Int
  }

  package init(id: ID, entry: EntryID, item: WetItem, runs: [[BoardPoint]]) {
    self.id = id
    self.entry = entry
    self.item = item
    self.runs = runs.map { points in
      var run = Run()
      run.append(points, of: item)
      return run
    }
    pieces = shown
  }

  /// Whether the item is a stroke; false for a text.
  package var isInk: Bool {
    switch item {
    case .stroke: true
    case .label: false
    }
  }

  /// The place where its author draws or types now; nil if no point has come.
  package var place: BoardRect? {
    guard isInk else { return pieces.last?.item.bounds }
    return runs.last?.last.map { BoardRect($0, $0) }
  }

  /// The number of points in each run.
  package var pointCounts: [Int] { runs.map(\.count) }

  /// Adds points to a run. The cost grows with the new points only.
  package mutating func append(_ points: [BoardPoint], toRun index: Int) {
    guard runs.indices.contains(index), !points.isEmpty else { return }
    runs[index].append(points, of: item)
    pieces = shown
  }

  private var shown: [Piece] {
    switch item {
    case .label(let label):
      return [Piece(item: .label(label), size: label.text.string.unicodeScalars.count)]
    case .stroke(let style) where style.kind.isFreehand: return runs.compactMap(\.piece)
    case .stroke(let style):
      let ends = [runs.first?.first, runs.last?.last].compactMap { $0 }
      return style.stroke(through: ends).map { [Piece(item: .stroke($0), size: ends.count)] } ?? []
    }
  }
}

extension GuestItem {
  /// Consecutive points without a gap.
  private struct Run: Hashable, Sendable {
    private(set) var count = 0
    private(set) var first: BoardPoint?
    private(set) var last: BoardPoint?
    /// The packed points of freehand ink, at most as many as an operation may have.
    private var packer: PointsPacker?
    private(set) var piece: Piece?

    mutating func append(_ points: [BoardPoint], of item: WetItem) {
      count += points.count
      first = first ?? points.first
      last = points.last ?? last
      guard case .stroke(let style) = item, style.kind.isFreehand else { return }
      for point in points where (packer?.count ?? 0) < Limits.pointsPerOperation {
        if packer?.append(point) == nil {
          packer = PointsPacker(point, stepExponent: style.stepExponent)
        }
      }
      guard let packer, packer.count != piece?.size, let packed = packer.points else { return }
      let stroke = Stroke(kind: style.kind, ink: style.ink, filled: style.filled, points: packed)
      piece = Piece(item: .stroke(stroke), size: packer.count)
    }
  }
}

extension Stroke.Kind {
  /// Whether the stroke shows each of its points; false if it shows only the first and the last.
  package var isFreehand: Bool { self == .pen || self == .marker }
}
