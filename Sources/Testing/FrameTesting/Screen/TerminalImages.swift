import CellFrame

/// The images of a small terminal, by kitty's graphics protocol.
package struct TerminalImages: Hashable, Sendable {
  /// An image over some cells.
  package struct Placement: Hashable, Sendable {
    package let image: Int
    package let number: Int
    package let block: CellRect
  }

  /// The bytes of each image in base 64, by its number.
  package private(set) var stored: [Int: [UInt8]] = [:]
  /// The images on the screen, in the order in which they came.
  package private(set) var placements: [Placement] = []
  /// The image of which only some parts have come.
  private var loading: (number: Int, bytes: [UInt8])?
  /// The commands that a terminal answers with an error.
  package private(set) var errors: [String] = []

  package init() {}

  package static func == (a: Self, b: Self) -> Bool {
    a.stored == b.stored && a.placements == b.placements && a.isLoading == b.isLoading
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(stored)
    hasher.combine(placements)
  }

  /// Whether an image has begun and not ended.
  package var isLoading: Bool { loading != nil }

  /// The images that a program did not remove.
  var leftovers: [String] {
    (stored.isEmpty ? [] : ["images"]) + (isLoading ? ["half an image"] : [])
  }

  mutating func clear() { (stored, placements) = ([:], []) }

  /// Carries out a command: the bytes between `ESC _` and its end.
  ///
  /// - Parameter cursor: the place of the cursor.
  mutating func apply(_ content: [UInt8], at cursor: CellPoint) {
    guard content.first == UInt8(ascii: "G") else { return }
    let parts = content.dropFirst().split(
      separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
    var keys: [Substring: Substring] = [:]
    for pair in Substring(decoding: parts[0], as: UTF8.self).split(separator: ",") {
      let sides = pair.split(separator: "=", maxSplits: 1)
      if sides.count == 2 { keys[sides[0]] = sides[1] }
    }
    func number(_ key: Substring) -> Int { keys[key].flatMap { Int($0) } ?? 0 }
    let payload = parts.count > 1 ? Array(parts[1]) : []
    switch keys["a"] ?? "t" {
    case "t": load(payload, as: number("i"), isLast: number("m") == 0)
    case "p":
      let block = CellRect(
        column: cursor.column, row: cursor.row, columns: number("c"), rows: number("r"))
      place(number("i"), number("p"), over: block)
    case "d": delete(keys["d"] ?? "a", number("i"), number("p"))
    default: break
    }
  }

  private mutating func load(_ payload: [UInt8], as number: Int, isLast: Bool) {
    // While an image has only some of its parts, every command of this kind is a further part.
    let begun = loading ?? (number, [])
    loading = (begun.number, begun.bytes + payload)
    guard isLast, let whole = loading else { return }
    loading = nil
    if whole.number > 0, !whole.bytes.isEmpty { stored[whole.number] = whole.bytes }
  }

  private mutating func place(_ image: Int, _ number: Int, over block: CellRect) {
    guard stored[image] != nil else { return errors.append("no image \(image)") }
    placements.removeAll { $0.image == image && $0.number == number }
    placements.append(Placement(image: image, number: number, block: block))
  }

  private mutating func delete(_ kind: Substring, _ image: Int, _ number: Int) {
    switch kind {
    case "a": placements = []
    case "A": clear()
    case "i", "I":
      placements.removeAll { $0.image == image && (number == 0 || $0.number == number) }
      // As kitty does, it deletes with one image each image that shows nowhere.
      if kind == "I" {
        let shown = Set(placements.map(\.image))
        stored = stored.filter { $0.key != image && shown.contains($0.key) }
      }
    default: break
    }
  }
}
