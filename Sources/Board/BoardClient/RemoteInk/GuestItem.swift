import BoardLog
import BoardModel
import EaselBase

/// A stroke under somebody's pen or a text they type, as far as it was heard of.
public struct GuestItem: Hashable, Sendable {
  public struct ID: Hashable, Comparable, Sendable {
    public var participant: Bytes16
    public var number: UInt64

    public init(participant: Bytes16, number: UInt64) {
      self.participant = participant
      self.number = number
    }

    public static func < (left: Self, right: Self) -> Bool {
      (left.participant, left.number) < (right.participant, right.number)
    }
  }

  /// As many are shown at once, and as many points and letters of all together: what is beyond waits
  /// for its entry, so that no crowd can make a repaint slow. Some for each of all who can be in a call:
  /// where entries are late, what they will replace is still there while the next is begun.
  public static let countMax = 1_024
  public static let pointsMax = 1 << 14

  public let id: ID
  /// The name that its finished operation will have.
  public let entry: EntryID
  public let item: WetItem
  /// A stroke's points, in pieces where some were lost.
  private var runs: [Run]
  /// What of it can be shown: freehand ink piece by piece; a shape from the first point to the last
  /// of all.
  public private(set) var pieces: [Piece] = []

  /// What can be shown at once, and how much that is.
  public struct Piece: Hashable, Sendable {
    public let item: Item
    public let size: Int
  }

  public init(id: ID, entry: EntryID, item: WetItem, runs: [[BoardPoint]]) {
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

  /// Whether a pen makes it, rather than keys.
  public var isInk: Bool { if case .stroke = item { true } else { false } }

  /// Of each of its pieces.
  public var pointCounts: [Int] { runs.map(\.count) }

  /// Costs the new points.
  public mutating func append(_ points: [BoardPoint], toRun index: Int) {
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
  /// Points without a gap.
  private struct Run: Hashable, Sendable {
    private(set) var count = 0
    private(set) var first: BoardPoint?
    private(set) var last: BoardPoint?
    /// Of freehand ink, no more than its operation may have.
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
  /// Whether each of its points shows, and not only the first and the last.
  public var isFreehand: Bool { self == .pen || self == .marker }
}
