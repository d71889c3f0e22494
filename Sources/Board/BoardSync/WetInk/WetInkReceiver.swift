import EaselBase
import GroupBase

/// Holds the strokes that other participants are drawing. It is a value that receives one event at
/// a time, and its caller wakes it at ``deadline``.
package struct WetInkReceiver<Point: WetSpot, Style: Hashable & Sendable>: Hashable, Sendable {
  package typealias Frame = WetFrame<Point, Style>
  package typealias Stroke = WetStroke<Point, Style>

  /// The entries that count. A stroke is wet only if this vector does not cover its entry.
  private var known: VersionVector
  private var remoteStrokes: [ParticipantID: RemoteStrokes<Point, Style>] = [:]

  package enum Action: Hashable, Sendable {
    /// The stroke is new, has more points or another look: see ``WetInkReceiver/subscript(_:)``.
    case show(WetStrokeID)
    case hide(WetStrokeID)
  }

  /// - Parameter known: the entries that count already.
  package init(knowing known: VersionVector) { self.known = known }

  package subscript(id: WetStrokeID) -> Stroke? {
    remoteStrokes[id.participant]?.strokes[id.stroke]?.stroke
  }

  /// All shown strokes, ordered by participant and then by number.
  package var shown: [WetStrokeID] {
    remoteStrokes.flatMap { id, strokes in strokes.strokes.keys.map { WetStrokeID(id, $0) } }
      .sorted()
  }

  /// Notes that the replica's entries up to this entry count. Hides the wet strokes of these
  /// entries, because the finished operations are shown instead.
  package mutating func knows(_ entry: EntryID) -> [Action] {
    known.include(entry)
    return hide(all(where: { _, open in known.covers(open.stroke.title.entry) }))
  }

  package mutating func arrived(_ participant: ParticipantID) {
    if remoteStrokes[participant] == nil { remoteStrokes[participant] = RemoteStrokes() }
  }

  package mutating func left(_ participant: ParticipantID) -> [Action] {
    let actions = hide(all(where: { id, _ in id.participant == participant }))
    remoteStrokes[participant] = nil
    return actions
  }

  /// Handles a frame; ignores a sender that has not arrived or has left.
  package mutating func received(
    _ frame: Frame, from sender: ParticipantID, at now: Uptime
  ) -> [Action] {
    guard var strokes = remoteStrokes.removeValue(forKey: sender) else { return [] }
    defer { remoteStrokes[sender] = strokes }
    switch frame {
    case .abandoned(let stroke):
      return strokes.abandon(stroke, at: now) ? [.hide(WetStrokeID(sender, stroke))] : []
    case .whole(let opening, let points):
      strokes.last = max(strokes.last, opening.position)
      strokes.firstReplica = strokes.firstReplica ?? opening.replica
      strokes.style = opening.style ?? strokes.style
      guard let replica = opening.replica ?? strokes.firstReplica, let style = strokes.style else {
        return []
      }
      let title = Stroke.Title(entry: EntryID(replica, opening.sequence), style: style)
      guard !known.covers(title.entry) else { return [] }
      let id = WetStrokeID(sender, opening.stroke)
      let hidden = strokes.open(opening, title, points, at: now)
      let isRestyled = strokes.restyle(opening, title)
      let hasMore = strokes.append(points, of: opening, at: now)
      return hidden.map { .hide(WetStrokeID(sender, $0)) }
        + (isRestyled || hasMore ? [.show(id)] : [])
    case .more(let name, let from, let offsets):
      guard let stroke = strokes.stroke(endingIn: name),
        strokes.append(offsets, from: from, of: stroke, at: now)
      else { return [] }
      return [.show(WetStrokeID(sender, stroke))]
    }
  }

  /// The uptime at which ``woke(at:)`` is due.
  package var deadline: Uptime? {
    // Uses loops, since a key path of a generic type is created anew for each use, and callers read
    // this property often.
    var oldest: Uptime?
    for strokes in remoteStrokes.values {
      for open in strokes.strokes.values { oldest = min(oldest ?? open.heardAt, open.heardAt) }
    }
    return oldest?.advanced(by: WetInk.expireAfter)
  }

  package mutating func woke(at now: Uptime) -> [Action] {
    let silent = all(where: { _, open in now.since(open.heardAt) >= WetInk.expireAfter })
    for id in silent { remoteStrokes[id.participant]?.close(at: now) }
    return hide(silent)
  }

  private func all(
    where holds: (WetStrokeID, RemoteStrokes<Point, Style>.Open) -> Bool
  ) -> [WetStrokeID] {
    shown.filter { id in
      remoteStrokes[id.participant]?.strokes[id.stroke].map { holds(id, $0) } ?? false
    }
  }

  private mutating func hide(_ over: [WetStrokeID]) -> [Action] {
    for id in over { remoteStrokes[id.participant]?.strokes[id.stroke] = nil }
    return over.map { .hide($0) }
  }
}
