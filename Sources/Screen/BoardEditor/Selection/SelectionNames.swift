import BoardModel

/// The names of the things of a group, such as "box, fill and word".
struct SelectionNames {
  private var names: [(name: String, count: Int)] = []

  init(_ things: [BoardItem]) {
    let hasOutline = things.contains(where: \.isOutlined)
    // The shape comes first, then its fill, then its texts: not the order in which they lie.
    for name in things.map({ Self.name(of: $0, beside: hasOutline) }).sorted(by: Self.comesFirst) {
      if names.last?.name == name {
        names[names.count - 1].count += 1
      } else {
        names.append((name, 1))
      }
    }
  }

  /// The names at the beginning of a sentence.
  var sentenceStart: String {
    let words = names.map { $0.count == 1 ? $0.name : "\($0.count) \($0.name)s" }
    let list =
      words.count < 2
      ? words.joined() : words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
    return list.prefix(1).uppercased() + list.dropFirst()
  }

  private static func name(of thing: BoardItem, beside hasOutline: Bool) -> String {
    switch thing.item {
    case .label(let label):
      return label.text.string.contains(where: \.isWhitespace) ? "text" : "word"
    case .stroke(let stroke):
      let isFill = stroke.kind == .region || hasOutline && stroke.filled
      return isFill ? "fill" : ItemLook(thing).kind
    }
  }

  private static let last = ["fill", "word", "text"]

  private static func comesFirst(_ one: String, _ other: String) -> Bool {
    let (index, next) = (last.firstIndex(of: one) ?? -1, last.firstIndex(of: other) ?? -1)
    return (index, one) < (next, other)
  }
}
