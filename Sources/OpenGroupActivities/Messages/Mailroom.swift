import Sharing

/// What came in one session, sorted by how it was sent and what it is called.
struct Mailroom {
  struct Key: Hashable {
    let mode: DeliveryMode
    let name: String
  }

  private var boxes: [Key: [Core.Weak<LetterBox>]] = [:]
  /// Of what nobody has asked for yet, kept for the first who does.
  private var unclaimed: [Key: [Letter]] = [:]
  private var unclaimedBytes = 0

  static let unclaimedBytesMax = 1 << 20

  /// - Returns: false where it was dropped by somebody, since too much waits there already.
  mutating func put(_ letter: Letter, _ key: Key) -> Bool {
    let open = (boxes[key] ?? []).compactMap(\.value)
    guard open.isEmpty else {
      return open.reduce(true) { $1.put(letter) && $0 }
    }
    guard unclaimedBytes < Self.unclaimedBytesMax else { return false }
    unclaimed[key, default: []].append(letter)
    unclaimedBytes += letter.weight
    return true
  }

  /// From now on everything of that kind is put into the box, and what was not claimed before.
  mutating func add(_ box: LetterBox, _ key: Key) {
    boxes[key, default: []].removeAll { $0.value == nil }
    boxes[key, default: []].append(.init(box))
    for letter in unclaimed.removeValue(forKey: key) ?? [] {
      unclaimedBytes -= letter.weight
      box.put(letter)
    }
  }

  func close() {
    for box in boxes.values.joined() { box.value?.close() }
  }
}

/// A message as it came.
struct Letter: Sendable {
  let bytes: [UInt8]
  let source: Participant

  /// Bytes, and a little for what is round them.
  var weight: Int { bytes.count + 128 }
}

/// Where messages wait for one who takes them.
final class LetterBox: Sendable {
  /// Bytes.
  static let weightMax = 32 << 20
  private let letters = Mailbox<Letter>(weightMax: weightMax)

  @discardableResult
  func put(_ letter: Letter) -> Bool { letters.put(letter, weight: letter.weight) }
  func close() { letters.close() }

  func next(isolation: isolated (any Actor)? = #isolation) async -> Letter? {
    await letters.next(isolation: isolation)
  }
}
