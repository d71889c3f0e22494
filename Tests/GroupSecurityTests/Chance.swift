/// Bytes for tests, the same in every run that has the same seed.
struct Chance: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }

  /// A message with some of its bytes changed, left out, doubled, or put in between.
  mutating func mangled(_ bytes: [UInt8]) -> [UInt8] {
    var mangled = bytes
    for _ in 0..<Int.random(in: 1...4, using: &self) {
      let index = Int.random(in: 0...mangled.count, using: &self)
      switch Int.random(in: 0..<4, using: &self) {
      case 0 where index < mangled.count: mangled[index] = UInt8.random(in: 0...255, using: &self)
      case 1 where index < mangled.count: mangled.remove(at: index)
      case 2: mangled.removeLast(mangled.count - index)
      default: mangled.insert(UInt8.random(in: 0...255, using: &self), at: index)
      }
    }
    return mangled
  }
}

func hex(_ text: String) -> [UInt8] {
  stride(from: 0, to: text.count, by: 2).compactMap {
    UInt8(text.dropFirst($0).prefix(2), radix: 16)
  }
}
