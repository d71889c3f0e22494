extension Guest {
  /// Returns the sentence about this participant after they are gone. A participant who is gone while
  /// out of reach has not left: their program or their network failed.
  ///
  /// - Parameter needsTicket: whether this user came with a ticket, and nobody else is left.
  func farewell(isOutOfReach: Bool, needsTicket: Bool) -> String {
    if kind == .display { return "The \(shownName) is off." }
    guard isOutOfReach else { return "\(shownName) left." }
    let advice = needsTicket ? "; ask \(shownName) for a new ticket" : ""
    return "\(shownName)'s Easel is gone. Draw on\(advice)."
  }
}
