import BoardDocument

/// The messages that bring the beginning of a session's board to a member that joins without it:
/// that member asks another member.
package enum BaseMessage: Hashable, Sendable {
  case wanted
  /// The member that was asked lacks it too.
  case lacking
  case part([UInt8], index: Int, count: Int)

  /// A message holds 256 KiB, and base64 in JSON makes the bytes a third longer.
  static let partBytes = 128 * 1_024
  /// Includes 32 MiB for the heads of a board that is older than board ids.
  static let partsMax = (BoardBeginning.pictureBytesMax + 32 << 20) / partBytes
}

/// The parts of a board's beginning that are still to be sent to a participant. Each part is made
/// just before it is sent.
struct OutgoingBase: Sequence, IteratorProtocol, Sendable {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// No part is left to send.
  static var finished: OutgoingBase {
    var base = OutgoingBase([])
    base.index = 1
    return base
  }

  mutating func next() -> BaseMessage? {
    let size = BaseMessage.partBytes
    let count = Swift.max((bytes.count + size - 1) / size, 1)
    guard index < count else { return nil }
    defer { index += 1 }
    return .part(Array(bytes.dropFirst(index * size).prefix(size)), index: index, count: count)
  }
}

/// Joins the parts, which come in order and from a single sender, since only one participant is
/// asked at a time. It ignores a part that does not follow the previous part.
struct IncomingBase: Sendable {
  private var bytes: [UInt8] = []
  /// How many parts there are.
  private(set) var next = 0

  /// - Returns: the bytes once all parts are here; else nil.
  mutating func join(_ message: BaseMessage) -> [UInt8]? {
    guard case .part(let part, let index, let count) = message else { return nil }
    guard index == next, count > index, count <= BaseMessage.partsMax,
      part.count <= BaseMessage.partBytes
    else { return nil }
    bytes += part
    next += 1
    guard next == count else { return nil }
    defer { (bytes, next) = ([], 0) }
    return bytes
  }
}
