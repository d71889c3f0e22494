import BoardCodec
import BoardContract
import BoardLog
import BoardModel
import BoardSync
import EaselBase
import GroupBase

// The events that this member's own user and own disk cause.
extension SessionClient {
  /// Notes an entry that the user has recorded on the board. After a revocation, entries that
  /// counted until now may no longer count, so a rebuilding is scheduled.
  package mutating func recorded(_ entry: Entry, at now: Uptime) {
    rebuilding.note([entry])
    if entry.purpose == .revoke { rebuilding.want(at: now) }
  }

  /// Notes own entries that are signed and on the disk. `kept(through:at:using:)` sends them.
  package mutating func stored(_ entries: [Entry]) { if session != nil { unsent += entries } }

  /// Sends the own entries that `stored(_:)` noted. The entry writer calls `stored(_:)` first and
  /// this method second, both only after the entries are on the disk.
  ///
  /// - Parameter id: the last stored entry. If it belongs to another replica than the board's
  ///   present replica, nothing is sent.
  package mutating func kept(
    through id: EntryID, at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    id.replica == board.replica ? sendKept(at: now, using: &chance) : []
  }

  /// Sends the noted own entries, which are on the disk.
  package mutating func sendKept(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    let entries = unsent
    unsent = []
    guard session?.hasBoard == true, !entries.isEmpty else { return [] }
    let replicas = Set(entries.map(\.id.replica)).sorted()
    var outputs = knows(replicas, at: now, using: &chance)
    for run in EntryRun.encoded(entries) {
      let actions = session?.shared.wrote(run) ?? []
      outputs += perform(actions, at: now, using: &chance)
    }
    return outputs
  }

  /// Merges entries that other programs made and signed, and sends them as own entries.
  package mutating func publish(
    _ entries: [Entry], at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    let outputs = merge(entries, from: .file, at: now, using: &chance)
    unsent += entries
    return outputs + sendKept(at: now, using: &chance)
  }

  // MARK: The stroke or text in progress, the appearance and the notices

  /// Handles what the user does in the session.
  package mutating func handle(
    _ effect: SessionEffect, at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    let actions: [SharedBoard.Action]?
    switch effect {
    case .penBegan(let entry, let style, let point):
      actions = session?.shared.penBegan(
        entry, style: WetItem.stroke(style).encoded(), at: WetPoint(point), now: now)
    case .penMoved(let points):
      actions = session?.shared.penMoved(through: points.map { WetPoint($0) }, at: now)
    case .typed(let entry, let label):
      actions = session?.shared.penShowed(
        entry, style: WetItem.label(label).encoded(), at: WetPoint(label.origin), now: now)
    case .penFinished:
      session?.shared.penFinished()
      return []
    case .penAbandoned: actions = session?.shared.penAbandoned()
    case .appear(let appearance):
      actions = session?.shared.shows(appearance.encoded(), at: now)
    case .notify(let notice): return notify(notice, at: now, using: &chance)
    }
    return perform(actions ?? [], at: now, using: &chance)
  }

  package mutating func notify(
    _ notice: SessionNotice, to recipients: Recipients = .all, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Output] {
    let actions = session?.shared.sendEvent(notice.encoded(), to: recipients)
    return perform(actions ?? [], at: now, using: &chance)
  }
}

extension WetPoint {
  fileprivate init(_ point: BoardPoint) { self.init(x: point.x, y: point.y) }
}
