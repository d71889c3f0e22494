import EaselBase

/// Puts one sender's pieces back in order, each once, and joins those that go on with each other.
struct Inbox: Hashable, Sendable {
  /// The last piece handed on.
  private(set) var last: UInt64 = 0
  private var isOpen = false
  /// Pieces beyond a gap, by the number of the piece before them.
  private var waiting: [UInt64: Waiting] = [:]
  private var waitingBytes = 0
  private var lack = PieceTimeout()
  /// The pieces of a reliable payload that is not yet whole; nil where they were more than a reliable payload has.
  private var begun: [UInt8]? = []

  static let waitingMax = 256
  static let waitingBytesMax = 1 << 20
  /// A piece that waits takes so many bytes besides its content.
  static let waitingOverhead = 128

  /// A piece, without the readers that it names: those may be more than its content.
  private struct Waiting: Hashable, Sendable {
    let number: UInt64
    let content: [UInt8]
    let isContinued: Bool

    init(_ item: StreamItem) {
      (number, content, isContinued) = (item.number, item.content, item.isContinued)
    }
  }

  var load: Int { waiting.count }
  /// Bytes of the pieces that wait for others, and of the message that is not complete, roughly.
  var bytes: Int { waitingBytes + waiting.count * Self.waitingOverhead + (begun?.count ?? 0) }

  /// What is handed on, and whether there is anything to acknowledge.
  struct Taken: Hashable, Sendable {
    var contents: [[UInt8]] = []
    /// For this reader, new or not.
    var isAddressed = false
    /// The sender is waiting to hear of a gap or of a double.
    var isUrgent = false
    /// The stream is to be begun anew: the piece that opens it was not seen, or another does not come.
    var isUnknown = false
  }

  mutating func receive(_ item: StreamItem, as reader: MemberID, at now: Uptime) -> Taken {
    guard let previous = item.previous(for: reader) else { return Taken() }
    guard isOpen || item.opens(for: reader) else { return Taken(isUnknown: true) }
    var taken = Taken(isAddressed: true)
    guard item.number > last else {
      taken.isUrgent = true
      return taken
    }
    if item.opens(for: reader) {
      open(before: item.number)
    } else if previous > last {
      keep(item, after: previous)
      taken.isUrgent = true
      taken.isUnknown = lack.lasts(at: now)
      return taken
    } else if previous < last {
      // Its sender contradicts itself.
      return taken
    }
    taken.contents = handOn(Waiting(item))
    lack = PieceTimeout()
    return taken
  }

  /// A sender that lost count of this reader begins anew; what lies between is lost to it.
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

  /// - Returns: the payload that it completes.
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

/// A piece that does not come though others behind it do. Its sender sends it again each second, unless
/// somebody has acknowledged it in this reader's name.
struct PieceTimeout: Hashable, Sendable {
  private var count = 0
  private var countedAt: Uptime?

  /// So often it is waited for, in a time in which it could have come.
  static let countMax = 5

  /// Another piece came instead.
  ///
  /// - Returns: whether it is waited for in vain.
  mutating func lasts(at now: Uptime) -> Bool {
    if countedAt.map({ now.since($0) >= Outbox.resendLongest }) ?? true {
      count += 1
      countedAt = now
    }
    return count > Self.countMax
  }
}
