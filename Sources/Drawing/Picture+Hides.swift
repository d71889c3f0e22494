import Vocabulary

extension Picture {
  /// The highest hide that stands, whoever made it: what anybody who may draw can take back. Looks
  /// at every operation.
  public var latestHide: EntryID? {
    var latest: Slot?
    for slot in 0..<Slot(clamping: operationCount) where isHide(slot) && isActive(slot) {
      if let highest = latest, precedes(slot, highest) { continue }
      latest = slot
    }
    return latest.map(id)
  }

  /// Whether an operation hides all that its author had seen, be it that it stands or not.
  public func isClear(_ id: EntryID) -> Bool {
    guard let slot = slot(id), case .change(let change) = contents[slot] else { return false }
    return change.isHide && change.reach != nil
  }
}
