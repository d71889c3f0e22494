import BoardContract
import EaselBase

extension Sheet {
  package mutating func type(_ text: String) {
    switch kind {
    case .colors(let typed):
      // A character that is no digit stays visible, and the title names it. Spaces are removed,
      // because a paste may contain them.
      let more = SafeText(text, limit: .title).string.lowercased().filter { !$0.isWhitespace }
      let digits = (typed + more).drop { $0 == "#" }
      kind = .colors(typed: "#" + digits.prefix(12))
    case .picture(let path):
      kind = .picture(path: PastedPath(text)?.path ?? path + text)
    case .boards(var list):
      list.newName?.insert(text)
      kind = .boards(list)
    default: break
    }
  }

  package mutating func deleteBackward() {
    switch kind {
    case .colors(let typed): kind = .colors(typed: String(typed.dropLast()))
    case .picture(let path): kind = .picture(path: String(path.dropLast()))
    case .boards(var list):
      list.newName?.deleteBackward()
      kind = .boards(list)
    default: break
    }
  }

  /// Ends the typing of a board's name.
  ///
  /// - Returns: the typed name; nil if none was being typed.
  package mutating func removeNewName() -> String? {
    guard case .boards(var list) = kind, let name = list.newName else { return nil }
    list.newName = nil
    kind = .boards(list)
    return name.text
  }
}
