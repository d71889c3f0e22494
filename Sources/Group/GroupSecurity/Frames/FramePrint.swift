/// Distinguishes a frame from others with the same number: four bytes of its tag.
///
/// An honest origin uses no number twice, but any member that may draw can make frames in its name.
/// If two frames have the same print by chance (about 1 in 4,000 million), the second is lost.
struct FramePrint: Equatable, Sendable {
  fileprivate let raw: UInt32

  /// The value for a number that no frame has used.
  fileprivate static let unused = FramePrint(unchecked: 0)

  init(_ raw: UInt32) { self.raw = max(raw, 1) }

  /// - Parameter body: at least as long as a tag.
  init(ofTagIn body: [UInt8]) {
    self.init(body.suffix(4).reduce(0) { $0 << 8 | UInt32($1) })
  }

  private init(unchecked raw: UInt32) { self.raw = raw }
}

/// A ring of prints. The place of a number is the remainder of the number divided by the count. The
/// array grows only as far as needed, since most origins send little.
struct PrintRing: Sendable {
  private var prints: [FramePrint] = []
  private let count: Int

  /// - Parameter count: a power of two.
  init(_ count: UInt64) { self.count = Int(count) }

  /// The print of a number; nil if no frame has used the number.
  subscript(number: UInt64) -> FramePrint? {
    get {
      let slot = slot(number)
      return slot < prints.count && prints[slot] != .unused ? prints[slot] : nil
    }
    set {
      let slot = slot(number)
      if slot >= prints.count {
        if newValue == nil { return }
        grow(beyond: slot)
      }
      prints[slot] = newValue ?? .unused
    }
  }

  mutating func forgetAll() { prints = [] }

  private func slot(_ number: UInt64) -> Int { Int(truncatingIfNeeded: number) & (count - 1) }

  private mutating func grow(beyond slot: Int) {
    var enough = max(prints.count, 32)
    while enough <= slot { enough *= 2 }
    prints += [FramePrint](repeating: .unused, count: enough - prints.count)
  }
}

/// The prints of the last frames whose number another frame had already used.
struct LastPrints: Sendable {
  private var prints: [FramePrint] = []
  private var next = 0
  private let most: Int

  init(atMost most: Int) { self.most = most }

  func contains(_ print: FramePrint) -> Bool { prints.contains(print) }

  mutating func insert(_ print: FramePrint) {
    if prints.count < most { return prints.append(print) }
    prints[next] = print
    next = (next + 1) % most
  }
}
