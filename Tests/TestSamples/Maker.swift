import EaselBase
import GroupBase
import GroupTesting

/// Makes messages of every kind by seeded chance, at the edges of what they may hold more often
/// than chance alone would.
public struct Maker {
  public var chance: SplitMix64

  public init(seed: UInt64) { chance = SplitMix64(seed: seed) }

  public mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &chance) }
  public mutating func coin() -> Bool { Bool.random(using: &chance) }

  public mutating func number(_ max: UInt64 = .max) -> UInt64 {
    let edges: [UInt64] = [0, 1, 127, 128, 1 << 32, 1 << 53 - 1, max]
    let some = UInt64.random(in: 0...max, using: &chance) >> UInt64(below(64))
    return min(edges.randomElement(using: &chance).flatMap { coin() ? $0 : nil } ?? some, max)
  }

  public mutating func small() -> UInt32 { UInt32(truncatingIfNeeded: number(UInt64(UInt32.max))) }
  public mutating func bytes16() -> Bytes16 { Bytes16(high: number(), low: number()) }

  public mutating func bytes(_ max: Int = 40) -> [UInt8] {
    (0..<below(max + 1)).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
  }

  public mutating func text(_ max: Int = 12) -> String {
    let scalars: [Character] = ["a", "Z", "0", " ", "é", "漢", "👩‍🎨", "\u{1b}", "\u{202e}"]
    return String((0..<below(max + 1)).map { _ in scalars[below(scalars.count)] })
  }

  public mutating func list<Value>(_ max: Int = 4, _ make: (inout Maker) -> Value) -> [Value] {
    (0..<below(max + 1)).map { _ in make(&self) }
  }

  public mutating func member() -> MemberID { MemberID(number()) }

  public mutating func ascending(_ max: Int = 5) -> [UInt64] {
    Set(list(max) { $0.number() }).sorted()
  }
}

extension Maker {
  /// The names of an enum's case and of the cases in it.
  private static func kind(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return "" }
    guard let child = mirror.children.first, let label = child.label else { return "\(value)" }
    let inner = kind(child.value)
    return inner.isEmpty ? label : label + "." + inner
  }

  /// The shortest of some made-up messages of each kind, encoded.
  public static func shortest<Message>(
    _ name: String, _ make: (inout Maker) -> Message, _ encode: (Message) -> [UInt8]
  ) -> [(name: String, bytes: [UInt8])] {
    var shortest: [String: [UInt8]] = [:]
    for seed in UInt64(0)..<600 {
      var maker = Maker(seed: seed)
      let message = make(&maker)
      let kind = "\(name).\(kind(message))"
      let bytes = encode(message)
      if bytes.count > 3, shortest[kind].map({ bytes.count < $0.count }) ?? true {
        shortest[kind] = bytes
      }
    }
    return shortest.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
