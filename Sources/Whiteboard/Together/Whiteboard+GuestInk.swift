import Drawing
import Rendering
import Vocabulary

// What others have under their pens, and what lasers touched.
extension Whiteboard {
  /// A stroke that has dried already stays dry, however late its last points come.
  mutating func show(_ stroke: GuestStroke) {
    guard var seat = together.seat, seat.guest(stroke.id.participant) != nil,
      !board.log.vector.covers(stroke.entry)
    else { return }
    if let index = seat.strokes.firstIndex(where: { $0.id == stroke.id }) {
      seat.strokes[index] = stroke
    } else if seat.strokes.count < GuestStroke.countMax {
      seat.strokes.append(stroke)
    }
    together.seat = seat
    showGuestInk()
  }

  mutating func hide(_ stroke: GuestStroke.ID) { dropStrokes { $0.id == stroke } }

  mutating func dropStrokes(where isGone: (GuestStroke) -> Bool) {
    guard together.seat?.strokes.contains(where: isGone) == true else { return }
    together.seat?.strokes.removeAll(where: isGone)
    showGuestInk()
  }

  /// Brings the ink on the screen that no log knows up to date.
  mutating func showGuestInk() {
    let strokes = view.isTooSmall ? [] : wetStrokes + laserStrokes
    guard strokes != surface.guests else { return }
    surface.show(guests: strokes)
    previewAnew()
  }

  private var wetStrokes: [Stroke] {
    var room = GuestStroke.pointsMax
    var shown: [Stroke] = []
    for guest in together.seat?.strokes ?? [] {
      for run in guest.shownRuns where run.count <= room {
        room -= run.count
        if let stroke = guest.style.stroke(through: run) { shown.append(stroke) }
      }
    }
    return shown
  }

  private var laserStrokes: [Stroke] {
    guard let seat = together.seat else { return [] }
    let beams = seat.guests.filter { $0.isBeaming(at: now.uptime) }.map { guest in
      (guest.id, guest.appearance?.trail ?? [])
    }
    return (beams + [(seat.me, together.laser.points)]).flatMap { id, points in
      beam(through: points, in: seat.looks[id]?.color ?? setup.person.color)
    }
  }

  /// Thin where it fades already, broad where the hand was last.
  private func beam(through points: [BoardPoint], in color: InkColor) -> [Stroke] {
    let parts: [(ArraySlice<BoardPoint>, UInt8)] = [
      (points[...], 1), (points.suffix((points.count + 1) / 2), 4),
    ]
    return parts.compactMap { part, width in
      WetStyle(kind: .pen, ink: Ink(color: color, width: width), stepExponent: 0)
        .stroke(through: part)
    }
  }
}

extension Guest {
  /// Whoever holds the laser lets its trail fade; of one who fell silent it fades by itself.
  func isBeaming(at now: Int64) -> Bool {
    hasTrail && now < beamEnds
  }

  var hasTrail: Bool { appearance?.trail.isEmpty == false }

  var beamEnds: Int64 { beamedAt.later(by: LaserTrail.fadingMilliseconds + 500) }
}

extension Int64 {
  /// Held where it would overflow.
  func later(by milliseconds: Int64) -> Int64 {
    let (sum, overflows) = addingReportingOverflow(milliseconds)
    return overflows ? .max : sum
  }
}

extension GuestStroke {
  /// As many are shown at once, and as many points of all together: what is beyond waits for its
  /// entry, so that no crowd can make a repaint slow.
  static let countMax = 256
  static let pointsMax = 1 << 14

  /// Freehand ink piece by piece; a shape from the first point to the last of all.
  fileprivate var shownRuns: [ArraySlice<BoardPoint>] {
    switch style.kind {
    case .pen, .marker: runs.map { $0.prefix(Limits.pointsPerOperation) }
    case .line, .arrow, .rectangle, .ellipse, .region:
      [[runs.first?.first, runs.last?.last].compactMap { $0 }[...]]
    }
  }
}
