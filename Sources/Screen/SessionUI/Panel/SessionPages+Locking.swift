import BoardContract
import CellFrame
import EaselBase
import ScreenContract

// The lock in the list of people, and the question before it.
extension SessionPages {
  /// Says whether the board is locked; empty if it is not.
  var lockState: String {
    guard let lock = panel.members.lock else { return "" }
    return
      "\(lock.lockerName ?? "You") locked the board. \(lock.mayDraw ? "You may draw." : "You watch.")"
  }

  /// The row that locks or unlocks the board, for a user who can change the rights of others.
  var locking: [SheetRow] {
    guard panel.members.canModerate else { return [] }
    if panel.members.lock != nil {
      return [SheetRow("Unlock the board: all may draw again", "l", .session(.unlock))]
    }
    let drawers = panel.members.drawers(presence, me: recorder.me)
    guard !drawers.isEmpty || panel.members.all.contains(where: \.mayDraw) else { return [] }
    return [SheetRow("Lock the board", "l", .session(.askToLock(sparing: [], row: 0)))]
  }

  /// - Parameter spared: the participants that may draw on.
  func lockingPage(sparing spared: Set<ParticipantUUID>) -> SheetPage {
    let drawers = panel.members.drawers(presence, me: recorder.me)
    let spared = spared.intersection(drawers.map(\.id))
    let people = drawers.enumerated().map { index, guest in
      let isSpared = spared.contains(guest.id)
      let name = "\(sign(of: guest.id)) \(session?.name(besideSignOf: guest, chrome) ?? "")"
      let isFull = !isSpared && spared.count >= CallMembers.sparedMax
      return SheetRow(
        "\(name) \(isSpared ? "draws on" : "watches")", index < 9 ? "\(index + 1)" : "",
        isFull
          ? nil
          : .session(
            .askToLock(sparing: spared.symmetricDifference([guest.id]), row: index + 1)),
        swatch: session?.looks[guest.id]?.color, isCurrent: isSpared)
    }
    let lock = SheetRow("Lock the board", "l", .session(.lock(sparing: spared)))
    return SheetPage(
      title: "Lock the board?",
      heading: [
        "Choose who draws on. Everyone else watches until you unlock the board. "
          + CallMembers.endedTickets, absent, outsiders,
      ].flatMap(heading),
      rows: [lock] + people + [SheetRow("Cancel", "c", .show(.people))])
  }

  /// Names the members that a lock reaches late.
  private var absent: String {
    let away = panel.members.away.map(\.shownName)
    guard !away.isEmpty else { return "" }
    let verb = away.count == 1 ? "is" : "are"
    return "\(listed(away)) \(verb) out of reach: what they draw from now on does not count."
  }

  /// Names the members that a lock leaves without keys.
  private var outsiders: String {
    let left = panel.members.isHost ? [] : panel.members.outsideSession.map(\.shownName)
    guard !left.isEmpty else { return "" }
    let needs =
      left.count == 1 ? "is not in this session and needs" : "are not in this session and need"
    return "\(listed(left)) \(needs) a new ticket."
  }
}
