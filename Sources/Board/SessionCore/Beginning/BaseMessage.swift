import BoardDocument

/// The messages that bring the beginning of a session's board to a member that joins without it.
/// The joining member asks another member.
package enum BaseMessage: Hashable, Sendable {
  case wanted
  /// The asked member lacks the beginning too.
  case lacking
  case part([UInt8], index: Int, count: Int)

  /// A message holds 256 KiB. Base64 in JSON makes the bytes a third longer, so 128 KiB fit.
  static let partBytes = 128 * 1_024
  static let partsMax = BoardBeginning.pictureBytesMax / partBytes
}

/// The parts of a board's beginning that are not sent yet to a participant. Each part is made just
/// before it is sent.
struct OutgoingBase: Sequence, IteratorProtocol, Sendable {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A value of which every part is sent.
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

/// Joins the parts of a beginning. The parts come in order and from a single sender, since only one
/// participant is asked at a time. A part that does not follow the previous part is ignored.
struct IncomingBase: Sendable {
  private var bytes: [UInt8] = []
  /// The index of the next part: the number of parts received so far.
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
