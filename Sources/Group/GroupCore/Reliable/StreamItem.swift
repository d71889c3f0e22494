import EaselBase

/// One numbered piece of what a member sends reliably.
///
/// Each piece names the piece before it that was for the same reader, so that a reader of some
/// pieces only still knows when one is missing. Where that is the same for nearly all readers it
/// stands once.
public struct StreamItem: Hashable, Sendable {
  /// 1, 2, 3 … within its sender.
  public let number: UInt64
  public let to: Destination
  /// The number of the last piece before this one that was for everyone.
  public let previous: UInt64
  /// For the readers for whom it was another; 0 opens the stream to that reader. Ascending.
  public let exceptions: [Exception]
  public let content: [UInt8]
  /// The next piece, which is for the same readers, goes on with it.
  public let isContinued: Bool

  public struct Exception: Hashable, Sendable {
    public let reader: MemberID
    public let previous: UInt64

    public init(_ reader: MemberID, previous: UInt64) {
      self.reader = reader
      self.previous = previous
    }
  }

  public init(
    number: UInt64, to: Destination, previous: UInt64, exceptions: [Exception], content: [UInt8],
    isContinued: Bool = false
  ) {
    self.number = number
    self.to = to
    self.previous = previous
    self.exceptions = exceptions
    self.content = content
    self.isContinued = isContinued
  }

  /// The number of the piece before it for this reader; nil where it is not for that reader, as far
  /// as the piece itself tells.
  func previous(for reader: MemberID) -> UInt64? {
    guard to.includes(reader) else { return nil }
    return exceptions.first { $0.reader == reader }?.previous ?? previous
  }

  /// Whether it is the first piece that its sender has for this reader.
  func opens(for reader: MemberID) -> Bool {
    exceptions.contains { $0.reader == reader && $0.previous == 0 }
  }
}

/// What a reader has of a sender's stream.
public struct Acknowledgement: Hashable, Sendable {
  /// Everything for this reader up to this number.
  public let upTo: UInt64
  /// And these beyond a gap, ascending.
  public let held: [UInt64]

  public static let heldMax = 64

  public init(upTo: UInt64, held: [UInt64]) {
    self.upTo = upTo
    self.held = held
  }
}
