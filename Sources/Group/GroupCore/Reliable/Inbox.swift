import EaselBase
import GroupBase

/// Puts one sender's pieces back in order, each once, and joins the pieces that belong to one
/// payload.
struct Inbox: Hashable, Sendable {
  /// The number of the last piece that was handed on.
  private(set) var last: UInt64 = 0
  private var isOpen = false
  /// Pieces beyond a gap, by the number of the piece before them.
  private var waiting: [UInt64: Waiting] = [:]
  private var waitingBytes = 0
  private var lack = PieceTimeout()
  /// The pieces of a reliable payload that is not yet complete; nil if they have more bytes than a
  /// reliable payload may have.
  private var begun: [UInt8]? = []

  static let waitingMax = 256
  static let waitingBytesMax = 1 << 20
  /// A waiting piece needs this many bytes besides its content.
  static let waitingOverhead = 128

  /// A piece without the readers that it names, since these may need more bytes than its content.
  private struct Waiting: Hashable, Sendable {
    let number: UInt64
    let content: [UInt8]
    let isContinued: Bool

    init(_ item: StreamItem) {
      (number, content, isContinued) = (item.number, item.content, item.isContinued)
    }
  }

  var load: Int { waiting.count }
  /// The approximate bytes of the pieces that wait behind a gap, and of the payload that is not
  /// complete.
  var bytes: Int { waitingBytes + waiting.count * Self.waitingOverhead + (begun?.count ?? 0) }

  /// The contents that are handed on, and whether there is anything to acknowledge.
  struct Received: Hashable, Sendable {
    var contents: [[UInt8]] = []
    /// Whether the piece is for this reader, even if the piece is not new.
    var isAddressed = false
    /// Whether the sender needs to hear soon of a gap or a duplicate.
    var isUrgent = false
    /// Whether the stream has to begin anew: the piece that opens it was not seen, or another piece
    /// does not come.
    var isUnknown = false
  }

  mutating func receive(_ item: StreamItem, as reader: MemberID, at now: Uptime) -> Received {
    guard let previous = item.previous(for: reader) else { return Received() }
    guard isOpen || item.opens(for: reader) else { return Received(isUnknown: true) }
    var received = Received(isAddressed: true)
    guard item.number > last else {
      received.isUrgent = true
      return received
    }
    if item.opens(for: reader) {
      open(before: item.number)
    } else if previous > last {
      keep(item, after: previous)
      received.isUrgent = true
      received.isUnknown = lack.lasts(at: now)
      return received
    } else if previous < last {
      // The sender contradicts itself.
      return received
    }
    received.contents = handOn(Waiting(item))
    lack = PieceTimeout()
    return received
  }

  /// Opens the stream at a piece. A sender that lost count of this reader begins anew, and the
  /// pieces between are lost to this reader.
  private mutating func open(before number: UInt64) {
    isOpen = true
    begun = []
    for (previous, item) in waiting where item.number <= number { drop(previous) }
  }

  private mutating func handOn(_ item: Waiting) -> [[UInt8]] {
    var contents: [[UInt8]] = []
    var next: Waiting? = item
    while let piece = next {
      join(piece).map { contents.append($0) }
      last = piece.number
      next = waiting[last]
      drop(last)
    }
    return contents
  }

  /// - Returns: the payload that the piece completes.
  private mutating func join(_ piece: Waiting) -> [UInt8]? {
    if let known = begun?.count, known + piece.content.count <= ReliablePayload.bytesMax {
      begun?.append(contentsOf: piece.content)
    } else {
      begun = nil
    }
    guard !piece.isContinued else { return nil }
    defer { begun = [] }
    return begun
  }

  private mutating func keep(_ item: StreamItem, after previous: UInt64) {
    guard waiting[previous] == nil, waiting.count < Self.waitingMax,
      waitingBytes + item.content.count <= Self.waitingBytesMax
    else { return }
    waiting[previous] = Waiting(item)
    waitingBytes += item.content.count
  }

  private mutating func drop(_ previous: UInt64) {
    waitingBytes -= waiting.removeValue(forKey: previous)?.content.count ?? 0
  }

  var acknowledgement: Acknowledgement {
    let held = waiting.values.map(\.number).sorted().prefix(Acknowledgement.heldMax)
    return Acknowledgement(upTo: last, held: Array(held))
  }
}

/// Detects a piece that does not come although later pieces come. The sender resends a missing
/// piece each second, unless another member has acknowledged the piece in this reader's name.
struct PieceTimeout: Hashable, Sendable {
  private var count = 0
  private var countedAt: Uptime?

  /// The inbox waits for the piece this many times; each time is long enough for it to arrive.
  static let countMax = 5

  /// Records that another piece came instead.
  ///
  /// - Returns: whether the missing piece counts as lost.
  mutating func lasts(at now: Uptime) -> Bool {
    if countedAt.map({ now.since($0) >= Outbox.resendLongest }) ?? true {
      count += 1
      countedAt = now
    }
    return count > Self.countMax
  }
}
