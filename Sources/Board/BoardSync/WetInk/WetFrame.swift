import EaselBase

/// A message about a stroke that is still being drawn. Its loss does no harm.
package enum WetFrame<Point: WetSpot, Style: Hashable & Sendable>: Hashable, Sendable {
  /// All points so far.
  case whole(Opening, points: [Point])
  /// Points from that index on, each as its offset from the stroke's first point: a receiver that
  /// shows any of a stroke knows its first point, whatever frames it lost. The last byte of its
  /// number names the stroke, since no two current strokes of one sender have the same.
  case more(stroke: UInt8, from: Int, ways: [Point])
  /// The sender has given up this stroke.
  case abandoned(stroke: UInt64)

  /// The identity and the look of a stroke that is sent from its beginning.
  package struct Opening: Hashable, Sendable {
    /// 1, 2, 3 … within the sender.
    package let stroke: UInt64
    /// A number that rises with each whole frame of the stroke.
    package let number: UInt64
    /// With `sequence` the name that its finished operation will have. Nil stands for the replica
    /// that its sender named first.
    package let replica: ReplicaID?
    package let sequence: SequenceNumber
    /// Nil stands for the style that its sender sent last.
    package let style: Style?

    package init(
      stroke: UInt64, number: UInt64, replica: ReplicaID?, sequence: SequenceNumber, style: Style?
    ) {
      (self.stroke, self.number) = (stroke, number)
      (self.replica, self.sequence, self.style) = (replica, sequence, style)
    }

    var place: WetPlace { WetPlace(stroke: stroke, number: number) }
  }
}

/// A point that can be given by its offset from another point.
package protocol WetSpot: Hashable, Sendable {
  /// Returns the offset from `start` to this point. However far apart the two are, ``moved(by:)``
  /// leads from `start` back to this point.
  func way(from start: Self) -> Self
  func moved(by way: Self) -> Self
}

/// The place of a whole frame among those of its sender. A participant draws one stroke at a time.
struct WetPlace: Hashable, Comparable, Sendable {
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
    /// The name that its finished operation will have.
    package let entry: EntryID
    package let style: Style

    package init(entry: EntryID, style: Style) {
      self.entry = entry
      self.style = style
    }
  }
}

/// The participant that draws a wet stroke, and the number of its stroke.
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
  /// A receiver keeps at most this many pieces of a stroke, with gaps between them.
  package static let runsMax = 16
  /// A receiver keeps at most this many strokes of one participant; a new one replaces the oldest.
  package static let strokesMax = 16
  /// Milliseconds between two frames of a stroke, if only the clock triggers them.
  package static let frameEvery: Int64 = 33
  /// A point that comes this long after the last frame, milliseconds, is sent at once, together
  /// with the waiting points. The clock would send those just before it, and the point would wait
  /// for the next frame.
  package static let frameNear: Int64 = 28
  /// A point that comes this long after the last one, milliseconds, does not wait, if no other
  /// waits.
  package static let slowAfter: Int64 = 25
  /// The sender sends all points again after this long, milliseconds.
  package static let repeatEvery: Int64 = 2_000
  /// A receiver hides a stroke that was silent for this long, milliseconds.
  package static let expireAfter: Int64 = 3_000
  /// A whole frame names the replica and the style again, if the last time was this long ago,
  /// milliseconds.
  static let nameEvery: Int64 = 10_000
  /// The first frames of a stroke send all of it: it is short then, and a receiver cannot show any
  /// of it without its title.
  static let framesWhole = 3
}
