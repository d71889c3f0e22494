import BoardModel
import EaselBase

/// Reads looks, and what things are attached to.
extension LineParser {
  /// Returns whether a word ends the points of a line that draws.
  static func endsPoints(_ word: ScriptScanner.Word) -> Bool {
    word.quoted == nil && ["from", "to", "label"].contains(word.text)
  }

  /// Reads the words of a look, which may be none.
  mutating func looks() throws(ScriptError) -> StrokeLook {
    var look = StrokeLook.plain
    while let word = try scanner.peek(), word.quoted == nil {
      if let known = ScriptText.looks.first(where: { $0.word == word.text }) {
        look.insert(known.look)
      } else if let known = ScriptText.routes.first(where: { $0.word == word.text }) {
        look = look.with(known.route)
      } else {
        break
      }
      _ = try scanner.next()
    }
    return look
  }

  /// Reads at least one word of a look.
  mutating func lookArgument() throws(ScriptError) -> StrokeLook {
    if try scanner.accept("plain") { return .plain }
    let look = try looks()
    guard look != .plain else {
      let words = ScriptText.looks.map(\.word) + ScriptText.routes.map(\.word) + ["plain"]
      throw scanner.mismatch("a look like dashed or plain", try scanner.next(), among: words)
    }
    return look
  }

  /// Reads the things to which points of a drawn thing are attached, such as `from #1 to #2`.
  mutating func attached(
    _ act: Script.Act, _ points: [PointAttachment.Point]
  ) throws(ScriptError) -> Script.Act {
    var targets: [PointAttachment.Point: Script.Name] = [:]
    for point in points where try scanner.accept(ScriptText.preposition(point)) {
      targets[point] = try thing()
    }
    return targets.isEmpty ? act : .attached(act, targets)
  }

  mutating func attaching() throws(ScriptError) -> Script.Act {
    let name = try thing()
    let word = try scanner.next()
    let points = PointAttachment.Point.allCases
    guard let point = points.first(where: { ScriptText.word($0) == word?.text }) else {
      throw scanner.mismatch(
        "start, end, middle or label", word, among: points.map(ScriptText.word))
    }
    guard try scanner.accept("to") else {
      throw scanner.mismatch("“to”", try scanner.next(), among: ["to"])
    }
    return .attach(name, point, to: try anchor())
  }

  private mutating func anchor() throws(ScriptError) -> Script.Anchor {
    if try scanner.accept("nothing") { return .nothing }
    guard let word = try scanner.peek(), isThing(word) else { return .board(try point()) }
    let target = try thing()
    guard try scanner.accept("at") else { return .thing(target, .middle) }
    let position = try point(
      "a place like 0.25,0.5", of: (BoxPoint.one, BoxPoint.one), limit: BoxPoint.one)
    guard let position = BoxPoint(u: position.x, v: position.y) else {
      throw scanner.error("a place in a box lies between 0,0 and 1,1")
    }
    return .thing(target, position)
  }
}
