/// Remembers which of an origin's frames were seen.
///
/// The window has a record of two ranges of numbers. The first range lies around the last number that
/// the origin signed: from 1,024 below it to 1,024 above it. Invented frames cannot move it. The
/// second range lies above the first. It holds the last 1,024 numbers up to the highest number that
/// arrived, which may be far away after a large loss. Numbers outside both ranges count as seen.
///
/// Other members can invent frames under numbers that the origin has not used yet. The origin's
/// real frame may then come second. A different frame with a seen number is therefore admitted; the
/// window records the last 256 such frames. Only the origin can make a signed frame, so the number
/// of a signed frame is enough.
///
/// A frame that counts as seen may never have arrived. If its content matters, the origin sends the
/// content again, under a new number, until it is acknowledged.
struct ReplayWindow: Sendable {
  static let length: UInt64 = 1_024
  static let doublesMax = 256
  private var near = NearNumbers()
  private var far = Latest()
  private var doubles = LastPrints(atMost: doublesMax)

  /// Returns whether a frame is new. Judges a signed frame by its number alone; the caller verifies
  /// the signature.
  func admits(_ number: UInt64, _ print: FramePrint) -> Bool {
    guard number > 0 else { return false }
    let isSigned = FrameSignature.isCarried(by: number)
    if isSigned, number > near.last { return true }
    switch known(of: number) {
    case .unseen: return true
    case .seen: return false
    case .print(let known): return !isSigned && known != print && !doubles.contains(print)
    }
  }

  /// Records an admitted frame. If its number requires the origin's signature, the caller must have
  /// verified the signature before.
  mutating func insert(_ number: UInt64, _ print: FramePrint) {
    if FrameSignature.isCarried(by: number), number > near.last { move(to: number) }
    if case .print = known(of: number) { return doubles.insert(print) }
    if near.covers(number) { near.insert(number, print) } else { far.insert(number, print) }
  }

  private func known(of number: UInt64) -> FrameRecord {
    near.covers(number) ? near[number] : far[number]
  }

  private mutating func move(to number: UInt64) {
    near.move(to: number, far)
    if near.covers(far.highest) { far.forgetAll() }
  }
}

/// The record of a number.
private enum FrameRecord {
  case unseen
  /// The number counts as seen, and the frame is not known.
  case seen
  /// The first frame with this number.
  case print(FramePrint)

  /// - Parameter print: nil if no frame has used the number.
  init(_ print: FramePrint?) { self = print.map(FrameRecord.print) ?? .unseen }
}

/// The numbers near the last signed number.
private struct NearNumbers: Sendable {
  /// 0 before the first signature: the range then covers the first numbers.
  private(set) var last: UInt64 = 0
  private var prints = PrintRing(2 * ReplayWindow.length)

  subscript(number: UInt64) -> FrameRecord {
    number + ReplayWindow.length > last ? FrameRecord(prints[number]) : .seen
  }

  mutating func insert(_ number: UInt64, _ print: FramePrint) { prints[number] = print }

  /// Whether this record, and not the one of higher numbers, answers for a number.
  func covers(_ number: UInt64) -> Bool { number <= last + ReplayWindow.length }

  /// - Parameter far: the record of the numbers above this range.
  mutating func move(to number: UInt64, _ far: Latest) {
    let length = ReplayWindow.length
    let first = max(number - min(number - 1, length - 1), last + length + 1)
    for new in first...number + length { prints[new] = far.print(of: new) }
    last = number
  }
}

/// The last 1,024 numbers, up to the highest.
private struct Latest: Sendable {
  private(set) var highest: UInt64 = 0
  private var prints = PrintRing(ReplayWindow.length)

  subscript(number: UInt64) -> FrameRecord {
    guard number <= highest else { return .unseen }
    return highest - number < ReplayWindow.length ? FrameRecord(prints[number]) : .seen
  }

  /// Returns the recorded print of a number; nil if there is none.
  func print(of number: UInt64) -> FramePrint? {
    number <= highest && highest - number < ReplayWindow.length ? prints[number] : nil
  }

  /// Records a number that does not count as seen.
  mutating func insert(_ number: UInt64, _ print: FramePrint) {
    if number > highest {
      if number - highest >= ReplayWindow.length {
        prints.forgetAll()
      } else {
        // `number` is above `highest`, so `highest + 1` cannot overflow.
        for skipped in highest + 1...number { prints[skipped] = nil }
      }
      highest = number
    }
    prints[number] = print
  }

  mutating func forgetAll() { self = Latest() }
}
