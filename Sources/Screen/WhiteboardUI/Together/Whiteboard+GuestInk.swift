import BoardClient
import BoardDocument
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

// Shows the strokes in progress of other participants, and the laser trails.
extension Whiteboard {
  /// Shows items in progress, except those whose finished operation is in the log already: their
  /// last points may arrive late.
  mutating func show(_ items: [GuestItem]) {
    together.seat?.setItems(items.filter { !board.log.vector.covers($0.entry) })
    showGuestInk()
  }

  mutating func hide(_ item: GuestItem.ID) { dropItems { $0.id == item } }

  mutating func dropItems(where isGone: (GuestItem) -> Bool) {
    guard together.seat?.items.contains(where: isGone) == true else { return }
    together.seat?.items.removeAll(where: isGone)
    showGuestInk()
  }

  /// Updates the ink on the screen that is in no log.
  mutating func showGuestInk() {
    let items = view.isTooSmall ? [] : wetItems + laserStrokes.map(Item.stroke)
    guard items != surface.guests else { return }
    if surface.show(guests: items) { previewAnew() }
  }

  private var wetItems: [Item] {
    var room = GuestItem.pointsMax
    return (together.seat?.items ?? []).flatMap { guest in
      guest.pieces.compactMap { piece in
        guard piece.size <= room else { return nil }
        room -= piece.size
        return piece.item
      }
    }
  }

  private var laserStrokes: [Stroke] {
    guard let seat = together.seat else { return [] }
    let beams = seat.guests.lazy.filter { $0.isBeaming(at: now.uptime) }.map { guest in
      (guest.id, guest.appearance?.trail ?? [])
    }
    let own = together.laser.points
    return (beams + (own.isEmpty ? [] : [(seat.me, own)])).flatMap { id, points in
      beam(through: points, in: seat.looks[id]?.color ?? setup.person.color)
    }
  }

  /// Draws a laser trail: thin where it already fades, broad at its latest points.
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
  /// Whether their laser trail is shown. The sender lets the trail fade; if the sender is no longer
  /// heard, the trail fades by itself.
  func isBeaming(at now: Int64) -> Bool {
    hasTrail && now < beamEnds
  }

  var hasTrail: Bool { isHeard && known?.trail.isEmpty == false }

  var beamEnds: Int64 { beamedAt.later(by: LaserTrail.fadingMilliseconds + 500) }
}

extension Int64 {
  /// Returns the time that many milliseconds later; the largest value where the sum would overflow.
  func later(by milliseconds: Int64) -> Int64 {
    let (sum, overflows) = addingReportingOverflow(milliseconds)
    return overflows ? .max : sum
  }
}
