/// How long the tickets of a host last.
package enum TicketLife: String, Hashable, Sendable, CaseIterable {
  /// Until a person or a change of rights renews them.
  case untilRenewed = "until-renewed"
  /// Until a guest has come in.
  case oneGuest = "one-guest"
  case oneHour = "1h"

  /// The next choice; the first one after the last.
  package var next: TicketLife {
    let all = Self.allCases
    let index = all.firstIndex(of: self).map { all.index(after: $0) } ?? all.startIndex
    return index == all.endIndex ? all[0] : all[index]
  }
}
