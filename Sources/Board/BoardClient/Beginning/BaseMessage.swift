import BoardDocument

/// How the beginning of a session's board comes to a member that joins and lacks it: that member asks one
/// of the others.
public enum BaseMessage: Hashable, Sendable {
  case wanted
  /// The member that was asked lacks it too.
  case lacking
  case part([UInt8], index: Int, count: Int)

  /// A message has 256 KiB, and base64, which JSON makes of the bytes, is a third longer.
  static let partBytes = 128 * 1_024
  /// With 32 MiB for the heads of a board from before boards had ids.
  static let partsMax = (BoardBeginning.pictureBytesMax + 32 << 20) / partBytes
}

/// The parts of a board's beginning that still have to be sent to one participant. Each is made when it is
/// its turn.
struct OutgoingBase: Sequence, IteratorProtocol, Sendable {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> BaseMessage? {
    let size = BaseMessage.partBytes
    let count = Swift.max((bytes.count + size - 1) / size, 1)
    guard index < count else { return nil }
    defer { index += 1 }
    return .part(Array(bytes.dropFirst(index * size).prefix(size)), index: index, count: count)
  }
}

/// Joins the parts, which come in order and from one sender, since only one is asked at a time. A part
/// that does not follow the one before is ignored.
struct IncomingBase: Sendable {
  private var bytes: [UInt8] = []
  /// How many parts there are.
  private(set) var next = 0

  /// - Returns: the bytes when they are whole.
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
