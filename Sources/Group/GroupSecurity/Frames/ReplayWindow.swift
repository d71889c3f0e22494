/// Remembers which of an origin's frames were seen.
///
/// The window records each number near the last number that the origin signed: from 1,024 below it
/// to 1,024 above it. Invented frames cannot move this range. After a large loss, numbers above the
/// range can arrive. The window records the last 1,024 of these; lower numbers above the range
/// count as seen.
///
/// Other members can invent frames under numbers that the origin has not used yet. The origin's
/// real frame may then come second. A different frame with a seen number is therefore admitted; the
/// window records the last 256 such frames. Only the origin can make a signed frame, so the number
/// of a signed frame is enough.
///
/// If a frame counts as seen but its content matters, the origin sends the content again under a
/// new number.
struct ReplayWindow: Sendable {
  static let length: UInt64 = 1_024
  static let doublesMax = 256
  private var near = Signed()
  private var far = Latest()
  private var doubles = LastPrints(atMost: doublesMax)

  /// Returns whether a frame is new. Judges a signed frame by its number alone; the caller verifies
  /// the signature.
  func admits(_ number: UInt64, _ print: FramePrint) -> Bool {
    guard number > 0 else { return false }
    let isSigned = FrameSignature.isCarried(by: number)
    if isSigned, number > near.last { return true }
    guard let known = known(of: number) else { return false }
    return known == .none || !isSigned && known != print && !doubles.contains(print)
  }

  /// Records an admitted frame. If its number requires the origin's signature, the caller must have
  /// verified the signature before.
  mutating func insert(_ number: UInt64, _ print: FramePrint) {
    if FrameSignature.isCarried(by: number), number > near.last { move(to: number) }
    if known(of: number) ?? .none != .none { return doubles.insert(print) }
    if near.covers(number) { near[number] = print } else { far.insert(number, print) }
  }

  /// Returns `none` for an unseen number, nil for a number that counts as seen without a record.
  private func known(of number: UInt64) -> FramePrint? {
    near.covers(number) ? near[number] : far[number]
  }

  private mutating func move(to number: UInt64) {
    near.move(to: number, far)
    if near.covers(far.highest) { far.forgetAll() }
  }
}

/// The numbers near the last signed number.
private struct Signed: Sendable {
  /// 0 before the first signature: the range then covers the first numbers.
  private(set) var last: UInt64 = 0
  private var prints = PrintRing(2 * ReplayWindow.length)

  /// `none` for an unseen number, nil for a number that counts as seen.
  subscript(number: UInt64) -> FramePrint? {
    get { number + ReplayWindow.length > last ? prints[number] : nil }
    set { prints[number] = newValue ?? .none }
  }

  /// Returns whether this record decides about a number: any number up to the end of its range.
  func covers(_ number: UInt64) -> Bool { number <= last + ReplayWindow.length }

  /// - Parameter far: the record of the numbers above this range.
  mutating func move(to number: UInt64, _ far: Latest) {
    let length = ReplayWindow.length
    let first = max(number - min(number - 1, length - 1), last + length + 1)
    for new in first...number + length { prints[new] = far[new] ?? .none }
    last = number
  }
}

/// The last 1,024 numbers, up to the highest.
private struct Latest: Sendable {
  private(set) var highest: UInt64 = 0
  private var prints = PrintRing(ReplayWindow.length)

  /// `none` for an unseen number, nil for a number that counts as seen.
  subscript(number: UInt64) -> FramePrint? {
    guard number <= highest else { return FramePrint.none }
    return highest - number < ReplayWindow.length ? prints[number] : nil
  }

  /// Records a number that does not count as seen.
  mutating func insert(_ number: UInt64, _ print: FramePrint) {
    if number > highest {
      if number - highest >= ReplayWindow.length {
        prints.forgetAll()
      } else {
        // `number` is above `highest`, so `highest + 1` cannot overflow.
        for skipped in highest + 1...number { prints[skipped] = .none }
      }
      highest = number
    }
    prints[number] = print
  }

  mutating func forgetAll() { self = Latest() }
}
