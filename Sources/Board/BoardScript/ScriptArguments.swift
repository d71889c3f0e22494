import BoardModel
import EaselBase

/// Reads the arguments that follow a command's name.
extension LineParser {
  mutating func person() throws(ScriptError) -> Script.Person {
    let word = try scanner.next()
    guard let word else { throw scanner.mismatch("a name", word) }
    let name = SafeText(word.quoted ?? word.text, limit: .name).string
    guard !name.isEmpty else { throw scanner.mismatch("a name that can be seen", word) }
    let run = try scanner.accept("run") ? try whole(1...1_000_000, "a run") : 1
    return Script.Person(name: name, run: run)
  }

  mutating func pen() throws(ScriptError) -> Script.Pen {
    let (color, hasAlpha) = try color()
    guard try scanner.accept("width") else {
      if let word = try scanner.peek() {
        throw scanner.mismatch("“width 1” to “width 8”", word, among: ["width"])
      }
      return Script.Pen(color: color, hasAlpha: hasAlpha)
    }
    return Script.Pen(color: color, hasAlpha: hasAlpha, width: try width())
  }

  mutating func width() throws(ScriptError) -> UInt8 {
    let range = Int(Ink.widths.lowerBound)...Int(Ink.widths.upperBound)
    return UInt8(clamping: try whole(range, "a width"))
  }

  mutating func step() throws(ScriptError) -> UInt8 {
    let word = try scanner.next()
    guard let exponent = (UInt8(0)...12).first(where: { word?.text == String(1 << Int($0)) })
    else { throw scanner.mismatch("a power of two from 1 to 4096", word) }
    return exponent
  }

  mutating func duration() throws(ScriptError) -> Int {
    let word = try scanner.next()
    let text = word?.text ?? ""
    let (digits, unit) =
      text.hasSuffix("ms") ? (text.dropLast(2), 1) : (text.dropLast(), 1_000)
    guard text.hasSuffix("s"), let amount = Int(digits), amount >= 0,
      amount <= Script.Bounds.longestPause.milliseconds / Int64(unit)
    else { throw scanner.mismatch("a time of at most an hour, like 250ms or 2s", word) }
    return amount * unit
  }

  mutating func drawing(_ kind: Stroke.Kind) throws(ScriptError) -> Script.Act {
    let isFilled = try scanner.accept("filled")
    let continues = try scanner.accept("more")
    let look = try looks()
    var points: [BoardPoint] = []
    repeat {
      guard points.count < Limits.pointsPerOperation else {
        throw scanner.error(
          "a line holds at most \(Limits.pointsPerOperation) points",
          suggestion: "also \(ScriptText.word(kind)) more")
      }
      points.append(try point())
    } while try scanner.peek().map { !Self.endsPoints($0) } ?? false
    let drawn = Script.Act.draw(
      kind, filled: isFilled, continues: continues, look: look, points: points)
    guard kind == .line || kind == .arrow else { return drawn }
    let line = try attached(drawn, [.start, .end])
    return try scanner.accept("label") ? .labelled(line, try quotedText()) : line
  }

  mutating func label() throws(ScriptError) -> Script.Act {
    let size: LetterSize = try scanner.accept("large") ? .large : .normal
    let origin = try point()
    return try attached(.write(origin, try quotedText(), size), [.middle, .onLine])
  }

  private mutating func quotedText() throws(ScriptError) -> SafeText {
    let word = try scanner.next()
    guard let quoted = word?.quoted else {
      throw scanner.mismatch("a text in quotes", word)
    }
    let text = try whole(quoted, .label, "a text", "characters", at: word)
    // A recording writes "" for a text of another member in which nothing can be seen.
    guard !text.string.isEmpty || quoted.isEmpty else {
      throw scanner.mismatch("a text that can be seen", word)
    }
    return text
  }

  mutating func imagePart() throws(ScriptError) -> Script.ImagePart {
    if try scanner.accept("more") { return .more(try file()) }
    let isPaper = try scanner.accept("paper")
    let (corner, size) = (try point(), try point("a size like 0.3,0.2"))
    guard size.x > 0, size.y > 0 else { throw scanner.error("expected a size above 0") }
    let box = BoardRect(
      corner, corner.moved(by: BoardOffset(dx: size.x, dy: size.y)))
    if !isPaper, try scanner.accept("copy") { return .copy(box, of: try thing()) }
    var pixels: PixelSize?
    if try scanner.accept("pixels") {
      let size = try point("a size in pixels like 640,480", of: (1, 1))
      pixels = PixelSize(columns: Int(size.x), rows: Int(size.y))
    }
    return .first(box, pixels, isPaper: isPaper, try file())
  }

  /// Reads a file, or a part of a file, in quotes.
  private mutating func file() throws(ScriptError) -> [UInt8] {
    let word = try scanner.next()
    guard let quoted = word?.quoted, let bytes = Base64.bytes(quoted) else {
      throw scanner.mismatch("a file as Base64 in quotes", word)
    }
    guard bytes.count <= ImageLimits.pieceBytesMax else {
      throw scanner.error(
        "a line holds at most \(ImageLimits.pieceBytesMax) bytes of a file", at: word?.start,
        suggestion: "also picture more")
    }
    return bytes
  }

