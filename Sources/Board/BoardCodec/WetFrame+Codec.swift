import BoardSync
import EaselBase

/// The values of the first byte of wet ink. No Protobuf message begins with any of these bytes,
/// because no field has these wire types or the number 0.
enum WetForm {
  /// The stroke's number follows.
  static let abandoned: UInt8 = 0
  /// The higher bits of the byte hold the exponent of the step. Then follow the last byte of the
  /// stroke's number, the index of the first point, and the offset of each point from the stroke's
  /// first point. The first offset is written in full; each later offset is written as its
  /// difference from the offset before.
  static let more: UInt8 = 6
  /// The higher bits of the byte hold the exponent, as in `more`. Then follow the numbers of the
  /// stroke, the frame and the operation, a head, the replica if it is named, the style, and the
  /// points, which are written like the offsets of `more`. The head is twice the length of the
  /// style plus 2, or 0 without a style; if the replica is named, the head is greater by 1.
  static let whole: UInt8 = 7

  static let exponentMax = 15

  static func isWet(_ first: UInt8) -> Bool {
    first == abandoned || first < 128 && first & 7 >= more
  }
}

extension WetFrame<WetPoint, [UInt8]> {
  /// The greatest index of a first point. Receivers refuse a frame with a greater index.
  static let fromMax = UInt64(WetInk.pointsMax)

  var packed: [UInt8] {
    var bytes: [UInt8] = []
    switch self {
    case .abandoned(let stroke):
      bytes.append(WetForm.abandoned)
      bytes.append(varint: stroke)
    case .more(let stroke, let from, let offsets):
      let exponent = stepExponent(of: offsets)
      bytes += [exponent << 3 | WetForm.more, stroke]
      bytes.append(varint: UInt64(max(from, 0)))
      bytes.append(offsets, stepExponent: exponent)
    case .whole(let opening, let points):
      let exponent = stepExponent(of: points)
      bytes.append(exponent << 3 | WetForm.whole)
      bytes.append(opening)
      bytes.append(points, stepExponent: exponent)
    }
    return bytes
  }

  /// Reads a frame; the first byte must be a form of wet ink, and the other bytes may be anything.
  /// Throws if they are not valid.
  init(decoding bytes: [UInt8]) throws(CodecError) {
    guard let form = bytes.first, WetForm.isWet(form) else { throw CodecError("wet", .malformed) }
    var reader = ByteReader(bytes, at: 1)
    let exponent = Int64(form >> 3)
    switch form & 7 {
    case WetForm.more:
      guard let stroke = reader.bytes(1)?.first, let from = reader.varint() else {
        throw CodecError("wet", .malformed)
      }
      guard from <= Self.fromMax else { throw CodecError("wet", .outOfRange) }
      self = .more(
        stroke: stroke, from: Int(from), offsets: try reader.points(stepExponent: exponent))
    case WetForm.whole:
      let opening = try reader.opening()
      self = .whole(opening, points: try reader.points(stepExponent: exponent))
    default:
      guard let stroke = reader.varint(), reader.isAtEnd else {
        throw CodecError("wet", .malformed)
      }
      self = .abandoned(stroke: stroke)
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ opening: WetFrame<WetPoint, [UInt8]>.Opening) {
    append(varint: opening.stroke)
    append(varint: opening.number)
    append(varint: opening.sequence.raw)
    let style = opening.style.map { UInt64($0.count) + 1 } ?? 0
    append(varint: style * 2 + (opening.replica == nil ? 0 : 1))
    if let replica = opening.replica { self += replica.raw.bytes }
    self += opening.style ?? []
  }

  fileprivate mutating func append(_ points: [WetPoint], stepExponent: UInt8) {
    var last = (x: Int64(0), y: Int64(0))
    for point in points {
      let here = (x: Int64(point.x) >> stepExponent, y: Int64(point.y) >> stepExponent)
      append(zigZag: here.x - last.x)
      append(zigZag: here.y - last.y)
      last = here
    }
  }
}

/// Returns the exponent of the largest power of two that divides all coordinates, at most 15.
/// Points at the dots of a screen have such a common divisor.
private func stepExponent(of points: [WetPoint]) -> UInt8 {
  let bits = points.reduce(Int32(0)) { $0 | $1.x | $1.y }
  return UInt8(clamping: Swift.min(bits.trailingZeroBitCount, WetForm.exponentMax))
}

extension ByteReader {
  fileprivate mutating func opening() throws(CodecError) -> WetFrame<WetPoint, [UInt8]>.Opening {
    guard let stroke = varint(), let number = varint(), let sequence = varint(), let head = varint()
    else { throw CodecError("title", .malformed) }
    let styleLength = head / 2
    guard styleLength <= UInt64(SharedBoardMessage.styleBytesMax) + 1 else {
      throw CodecError("title", .tooMany)
    }
    var replica: ReplicaID?
    if head % 2 == 1 {
      guard let name = bytes(16).flatMap({ Bytes16($0) }) else {
        throw CodecError("title", .malformed)
      }
      replica = ReplicaID(name)
    }
    guard let style = bytes(max(styleLength, 1) - 1) else { throw CodecError("title", .malformed) }
    return WetFrame.Opening(
      stroke: stroke, number: number, replica: replica,
      sequence: try SequenceNumber(decoding: sequence), style: styleLength == 0 ? nil : Array(style)
    )
  }

  /// Reads points up to the end of the bytes.
  fileprivate mutating func points(stepExponent: Int64) throws(CodecError) -> [WetPoint] {
    var points: [WetPoint] = []
    var last = (x: Int64(0), y: Int64(0))
    while !isAtEnd {
      guard points.count < WetInk.pointsMax else { throw CodecError("points", .tooMany) }
      guard let dx = zigZag(), let dy = zigZag() else { throw CodecError("points", .malformed) }
      let (x, xOverflows) = last.x.addingReportingOverflow(dx)
      let (y, yOverflows) = last.y.addingReportingOverflow(dy)
      guard !xOverflows, !yOverflows, let x32 = Int32(exactly: x), let y32 = Int32(exactly: y),
        let wideX = Int32(exactly: x << stepExponent), let wideY = Int32(exactly: y << stepExponent)
      else { throw CodecError("points", .outOfRange) }
      last = (Int64(x32), Int64(y32))
      points.append(WetPoint(x: wideX, y: wideY))
    }
    return points
  }
}
