import EaselBase

/// Something about a stroke that is still under its pen. Losing it does no harm.
public enum WetFrame<Point: WetSpot, Style: Hashable & Sendable>: Hashable, Sendable {
  /// All points so far.
  case whole(Opening, points: [Point])
  /// Points from that index on, each as the way to it from the stroke's first point: whoever shows any
  /// of a stroke knows that one, whatever was lost since. The stroke is named by the last byte of its
  /// number, for of those under one hand no two have the same.
  case more(stroke: UInt8, from: Int, ways: [Point])
  /// There will be no such stroke.
  case abandoned(stroke: UInt64)

  /// What a stroke that is told from its beginning is known by and how it looks.
  public struct Opening: Hashable, Sendable {
    /// 1, 2, 3 … within the sender.
    public let stroke: UInt64
    /// Higher in each frame that tells the stroke whole.
    public let number: UInt64
    /// With `sequence` the name that its finished operation will have; nil where it is the replica
    /// that its sender named first.
    public let replica: ReplicaID?
    public let sequence: SequenceNumber
    /// Nil where it is the one that its sender told last.
    public let style: Style?

    public init(
      stroke: UInt64, number: UInt64, replica: ReplicaID?, sequence: SequenceNumber, style: Style?
    ) {
      (self.stroke, self.number) = (stroke, number)
      (self.replica, self.sequence, self.style) = (replica, sequence, style)
    }

    var place: WetPlace { WetPlace(stroke: stroke, number: number) }
  }
}

/// A place that can be told by the way to it from another.
public protocol WetSpot: Hashable, Sendable {
  /// However far apart the two are, ``moved(by:)`` leads back from the one to the other.
  func way(from start: Self) -> Self
  func moved(by way: Self) -> Self
}

/// Where a frame that tells a stroke whole stands among its sender's: a hand draws one stroke at a time.
struct WetPlace: Hashable, Comparable, Sendable {
  var stroke: UInt64 = 0
  var number: UInt64 = 0

  static func < (left: Self, right: Self) -> Bool {
    (left.stroke, left.number) < (right.stroke, right.number)
  }
}

/// A stroke under somebody's pen, as far as it was heard of.
public struct WetStroke<Point: Hashable & Sendable, Style: Hashable & Sendable>: Hashable, Sendable
{
  public internal(set) var title: Title
  public internal(set) var runs: WetRuns<Point>

  /// What a stroke is known by and how it looks.
  public struct Title: Hashable, Sendable {
    /// The name that its finished operation will have.
    public let entry: EntryID
    public let style: Style

    public init(entry: EntryID, style: Style) {
      self.entry = entry
      self.style = style
    }
  }
}

/// Who draws a wet stroke, and which of theirs it is.
public struct WetStrokeID: Hashable, Comparable, Sendable {
  public let participant: ParticipantID
  public let stroke: UInt64

  public init(_ participant: ParticipantID, _ stroke: UInt64) {
    self.participant = participant
    self.stroke = stroke
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.participant, left.stroke) < (right.participant, right.stroke)
  }
}

/// The limits of wet ink.
public enum WetInk {
  /// A stroke has at most so many points; the operation it becomes has no more.
  public static let pointsMax = 4_096
  /// Of a stroke at most so many pieces with gaps between them are kept.
  public static let runsMax = 16
  /// Of a participant at most so many strokes are kept; the oldest gives way.
  public static let strokesMax = 16
  /// Milliseconds between two frames of a stroke where only the clock says that it is time.
  public static let frameEvery: Int64 = 33
  /// A point this long after the last frame, milliseconds, goes at once and takes those along that
  /// wait: a clock would send them just before it, and let it wait for the next.
  public static let frameNear: Int64 = 28
  /// But that a point which comes this long after the last, milliseconds, does not wait.
  public static let slowAfter: Int64 = 25
  /// All points are told again after this long, milliseconds.
  public static let repeatEvery: Int64 = 2_000
  /// A stroke not heard of for this long is not shown, milliseconds.
  public static let expireAfter: Int64 = 3_000
  /// One who draws names its replica and its style again after this long at least, milliseconds.
  static let nameEvery: Int64 = 10_000
  /// The first frames of a stroke tell all of it: it is short then, and without its title nothing
  /// of it can be shown.
  static let framesWhole = 3
}
