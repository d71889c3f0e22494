import Foundation
import OpenGroupActivities
import SessionCore

/// Encodes a message as JSON, with the bytes of a part in base64.
extension BaseMessage: Codable, CustomMessageIdentifiable {
  public static let messageIdentifier = "base"

  /// The keys of the encoded format. They stay the same when a case is renamed.
  private enum CodingKeys: String, CodingKey {
    case wanted = "wanted"
    case lacking = "lacking"
    case part = "part"
  }

  private enum PartCodingKeys: String, CodingKey {
    case bytes = "_0"
    case index = "index"
    case count = "count"
  }

  private enum EmptyCodingKeys: CodingKey {}

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let key = container.allKeys.first, container.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: container.codingPath, debugDescription: "expected one message"))
    }
    switch key {
    case .wanted: self = .wanted
    case .lacking: self = .lacking
    case .part:
      let part = try container.nestedContainer(keyedBy: PartCodingKeys.self, forKey: .part)
      self = .part(
        Array(try part.decode(Data.self, forKey: .bytes)),
        index: try part.decode(Int.self, forKey: .index),
        count: try part.decode(Int.self, forKey: .count))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .wanted: _ = container.nestedContainer(keyedBy: EmptyCodingKeys.self, forKey: .wanted)
    case .lacking: _ = container.nestedContainer(keyedBy: EmptyCodingKeys.self, forKey: .lacking)
    case .part(let bytes, let index, let count):
      var part = container.nestedContainer(keyedBy: PartCodingKeys.self, forKey: .part)
      try part.encode(Data(bytes), forKey: .bytes)
      try part.encode(index, forKey: .index)
      try part.encode(count, forKey: .count)
    }
  }
}
