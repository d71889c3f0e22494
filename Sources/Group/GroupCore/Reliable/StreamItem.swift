import EaselBase
import GroupBase

/// One numbered piece of a member's reliable stream.
///
/// Each piece names the previous piece for the same reader. So a reader that receives only some of
/// the pieces still notices a missing piece. A previous number that nearly all readers share is
/// stored once, in `previous`.
public struct StreamItem: Hashable, Sendable {
  /// The number of the piece in its sender's stream: 1, 2, 3 …
  public let number: UInt64
  /// The readers of the piece.
  public let to: EnvelopeDestination
  /// The number of the last piece before this one that was for everyone.
  public let previous: UInt64
  /// The readers with another previous piece; 0 opens the stream to that reader. Ascending.
  public let exceptions: [Exception]
  /// An encoded payload, or a part of one.
  public let content: [UInt8]
  /// Whether the next piece, which is for the same readers, continues this payload.
  public let isContinued: Bool

  /// A reader whose previous piece is not the common one.
  public struct Exception: Hashable, Sendable {
    /// The reader.
    public let reader: MemberID
    /// The number of the previous piece for this reader; 0 if this piece is its first.
    public let previous: UInt64

    /// Creates an exception for a reader.
    public init(_ reader: MemberID, previous: UInt64) {
      self.reader = reader
      self.previous = previous
    }
  }

  /// Creates a piece; the exceptions have to be in ascending order of their readers.
  public init(
    number: UInt64, to: EnvelopeDestination, previous: UInt64, exceptions: [Exception],
    content: [UInt8],
    isContinued: Bool = false
  ) {
    self.number = number
    self.to = to
    self.previous = previous
    self.exceptions = exceptions
    self.content = content
    self.isContinued = isContinued
  }

  /// Returns the number of the previous piece for this reader; nil if this piece is not for that
  /// reader, as far as the piece itself shows.
  func previous(for reader: MemberID) -> UInt64? {
    guard to.includes(reader) else { return nil }
    return exceptions.first { $0.reader == reader }?.previous ?? previous
  }

  /// Returns whether this piece opens the stream to this reader.
  func opens(for reader: MemberID) -> Bool {
    exceptions.contains { $0.reader == reader && $0.previous == 0 }
  }
}

/// The pieces of a sender's stream that a reader has.
public struct Acknowledgement: Hashable, Sendable {
  /// The reader has every piece that is for it, up to this number.
  public let upTo: UInt64
  /// The pieces that the reader has beyond a gap, ascending.
  public let held: [UInt64]

  /// The maximum number of pieces in `held`.
  public static let heldMax = 64

  /// Creates an acknowledgement; `held` has to be ascending.
  public init(upTo: UInt64, held: [UInt64]) {
    self.upTo = upTo
    self.held = held
  }
}
