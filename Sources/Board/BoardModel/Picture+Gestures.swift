import EaselBase

// The rules by which operations stand. Cancels and restores name operations and govern their
// gestures. They belong to no gesture themselves, and a cancel of a cancel or of a restore does
// nothing.
extension Picture {
  /// Returns whether an operation stands.
  func isActive(_ slot: Slot) -> Bool {
    guard !gestures.isEmpty, let gesture = gestures[marks[slot].head] else { return true }
    return stands(slot, in: gesture)
  }

  private func stands(_ slot: Slot, in gesture: Gesture) -> Bool {
    !cancels(isHide(slot) ? gesture.any : gesture.own)
  }

  func cancels(_ slot: Slot?) -> Bool {
    guard let slot, case .verdict(let verdict) = contents[slot] else { return false }
    return verdict.cancels
  }

  func isHide(_ slot: Slot) -> Bool {
    if case .change(let change) = contents[slot] { return change.isHide }
    return false
  }

  /// Returns whether an operation is a make, a change or a laying, which undo can take back.
  func isDeed(_ slot: Slot) -> Bool {
    if case .verdict = contents[slot] { return false }
    return true
  }

  /// Returns all operations of a gesture, in order.
  func members(of head: Slot) -> [Slot] { [head] + (gestures[head]?.others ?? []) }

  /// Adds an operation to its gesture.
  mutating func join(_ slot: Slot, _ head: Slot) {
    let isHide = isHide(slot)
    let alone = Gesture(hasHides: self.isHide(head), hasOthers: !self.isHide(head))
    // The gesture changes in place: taking it out and putting it back would copy all of it for each
    // operation.
    gestures[head, default: alone].add(slot == head ? nil : slot, isHide: isHide)
  }

  func gesture(of head: Slot) -> Gesture {
    if !gestures.isEmpty, let known = gestures[head] { return known }
    return Gesture(hasHides: isHide(head), hasOthers: !isHide(head))
  }

  /// Applies a toggle to a gesture, unless a higher toggle governs it. The operation `except` has
  /// no effect yet.
  mutating func judge(
    _ head: Slot, by verdict: Slot, except new: Slot?, _ damage: inout Repaint
  ) {
    guard isDeed(head) else { return }
    let before = claims(of: head)
    let old = gesture(of: head)
    var gesture = old
    if history(verdict) == history(head) { gesture.own = higher(old.own, verdict) }
    gesture.any = higher(old.any, verdict)
    gestures[head] = gesture
    for slot in members(of: head) where slot != new {
      let isOn = stands(slot, in: gesture)
      if isOn != stands(slot, in: old) { turn(slot, on: isOn, &damage) }
    }
    noteForeign(verdict, on: head)
    if head != new { reviseHistories(of: head, from: before) }
  }

  private mutating func turn(_ slot: Slot, on: Bool, _ damage: inout Repaint) {
    switch contents[slot] {
    case .make: if wholes[slot] == nil { refresh(slot, &damage) }
    case .change: exert(slot, by: on ? 1 : -1, &damage)
    case .lay: relay(&damage)
    case .verdict: break
    }
  }
}
