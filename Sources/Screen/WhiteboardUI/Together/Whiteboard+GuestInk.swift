import BoardClient
import BoardDocument
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

// What others have under their hands, and what lasers touched.
extension Whiteboard {
  /// What has dried already stays dry, however late its last points come.
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

  /// Brings the ink on the screen that no log knows up to date.
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

  var hasTrail: Bool { isHeard && known?.trail.isEmpty == false }

  var beamEnds: Int64 { beamedAt.later(by: LaserTrail.fadingMilliseconds + 500) }
}

extension Int64 {
  /// Held where it would overflow.
  func later(by milliseconds: Int64) -> Int64 {
    let (sum, overflows) = addingReportingOverflow(milliseconds)
    return overflows ? .max : sum
  }
}
