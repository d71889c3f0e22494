import EaselBase
import GroupBase

/// Counts the bytes that this member keeps of each other member. If the sum is too large, it
/// chooses the members whose bytes are dropped.
///
/// Members that only watch have a separate bound, so they cannot make this member give up the bytes
/// of a member that may draw.
struct ByteBudget: Hashable, Sendable {
  /// The most bytes that are kept of all members that may draw, together.
  let drawerBytesMax: Int
  let watcherBytesMax: Int
  private(set) var drawerBytes = 0
  private(set) var watcherBytes = 0
  /// The members of which something is kept.
  private var shares: [MemberID: Share] = [:]

  private struct Share: Hashable, Sendable {
    let bytes: Int
    let isWatcher: Bool
  }

  init(drawers: Int, watchers: Int) { (drawerBytesMax, watcherBytesMax) = (drawers, watchers) }

  /// Records how many bytes are kept of a member now.
  ///
  /// - Returns: the members whose bytes are all to be given up. Each was the member of its kind
  ///   with the most bytes. They are no longer counted.
  mutating func note(_ bytes: Int, of member: MemberID, isWatcher: Bool) -> [MemberID] {
    let share = bytes > 0 ? Share(bytes: bytes, isWatcher: isWatcher) : nil
    guard shares[member] != share else { return [] }
    replace(member, with: share)
    var givenUp: [MemberID] = []
    while isOver(ofWatchers: isWatcher), let fullest = fullest(ofWatchers: isWatcher) {
      replace(fullest, with: nil)
      givenUp.append(fullest)
    }
    return givenUp
  }

  /// Records that fewer bytes are kept of a member now.
  mutating func shrink(to bytes: Int, of member: MemberID) {
    guard let known = shares[member], bytes < known.bytes else { return }
    let share = bytes > 0 ? Share(bytes: bytes, isWatcher: known.isWatcher) : nil
    replace(member, with: share)
  }

  private mutating func replace(_ member: MemberID, with share: Share?) {
    for (share, sign) in [(shares[member], -1), (share, 1)] {
      guard let share else { continue }
      if share.isWatcher {
        watcherBytes += sign * share.bytes
      } else {
        drawerBytes += sign * share.bytes
      }
    }
    shares[member] = share
  }

  private func isOver(ofWatchers: Bool) -> Bool {
    ofWatchers ? watcherBytes > watcherBytesMax : drawerBytes > drawerBytesMax
  }

  private func fullest(ofWatchers: Bool) -> MemberID? {
    shares.filter { $0.value.isWatcher == ofWatchers }
      .max { ($0.value.bytes, $0.key) < ($1.value.bytes, $1.key) }?.key
  }
}
