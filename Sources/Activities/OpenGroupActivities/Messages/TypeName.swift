/// The names of types, as different programs and processes write them alike.
///
/// A name has the enclosing types, as in `Chat.Message`, and not the module. Functions and files that
/// enclose a type are left out, since they have no names that stay.
enum TypeName {
  static func of(_ type: Any.Type) -> String { short(String(reflecting: type)) }

  /// Returns a reflected name without modules and without parts in parentheses, also within angle
  /// brackets.
  static func short(_ reflected: String) -> String {
    var depth = 0
    let named = reflected.filter { character in
      if character == "(" { depth += 1 }
      defer { if character == ")" { depth -= 1 } }
      return depth == 0
    }
    var short = ""
    var rest = named[...]
    while !rest.isEmpty {
      let path = rest.prefix { !"<>, ".contains($0) }
      let parts = path.split(separator: ".")
      // The path behind an angle bracket goes on, and has no module.
      short += (path.first == "." ? "." : "")
      short += parts.dropFirst(path.first == "." ? 0 : 1).joined(separator: ".")
      rest = rest.dropFirst(path.count)
      if let mark = rest.popFirst() { short.append(mark) }
    }
    return short
  }
}
