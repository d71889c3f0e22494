/// A bracketed paste as it arrives.
///
/// The end of a paste may be lost on the way. Then the text that has come is shown after a moment of
/// silence, and later bytes still belong to the paste: to run them as commands would be worse.
struct Paste: Sendable {
  /// The maximum size of a paste in bytes; the rest of a longer paste is dropped.
  static let sizeMax = 1 << 20
  private static let end = Array("\u{1B}[201~".utf8)
  private static let interrupt: UInt8 = 0x03

  /// The text that was not shown yet.
  private var bytes: [UInt8] = []
  private var keptCount = 0
  /// The number of bytes of the end sequence that have come.
  private var matched = 0
  /// Whether a part was shown already.
  private(set) var isShown = false
  /// Whether the ESC that may begin the end came before that part was shown.
  private var isEscapeOld = false
  private var last: UInt8?
  /// Whether the bytes since the last pause are nothing but Ctrl-C.
  private var hasOnlyInterrupts = false
  /// Whether the bytes that may begin the end came before the last pause.
  private var isMatchEarlier = false

  var isComplete: Bool { matched == Self.end.count }

  /// Whether silence has something to show.
  var hasUnshown: Bool { !isShown || bytes.count > unfinishedCount }

  /// The key that the user pressed to leave the paste, if no more bytes have come for a moment: Esc
  /// after a part was shown, or Ctrl-C.
  var key: UInt8? {
    if matched == 1, isShown, !isEscapeOld { return Self.end[0] }
    guard matched == 0, last == Self.interrupt else { return nil }
    return isShown || hasOnlyInterrupts ? Self.interrupt : nil
  }

  /// Notes that the bytes before and after this moment arrived with a pause between them.
  mutating func pause() { (hasOnlyInterrupts, isMatchEarlier) = (true, matched > 0) }

  /// Adds bytes up to the end of the paste, and returns the number of bytes that it used.
  mutating func append(_ input: UnsafeRawBufferPointer) -> Int {
    var index = 0
    while index < input.count {
      if matched == 0 {
        let run = input[index...].prefix { $0 != Self.end[0] }
        keep(run)
        index += run.count
        if index == input.count { break }
      }
      if input[index] == Self.end[matched] {
        if matched == 0 { (isEscapeOld, isMatchEarlier) = (false, false) }
        matched += 1
        index += 1
        if isComplete { break }
      } else {
        keep(Self.end[..<matched], isEarlier: isMatchEarlier)
        matched = 0
      }
    }
    return index
  }

  /// Returns the text that was not shown yet, without a character that is still on its way.
  mutating func show() -> String {
    (isShown, isEscapeOld, last) = (true, matched > 0, nil)
    let count = bytes.count - unfinishedCount
    defer { bytes.removeFirst(count) }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// Returns the rest of the text; nil if everything was shown before.
  mutating func finish() -> String? {
    if key == Self.interrupt { while bytes.last == Self.interrupt { bytes.removeLast() } }
    return isShown && bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// The number of bytes at the end that begin a UTF-8 character and do not complete it.
  private var unfinishedCount: Int {
    for (index, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > index + 1 ? index + 1 : 0
    }
    return 0
  }

  private mutating func keep(
    _ more: some BidirectionalCollection<UInt8>, isEarlier: Bool = false
  ) {
    guard let end = more.last else { return }
    last = end
    if hasOnlyInterrupts, !isEarlier {
      hasOnlyInterrupts = more.allSatisfy { $0 == Self.interrupt }
    }
    let kept = more.prefix(Self.sizeMax - keptCount)
    keptCount += kept.count
    bytes.append(contentsOf: kept)
  }
}
