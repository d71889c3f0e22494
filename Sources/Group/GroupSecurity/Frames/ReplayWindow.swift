/// Which of an origin's frames were seen.
///
/// Round the last number that the origin has signed each one is known, 1,024 below and 1,024 above, and
/// nothing that others make up moves that. Beyond, where numbers come once much was missed, the last
/// 1,024 are known, and all below count as seen.
///
/// Others can make frames under numbers that the origin is yet to use, too. So a number that was seen
/// stands for one frame, and another frame under it is admitted; the last 256 such are known. What is
/// signed nobody else can make: there the number is enough.
///
/// What counts as seen and matters is sent again under a new number.
struct ReplayWindow: Sendable {
  static let length: UInt64 = 1_024
  static let doublesMax = 256
  private var near = Signed()
  private var far = Latest()
  private var doubles = LastPrints(atMost: doublesMax)

  /// For a signed one, too, which is judged by its number here and by its signature elsewhere.
  func admits(_ number: UInt64, _ print: FramePrint) -> Bool {
    guard number > 0 else { return false }
    let isSigned = FrameSignature.stands(in: number)
    if isSigned, number > near.last { return true }
    guard let known = known(of: number) else { return false }
    return known == .none || !isSigned && known != print && !doubles.contains(print)
  }

  /// One that is admitted, and proved by the origin's signature where one stands in it.
  mutating func insert(_ number: UInt64, _ print: FramePrint) {
    if FrameSignature.stands(in: number), number > near.last { move(to: number) }
    if known(of: number) ?? .none != .none { return doubles.insert(print) }
    if near.covers(number) { near[number] = print } else { far.insert(number, print) }
  }

  /// `none` of what was not seen, nil of what counts as seen all the same.
  private func known(of number: UInt64) -> FramePrint? {
    near.covers(number) ? near[number] : far[number]
  }

  private mutating func move(to number: UInt64) {
    near.move(to: number, far)
    if near.covers(far.highest) { far.forgetAll() }
  }
}

/// Each number round the last that was signed.
private struct Signed: Sendable {
  /// Before the first signature the first numbers are known.
  private(set) var last: UInt64 = 0
  private var prints = PrintRing(2 * ReplayWindow.length)

  /// `none` of what was not seen, nil of what counts as seen.
  subscript(number: UInt64) -> FramePrint? {
    get { number + ReplayWindow.length > last ? prints[number] : nil }
    set { prints[number] = newValue ?? .none }
  }

  /// Whether it is known here of a number that it was seen; of those beyond it is not.
  func covers(_ number: UInt64) -> Bool { number <= last + ReplayWindow.length }

  /// - Parameter far: what is known of numbers beyond.
  mutating func move(to number: UInt64, _ far: Latest) {
    let length = ReplayWindow.length
    let first = max(number - min(number - 1, length - 1), last + length + 1)
    for new in first...number + length { prints[new] = far[new] ?? .none }
    last = number
  }
}

/// The last 1,024 numbers up to the highest.
private struct Latest: Sendable {
  private(set) var highest: UInt64 = 0
  private var prints = PrintRing(ReplayWindow.length)

  /// `none` of what was not seen, nil of what counts as seen.
  subscript(number: UInt64) -> FramePrint? {
    guard number <= highest else { return FramePrint.none }
    return highest - number < ReplayWindow.length ? prints[number] : nil
  }

  /// A number that does not count as seen.
  mutating func insert(_ number: UInt64, _ print: FramePrint) {
    if number > highest {
      if number - highest >= ReplayWindow.length {
        prints.forgetAll()
      } else {
        // Above `highest`, so that counting on cannot overflow before `number`.
        for skipped in highest + 1...number { prints[skipped] = .none }
      }
      highest = number
    }
    prints[number] = print
  }

  mutating func forgetAll() { self = Latest() }
}
