import EaselBase
import GroupBase

/// Shows other participants the stroke that the user is drawing. It is a value that receives one
/// event at a time, and its caller wakes it at ``deadline``.
package struct WetInkSender<Point: WetSpot, Style: Hashable & Sendable>: Hashable, Sendable {
  package typealias Frame = WetFrame<Point, Style>
  package typealias Title = WetStroke<Point, Style>.Title

  /// The number of strokes that were begun.
  private var strokes: UInt64 = 0
  private var pen: Pen?
  private var replica: Sent<ReplicaID>?
  /// The replica in which the author drew first. A frame that names no replica refers to this
  /// replica. If the author changes to another replica, which is rare, each whole frame names the
  /// other replica.
  private var firstReplica: ReplicaID?
  private var style: Sent<Style>?

  /// A value that the other participants have received, such as the replica or the style, so that
  /// frames can omit it. `times` counts how often it was sent since a participant arrived. `at` is
  /// the time when it was last sent. With replica and style, a frame would be twice as long.
  private struct Sent<Value: Hashable & Sendable>: Hashable {
    let value: Value
    var times = 0
    var at: Uptime
  }

  private struct Pen: Hashable {
    var title: Title
    let stroke: UInt64
    var points: [Point]
    /// The number of points that were sent with the current look.
    var sent = 0
    var frames: UInt64 = 0
    var sentAt: Uptime?
    var wholeAt: Uptime
    var movedAt: Uptime
  }

  package enum Action: Hashable, Sendable {
    case send(Frame, to: Recipients, DeliveryMode)
  }

  package init() {}

  /// Begins a stroke and shows it at once. It replaces a stroke under way without a message.
  package mutating func began(
    _ entry: EntryID, style: Style, at point: Point, now: Uptime
  ) -> [Action] {
    strokes += 1
    pen = Pen(
      title: Title(entry: entry, style: style), stroke: strokes, points: [point], wholeAt: now,
      movedAt: now)
    return sendWhole(at: now)
  }

  /// Adds points to the stroke. Points beyond ``WetInk/pointsMax`` are not sent.
  package mutating func moved(through points: [Point], at now: Uptime) -> [Action] {
    guard let pen else { return [] }
    self.pen?.points += points.prefix(WetInk.pointsMax - pen.points.count)
    self.pen?.movedAt = now
    // If the pen moves so slowly, each point would get its own frame anyway.
    let isSlow = now.since(pen.movedAt) >= WetInk.slowAfter && pen.sent == pen.points.count
    // The first frames send the whole stroke. They are shorter if only the clock triggers them.
    let isNear =
      pen.frames >= WetInk.framesWhole
      && pen.sentAt.map { now.since($0) >= WetInk.frameNear } ?? true
    return sendIfDue(at: now, isWaitedFor: isSlow || isNear)
  }

  /// Shows the present look of an object whose new look replaces the old one, such as a text while
  /// the user types it. Another entry id means another object.
  package mutating func showed(
    _ entry: EntryID, style: Style, at point: Point, now: Uptime
  ) -> [Action] {
    guard let pen, pen.title.entry == entry, pen.points == [point] else {
      return began(entry, style: style, at: point, now: now)
    }
    guard pen.title.style != style else { return [] }
    self.pen?.title = Title(entry: entry, style: style)
    self.pen?.sent = 0
    return sendIfDue(at: now)
  }

  /// Ends the stroke. It has become an entry, which is sent separately and replaces the wet stroke.
  package mutating func finished() { pen = nil }

  package mutating func abandoned() -> [Action] {
    guard let pen else { return [] }
    self.pen = nil
    return [Self.send(.abandoned(stroke: pen.stroke))]
  }

  /// Notes that a participant arrived. It needs the stroke from the beginning.
  package mutating func arrived(at now: Uptime) -> [Action] {
    pen?.wholeAt = now
    (replica, style) = (nil, nil)
    return sendIfDue(at: now)
  }

  /// The uptime at which ``woke(at:)`` is due.
  package var deadline: Uptime? {
    guard let pen else { return nil }
    let next = pen.sentAt?.advanced(by: WetInk.frameEvery) ?? pen.wholeAt
    guard pen.sent < pen.points.count else { return max(next, pen.wholeAt) }
    // While the pen moves, the next point triggers a frame with the waiting points.
    let rested = pen.movedAt.advanced(by: WetInk.slowAfter)
    return pen.frames < WetInk.framesWhole ? next : max(next, rested)
  }

  package mutating func woke(at now: Uptime) -> [Action] { sendIfDue(at: now) }

  private mutating func sendIfDue(at now: Uptime, isWaitedFor: Bool = false) -> [Action] {
    guard let pen, let deadline, isWaitedFor && pen.sent < pen.points.count || deadline <= now
    else { return [] }
    return pen.wholeAt <= now || pen.sent == 0 || pen.frames < WetInk.framesWhole
      ? sendWhole(at: now) : sendMore(at: now)
  }

  private mutating func sendWhole(at now: Uptime) -> [Action] {
    guard let pen else { return [] }
    self.pen?.wholeAt = now.advanced(by: WetInk.repeatEvery)
    note(at: now)
    let own = pen.title.entry.replica
    let first = firstReplica ?? own
    firstReplica = first
    let opening = Frame.Opening(
      stroke: pen.stroke, number: pen.frames + 1,
      replica: own == first ? Self.unsent(own, &replica, of: pen, at: now) : own,
      sequence: pen.title.entry.sequence,
      style: Self.unsent(pen.title.style, &style, of: pen, at: now))
    return [Self.send(.whole(opening, points: pen.points))]
  }

  /// Returns the value if a frame must name it; nil if the other participants know it, as far as
  /// the sender can know after possible losses.
  private static func unsent<Value>(
    _ value: Value, _ sent: inout Sent<Value>?, of pen: Pen, at now: Uptime
  ) -> Value? {
    var mention = sent.flatMap { $0.value == value ? $0 : nil } ?? Sent(value: value, at: now)
    // A repeated whole frame names the value, so that a receiver can show the stroke after any
    // loss.
    let isAgain = pen.frames > 0 && pen.wholeAt <= now
    if mention.times >= WetInk.framesWhole, pen.frames < WetInk.framesWhole, !isAgain,
      now.since(mention.at) < WetInk.nameEvery
    {
      return nil
    }
    mention.times += 1
    mention.at = now
    sent = mention
    return value
  }

  private mutating func sendMore(at now: Uptime) -> [Action] {
    guard let pen, let first = pen.points.first else { return [] }
    note(at: now)
    let offsets = pen.points[pen.sent...].map { $0.offset(from: first) }
    let name = UInt8(truncatingIfNeeded: pen.stroke)
    return [Self.send(.more(stroke: name, from: pen.sent, offsets: offsets))]
  }

  private mutating func note(at now: Uptime) {
    guard var noted = pen else { return }
    pen = nil
    noted.sentAt = now
    noted.frames += 1
    noted.sent = noted.points.count
    pen = noted
  }

  private static func send(_ frame: Frame) -> Action { .send(frame, to: .all, .unreliable) }
}
