import Foundation

/// Activities and messages as bytes: JSON, which any program in a call can read.
enum Coding {
  private static let infinities = (positive: "inf", negative: "-inf", nan: "nan")

  static func bytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: infinities.positive, negativeInfinity: infinities.negative,
      nan: infinities.nan)
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value))
  }

  static func value<Value: Decodable>(_ type: Value.Type, of bytes: [UInt8]) throws -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: infinities.positive, negativeInfinity: infinities.negative,
      nan: infinities.nan)
    return try decoder.decode(type, from: Data(bytes))
  }

  // MARK: Messages (`Data` travels unchanged)

  static func message(_ value: some Encodable) throws -> [UInt8] {
    if let data = value as? Data { return Array(data) }
    return try bytes(of: value)
  }

  static func message<Value: Decodable>(_ type: Value.Type, of bytes: [UInt8]) throws -> Value {
    if let data = Data(bytes) as? Value { return data }
    return try value(type, of: bytes)
  }
}
