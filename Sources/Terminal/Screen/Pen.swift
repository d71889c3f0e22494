import Rendering

/// What the terminal writes with now, and the words that make it write otherwise.
///
/// It keeps its look from frame to frame, so that a stroke names its colour once.
struct Pen: Sendable {
  /// Nil while nobody knows.
  private(set) var look: Look?
  private let capabilities: Capabilities
  private var inks: [Int32: [UInt8]] = [:]
  private var grounds: [Int32: [UInt8]] = [:]

  /// Colours kept, so that they stay bounded where they are many.
  private static let knownMax = 1_024
  private static let standardPlain = Array("\u{1B}[0m".utf8)
  private static let ownInk = Array("\u{1B}[39m".utf8)
  private static let ownGround = Array("\u{1B}[49m".utf8)

  init(_ capabilities: Capabilities) { self.capabilities = capabilities }

  mutating func forget() { look = nil }

  /// Ends every attribute and colour in the terminal's own words, whatever it writes with.
  mutating func end(into bytes: inout [UInt8]) {
    bytes += capabilities.plain
    bytes += capabilities.ownColors ?? []
    look = .plain
  }

  mutating func take(_ wanted: Look, into bytes: inout [UInt8]) {
    guard wanted != look else { return }
    var words = Words(joins: capabilities.stylesByStandard)
    var held = look ?? .plain
    if look == nil || !wanted.attributes.isSuperset(of: held.attributes) {
      beginPlain(&words, into: &bytes)
      held = .plain
    }
    if !capabilities.stylesByStandard,
      (wanted.foreground < 0 && held.foreground >= 0)
        || (wanted.background < 0 && held.background >= 0)
    {
      words.add(capabilities.ownColors ?? [], to: &bytes)
      (held.foreground, held.background) = (-1, -1)
    }
    for (attribute, on) in capabilities.attributes
    where wanted.attributes.contains(attribute) && !held.attributes.contains(attribute) {
      words.add(on, to: &bytes)
    }
    if wanted.foreground != held.foreground {
      words.add(
        Self.word(wanted.foreground, Self.ownInk, capabilities.ink, &inks), to: &bytes)
    }
    if wanted.background != held.background {
      words.add(
        Self.word(wanted.background, Self.ownGround, capabilities.ground, &grounds), to: &bytes)
    }
    look = wanted
  }

  private func beginPlain(_ words: inout Words, into bytes: inout [UInt8]) {
    if capabilities.stylesByStandard {
      words.add(Self.standardPlain, to: &bytes)
    } else {
      words.add(capabilities.plain, to: &bytes)
      words.add(capabilities.ownColors ?? [], to: &bytes)
    }
  }

  private static func word(
    _ number: Int32, _ own: [UInt8], _ template: [UInt8]?, _ known: inout [Int32: [UInt8]]
  ) -> [UInt8] {
    guard number >= 0 else { return own }
    if let word = known[number] { return word }
    let word = template.map { Capabilities.expand($0, Int(number)) } ?? []
    if known.count >= knownMax { known = [:] }
    known[number] = word
    return word
  }
}

/// Words one behind the other; neighbours that are SGR sequences become one.
private struct Words {
  let joins: Bool
  private var endsOpen = false

  init(joins: Bool) { self.joins = joins }

  mutating func add(_ word: [UInt8], to bytes: inout [UInt8]) {
    let isStyle =
      joins && word.count > 2 && word[0] == 0x1B && word[1] == UInt8(ascii: "[")
      && word.last == UInt8(ascii: "m") && word.firstIndex(of: UInt8(ascii: "m")) == word.count - 1
    if isStyle, endsOpen {
      bytes[bytes.count - 1] = UInt8(ascii: ";")
      bytes += word[2...]
    } else {
      bytes += word
    }
    endsOpen = isStyle
  }
}
