import Foundation
import OpenGroupActivities

/// How the picture that a session's board began from comes to those who join: who lacks it asks one
/// of the others.
enum BaseMessage: Codable, CustomMessageIdentifiable, Sendable {
  case wanted
  /// Whoever was asked has not got it either.
  case lacking
  case part(Data, index: Int, count: Int)

  static let messageIdentifier = "base"

  /// The names in the format, whatever the cases are called.
  private enum CodingKeys: String, CodingKey {
    case wanted = "wanted"
    case lacking = "lacking"
    case part = "part"
  }

  private enum PartCodingKeys: String, CodingKey {
    case _0 = "_0"
    case index = "index"
    case count = "count"
  }

  /// Base64, which JSON makes of it, takes a third more; a message has 256 KiB.
  static let partBytes = 128 * 1_024
  /// No larger picture is taken, nor begun from.
  static let pictureBytesMax = 64 << 20
  /// With 32 MiB for the heads of a board from before boards had ids.
  static let partsMax = (pictureBytesMax + 32 << 20) / partBytes

  /// Each made when it is come to.
  static func parts(of picture: [UInt8]) -> some Sequence<BaseMessage> & Sendable {
    let count = max((picture.count + partBytes - 1) / partBytes, 1)
    return (0..<count).lazy.map { index in
      let part = picture.dropFirst(index * partBytes).prefix(partBytes)
      return .part(Data(part), index: index, count: count)
    }
  }
}

/// Joins the parts, which come in order and from one sender, since only one is asked at a time.
/// What does not follow is passed over.
struct BaseParts {
  private var bytes: [UInt8] = []
  /// How many there are.
  private(set) var next = 0

  /// - Returns: the picture when it is whole.
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
