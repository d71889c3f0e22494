import EaselBase
import GroupBase

/// A message about a stroke that its author is still drawing. The loss of a frame does no harm.
package enum WetFrame<Point: WetSpot, Style: Hashable & Sendable>: Hashable, Sendable {
  /// All points so far.
  case whole(Opening, points: [Point])
  /// Points from an index on, each as its offset from the stroke's first point. A receiver that
  /// shows any part of a stroke knows the first point, even if it lost frames. The last byte of the
  /// stroke's number identifies the stroke, since two current strokes of one sender never share
  /// this byte.
  case more(stroke: UInt8, from: Int, offsets: [Point])
  /// The sender has given up this stroke.
  case abandoned(stroke: UInt64)

  /// The identity and the look of a stroke, in a frame that holds all its points.
  package struct Opening: Hashable, Sendable {
    /// 1, 2, 3 … within the sender.
    package let stroke: UInt64
    /// A number that rises with each whole frame of the stroke.
    package let number: UInt64
    /// The replica of the id that the finished operation will have; `sequence` is the number in
    /// this id. Nil stands for the replica that the sender named first.
    package let replica: ReplicaID?
    package let sequence: SequenceNumber
    /// The style; nil stands for the style that the sender sent last.
    package let style: Style?

    package init(
      stroke: UInt64, number: UInt64, replica: ReplicaID?, sequence: SequenceNumber, style: Style?
    ) {
      (self.stroke, self.number) = (stroke, number)
      (self.replica, self.sequence, self.style) = (replica, sequence, style)
    }

    var position: WetPosition { WetPosition(stroke: stroke, number: number) }
  }
}

/// A point that can be given by its offset from another point.
package protocol WetSpot: Hashable, Sendable {
  /// Returns the offset from `start` to this point. For any two points, ``moved(by:)`` with this
  /// offset leads from `start` back to this point.
  func offset(from start: Self) -> Self
  func moved(by offset: Self) -> Self
}

/// The position of a whole frame in the order of its sender's frames. A participant draws one stroke
/// at a time.
struct WetPosition: Hashable, Comparable, Sendable {
  var stroke: UInt64 = 0
  var number: UInt64 = 0

  static func < (left: Self, right: Self) -> Bool {
    (left.stroke, left.number) < (right.stroke, right.number)
  }
}

/// A stroke that another participant is drawing, as far as it was received.
package struct WetStroke<Point: Hashable & Sendable, Style: Hashable & Sendable>: Hashable, Sendable
{
  package internal(set) var title: Title
  package internal(set) var runs: WetRuns<Point>

  /// The identity and the look of a stroke.
  package struct Title: Hashable, Sendable {
    /// The id that the finished operation will have.
    package let entry: EntryID
    package let style: Style

    package init(entry: EntryID, style: Style) {
      self.entry = entry
      self.style = style
    }
  }
}

/// Identifies a wet stroke: the participant that draws it, and the number of the stroke.
package struct WetStrokeID: Hashable, Comparable, Sendable {
  package let participant: ParticipantID
  package let stroke: UInt64

  package init(_ participant: ParticipantID, _ stroke: UInt64) {
    self.participant = participant
    self.stroke = stroke
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.participant, left.stroke) < (right.participant, right.stroke)
  }
}

/// The limits of wet ink.
package enum WetInk {
  /// A stroke has at most this many points; the operation that it becomes has no more.
  package static let pointsMax = 4_096
  /// A receiver stores at most this many separate runs of a stroke.
  package static let runsMax = 16
  /// A receiver stores at most this many strokes of one participant; a new stroke replaces the
  /// oldest.
  package static let strokesMax = 16
  /// The time between two frames of a stroke if only the clock triggers them, in milliseconds.
  package static let frameEvery: Int64 = 33
  /// If a point comes at least this long after the last frame, in milliseconds, it is sent at once,
  /// together with the waiting points. Otherwise the clock would soon send the waiting points
  /// alone, and this point would have to wait for the next frame.
  package static let frameNear: Int64 = 28
  /// If a point comes at least this long after the previous point, in milliseconds, and no point
  /// waits, it is sent at once.
  package static let slowAfter: Int64 = 25
  /// The time after which the sender sends all points again, in milliseconds.
  package static let repeatEvery: Int64 = 2_000
  /// The time of silence after which a receiver hides a stroke, in milliseconds.
  package static let expireAfter: Int64 = 3_000
  /// A whole frame names the replica and the style again if they were last named this long ago, in
  /// milliseconds.
  static let nameEvery: Int64 = 10_000
  /// The number of first frames of a stroke that hold all its points. The stroke is still short
  /// then, and a receiver can show no point of it without its title.
  static let framesWhole = 3
}