  mutating func rewriting() throws(ScriptError) -> Script.Act {
    let name = try thing()
    let word = try scanner.next()
    guard let quoted = word?.quoted else { throw scanner.mismatch("a text in quotes", word) }
    return .rewrite(name, try whole(quoted, .label, "a text", "characters", at: word))
  }

  /// Returns the text of a script's argument; throws if the text is larger than the limit.
  func whole(
    _ quoted: String, _ limit: SafeText.Limit, _ what: String, _ unit: String,
    at word: ScriptScanner.Word?
  ) throws(ScriptError) -> SafeText {
    let (text, isWhole) = SafeText.read(quoted, limit: limit)
    guard isWhole else {
      throw scanner.error("\(what) holds at most \(limit.amount) \(unit)", at: word?.start)
    }
    return text
  }

  mutating func targets(leavingLast: Bool = false) throws(ScriptError) -> Script.Targets {
    if try scanner.accept("all") { return .all }
    if try scanner.accept("upto") { return .upTo(try things(leavingLast: leavingLast)) }
    if try scanner.accept("nothing") { return .things([]) }
    return .things(try things(leavingLast: leavingLast))
  }

  mutating func move() throws(ScriptError) -> Script.Act {
    let targets = try targets()
    let by = try point("a distance like 0.1,0", limit: BoardPoint.limit * 2)
    return .change(targets, .move(BoardOffset(dx: by.x, dy: by.y)))
  }

  mutating func recolour() throws(ScriptError) -> Script.Act {
    let targets = try targets(leavingLast: true)
    return .change(targets, .recolour(try color().color))
  }

  mutating func resize() throws(ScriptError) -> Script.Act {
    let targets = try targets()
    let (one, limit) = (BoardScaling.one, BoardScaling.limit)
    let scale = try point("factors like 2,0.5", of: (one, one), limit: limit)
    let shift = try point("a distance like 0.1,0", limit: limit)
    let scaling = BoardScaling(
      scaleX: scale.x, scaleY: scale.y, shiftX: shift.x, shiftY: shift.y)
    return .change(targets, .resize(scaling ?? .identity))
  }

  /// Reads one or more names of things. A colour at the end of the line may look like a name; if
  /// `leavingLast` is true, the last word is not read.
  mutating func things(leavingLast: Bool = false) throws(ScriptError) -> [Script.Name] {
    var names = [try thing()]
    while let word = try scanner.peek(), isThing(word) {
      var ahead = scanner
      _ = try ahead.next()
      if leavingLast, try ahead.peek() == nil { break }
      guard names.count < Limits.targets else {
        throw scanner.error(
          "a line speaks of at most \(Limits.targets) shapes", at: word.start)
      }
      names.append(try thing())
    }
    return names
  }

  func isThing(_ word: ScriptScanner.Word) -> Bool {
    word.quoted == nil && word.bytes.first == UInt8(ascii: "#")
      && word.bytes.dropFirst().allSatisfy { (48...57).contains($0) }
  }

  mutating func thing() throws(ScriptError) -> Script.Name {
    let word = try scanner.next()
    guard let word, word.bytes.first == UInt8(ascii: "#"),
      word.bytes.dropFirst().allSatisfy({ (48...57).contains($0) }),
      let name = Int(word.text.dropFirst()), name > 0, name <= Script.Bounds.name
    else { throw scanner.mismatch("the name of a shape, like #7", word) }
    return name
  }

  mutating func color() throws(ScriptError) -> (color: InkColor, hasAlpha: Bool) {
    let word = try scanner.next()
    guard let word, let color = ScriptText.color(word.text) else {
      throw scanner.mismatch(
        "a colour like #ff8800 or one of the palette", word,
        among: PaletteColor.allCases.map(\.name))
    }
    return color
  }

  mutating func point(
    _ expected: String = "a position like 0.25,0.5",
    of whole: (x: Int32, y: Int32) = (Page.width, Page.height), limit: Int32 = BoardPoint.limit
  ) throws(ScriptError) -> BoardPoint {
    let word = try scanner.next()
    guard let word, let comma = word.bytes.firstIndex(of: UInt8(ascii: ",")),
      let x = PageFraction.units(word.bytes[..<comma], of: whole.x, limit: limit),
      let y = PageFraction.units(word.bytes[(comma + 1)...], of: whole.y, limit: limit)
    else { throw scanner.mismatch("\(expected)", word) }
    return BoardPoint(x: x, y: y)
  }

  mutating func whole(_ range: ClosedRange<Int>, _ what: String) throws(ScriptError) -> Int {
    let word = try scanner.next()
    guard let number = word.flatMap({ Int($0.text) }), range.contains(number) else {
      throw scanner.mismatch(
        "\(what) from \(range.lowerBound) to \(range.upperBound)", word)
    }
    return number
  }
}
