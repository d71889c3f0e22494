import BoardEvents
import BoardModel
import EaselBase

// Ink in progress and laser trails.
extension Presence {
  /// Updates the ink in progress and the laser trails on the screen, which are in no log.
  func showInk(in workspace: inout Workspace) {
    let items = workspace.view.isTooSmall ? [] : wetItems + laserStrokes(in: workspace)
    workspace.show(guestInk: items)
  }

  private var wetItems: [Item] {
    var room = GuestItem.pointsMax
    return (session?.items ?? []).flatMap { guest in
      guest.pieces.compactMap { piece in
        guard piece.size <= room else { return nil }
        room -= piece.size
        return piece.item
      }
    }
  }

  private func laserStrokes(in workspace: Workspace) -> [Item] {
    guard let session else { return [] }
    let now = workspace.now.uptime
    let beams = session.guests.lazy.filter { $0.isBeaming(at: now) }.map { guest in
      (guest.id, guest.appearance?.trail ?? [])
    }
    let own = laser.points
    return (beams + (own.isEmpty ? [] : [(session.me, own)])).flatMap { id, points in
      LaserTrail.strokes(
        through: points, in: session.looks[id]?.color ?? workspace.setup.person.color)
    }.map(Item.stroke)
  }
}
