import BoardContract
import BoardModel
import BoardView
import EaselBase

// Ink in progress and laser trails.
extension Presence {
  /// The ink in progress and the laser trails, which are in no log.
  ///
  /// - Parameter own: the colour of this user's laser without a look.
  package func ink(in view: View, at now: Int64, own: InkColor) -> [Item] {
    view.isTooSmall ? [] : wetItems + laserStrokes(at: now, own: own)
  }

  private var wetItems: [Item] {
    var remaining = GuestItem.pointsMax
    return (session?.items ?? []).flatMap { guest in
      guest.pieces.compactMap { piece in
        guard piece.size <= remaining else { return nil }
        remaining -= piece.size
        return piece.item
      }
    }
  }

  private func laserStrokes(at now: Int64, own color: InkColor) -> [Item] {
    guard let session else { return [] }
    let beams = session.guests.lazy.filter { $0.isBeaming(at: now) }.map { guest in
      (guest.id, guest.appearance?.trail ?? [])
    }
    let own = laser.points
    return (beams + (own.isEmpty ? [] : [(session.me, own)])).flatMap { id, points in
      LaserTrail.strokes(
        through: points, in: session.looks[id]?.color ?? color)
    }.map(Item.stroke)
  }
}
