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
}
