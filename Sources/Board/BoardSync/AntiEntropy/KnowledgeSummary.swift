import EaselBase

/// A summary of all that a participant knows, small enough to be sent again and again.
package struct KnowledgeSummary: Hashable, Sendable {
  /// A new random number for each summary. To make two different vectors look equal, an attacker
  /// would have to know it beforehand, so a cheap mixing function is enough. A participant that
  /// lies about its own vector only harms itself: it is not asked and not compared with.
  package let salt: UInt64
  /// All heads, mixed with the salt.
  package let vector: Bytes16
  /// The number of entries. If two participants differ, the one that knows less asks.
  package let count: UInt64
  /// A hash of the state that its owner computed from the entries. It is opaque, and equal for
  /// equal vectors; ``unsaid`` if the owner has not computed it.
  package internal(set) var state: Bytes16

  package static let unsaid = Bytes16(high: 0, low: 0)

  package init(salt: UInt64, vector: Bytes16, count: UInt64, state: Bytes16) {
    self.salt = salt
    self.vector = vector
    self.count = count
    self.state = state
  }
}

/// A sum over heads, which does not depend on their order.
struct HeadsDigest {
  private let salt: UInt64
  private var high: UInt64 = 0
  private var low: UInt64 = 0

  init(salt: UInt64) { self.salt = salt }

  mutating func add(_ head: ReplicaHead) {
    var left = salt
    var right = ~salt
    for word in [
      head.replica.raw.high, head.replica.raw.low, head.sequence.raw, head.digest.high,
      head.digest.low, head.isFrozen ? 1 : 0,
    ] {
      left = Self.scramble(left ^ word)
      right = Self.scramble(right &+ word)
    }
    high &+= left
    low &+= right
  }

  var value: Bytes16 { Bytes16(high: high, low: low) }

  /// One step of SplitMix64 (Steele, Lea and Flood, 2014): every bit of the word affects every bit
  /// of the result.
  private static func scramble(_ word: UInt64) -> UInt64 {
    var mixed = word &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
