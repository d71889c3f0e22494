import GroupSecurity

/// A ticket in a text that a user typed or pasted.
///
/// Mail programs and narrow terminals break a ticket into lines, indent the lines, and put signs
/// around it. So lines and blanks are joined until the ticket is whole, and quotes and `<…>` around
/// it are dropped, as are the words before and after it.
struct PastedTicket: Hashable {
  /// The ticket without blanks and quotes.
  let text: String
  /// Whether more text can change nothing.
  let isWhole: Bool

  /// Nil if no ticket begins in the text.
  init?(_ pasted: String) {
    var joined = ""
    var found: String?
    for piece in Self.pieces(of: pasted) {
      joined += piece
      guard let start = joined.firstRange(of: TicketInput.scheme)?.lowerBound else { continue }
      let rest = joined[start...]
      let ticket = rest.prefix { !Self.quotes.contains($0) }
      let isClosed = ticket.endIndex < rest.endIndex
      for candidate in [ticket.trimmingEnd { ".,;:!?)".contains($0) }, ticket]
      where isClosed || !Self.isCutOff(candidate) {
        (text, isWhole) = (String(candidate), true)
        return
      }
      found = String(ticket)
    }
    guard let found else { return nil }
    (text, isWhole) = (found, false)
  }

  private static let quotes: Set<Character> = ["'", "\"", "`", "<", ">", "’", "”", "»"]

  /// Returns the words of all lines, without the signs that mail programs put before a quoted line.
  private static func pieces(of text: String) -> [Substring] {
    text.split(whereSeparator: \.isNewline).flatMap { line in
      line.drop { $0.isWhitespace || $0 == ">" }.split(whereSeparator: \.isWhitespace)
    }
  }

  private static func isCutOff(_ text: Substring) -> Bool {
    do throws(TicketError) {
      _ = try Ticket(String(text))
      return false
    } catch {
      return error == .cutOff
    }
  }
}

extension Substring {
  fileprivate func trimmingEnd(_ isTrimmed: (Character) -> Bool) -> Substring {
    var rest = self
    while let end = rest.last, isTrimmed(end) { rest.removeLast() }
    return rest
  }
}
