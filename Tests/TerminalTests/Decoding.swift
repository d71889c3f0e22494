import Rendering

@testable import Terminal

/// Feeds a decoder, in pieces, and collects what comes out.
struct Decoding {
  var decoder: InputDecoder
  var output: [Decoded] = []

  init(_ decoder: InputDecoder = InputDecoder()) { self.decoder = decoder }

  mutating func feed(_ bytes: some Collection<UInt8>) {
    Array(bytes).withUnsafeBytes { decoder.decode($0, into: &output) }
  }

  mutating func settle() { decoder.settle(into: &output) }

  /// What these bytes mean when they arrive at once and nothing follows.
  static func of(_ bytes: [UInt8], by decoder: InputDecoder = InputDecoder()) -> [Decoded] {
    var decoding = Decoding(decoder)
    decoding.feed(bytes)
    decoding.settle()
    return decoding.output
  }

  static func of(_ text: String, by decoder: InputDecoder = InputDecoder()) -> [Decoded] {
    of(Array(text.utf8), by: decoder)
  }
}

func pressed(_ key: Key, _ modifiers: Modifiers = []) -> [Decoded] { [.key(key, modifiers)] }

func pressed(_ character: Character, _ modifiers: Modifiers = []) -> [Decoded] {
  [.key(.character(character), modifiers)]
}

func pointed(
  _ action: MouseEvent.Action, _ column: Int, _ row: Int, _ modifiers: Modifiers = []
) -> [Decoded] {
  let place = Pointer(CellPoint(column: column, row: row))
  return [.event(.mouse(MouseEvent(action, at: place, modifiers: modifiers)))]
}
