/// The command that Easel's ticket sheet copies, as a guest may paste it: `easel join 'TICKET'`. A line
/// of a file with tickets has a comment behind it.
struct PastedCommand: Hashable {
  /// The words of the command before the ticket.
  private let words: [String]
  let ticket: String

  /// Nil if the text is neither such a command nor a ticket.
  init?(_ text: String) {
    var words = text.split(whereSeparator: \.isWhitespace)
    // A ticket has a # as well, but no word of a command begins with it.
    if let comment = words.firstIndex(where: { $0.hasPrefix("#") }) {
      words.removeSubrange(comment...)
    }
    if words.first == "$" { words.removeFirst() }
    guard let last = words.popLast() else { return nil }
    let ticket = last.trimming { "'\"`<>".contains($0) }
    guard ticket.starts(with: TicketInput.scheme) else { return nil }
    self.ticket = String(ticket)
    let command = words.drop { $0.hasSuffix("easel") }.map(String.init)
    switch command {
    case []: self.words = ["join"]
    case ["join"], ["view"], ["view", "--wall"]: self.words = command
    default: return nil
    }
  }

  /// Returns the arguments without a second `easel`, as in `easel easel join …`. A pasted command or a
  /// ticket in one argument becomes the arguments of `join` or `view`.
  static func unwrapped(_ arguments: [String]) -> [String] {
    var rest = arguments[...]
    if rest.first == "easel", ["join", "view"].contains(rest.dropFirst().first) {
      rest.removeFirst()
    }
    guard rest.count == 1, let pasted = rest.first.flatMap(PastedCommand.init) else {
      return Array(rest)
    }
    return pasted.words + [pasted.ticket]
  }
}

extension Substring {
  fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
    var rest = drop(while: isTrimmed)
    while let end = rest.last, isTrimmed(end) { rest = rest.dropLast() }
    return rest
  }
}
