import struct Foundation.Data
import Sharing
import Vocabulary

// Stroke and number of the frame; then, unless the stroke was given up, sixteen times the index of the
// first point plus the exponent of the step; then the points in steps, the first as it is and each
// other as its way from the one before. Of a stroke told from its beginning the title stands beside.
extension WetFrame<WetPoint, [UInt8]> {
  /// Nobody takes a frame that claims more.
  static let fromMax = UInt64(WetInk.pointsMax)

  var packed: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(varint: stroke)
    bytes.append(varint: number)
    switch content {
    case .abandoned: break
    case .whole(_, let points): bytes.append(points, from: 0)
    case .more(let from, let points): bytes.append(points, from: UInt64(max(from, 0)))
    }
    return bytes
  }

  var title: ProtoTitle? {
    guard case .whole(let opening, _) = content else { return nil }
    return .with {
      if let replica = opening.replica { $0.replica = Data(replica.raw.bytes) }
      $0.sequence = opening.sequence.raw
      $0.style = Data(opening.style)
    }
  }

  init(decoding bytes: [UInt8], _ title: ProtoTitle?) throws(WireError) {
    var reader = VarintReader(bytes)
    guard let stroke = reader.varint(), let number = reader.varint() else {
      throw WireError("wet", .malformed)
    }
    self.init(
      stroke: stroke, number: number, content: try Self.content(&reader, title))
  }

  private static func content(
    _ reader: inout VarintReader, _ title: ProtoTitle?
  ) throws(WireError) -> Content {
    if reader.isAtEnd {
      guard title == nil else { throw WireError("title", .malformed) }
      return .abandoned
    }
    guard let head = reader.varint(), head >> 4 <= fromMax else {
      throw WireError("wet", .outOfRange)
    }
    let points = try reader.points(stepExponent: Int64(head & 15))
    guard let title else {
      return .more(from: Int(head >> 4), points: points)
    }
    guard head >> 4 == 0, title.style.count <= SharedBoardMessage.styleBytesMax else {
      throw WireError("title", .malformed)
    }
    let replica =
      title.replica.isEmpty ? nil : ReplicaID(try Bytes16(decoding: title.replica, "title"))
    let opening = Opening(
      replica: replica, sequence: try SequenceNumber(decoding: title.sequence),
      style: Array(title.style))
    return .whole(opening, points: points)
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ points: [WetPoint], from: UInt64) {
    let step = stepExponent(of: points)
    append(varint: from << 4 | UInt64(step))
    var last = (x: Int64(0), y: Int64(0))
    for point in points {
      let here = (x: Int64(point.x) >> step, y: Int64(point.y) >> step)
      append(zigZag: here.x - last.x)
      append(zigZag: here.y - last.y)
      last = here
    }
  }
}

/// Of the largest power of two that divides all of them: a hand on a screen's dots has a common one.
private func stepExponent(of points: [WetPoint]) -> Int {
  let bits = points.reduce(Int32(0)) { $0 | $1.x | $1.y }
  return Swift.min(bits.trailingZeroBitCount, 15)
}

extension VarintReader {
  /// To the end.
  fileprivate mutating func points(stepExponent: Int64) throws(WireError) -> [WetPoint] {
    var points: [WetPoint] = []
    var last = (x: Int64(0), y: Int64(0))
    while !isAtEnd {
      guard points.count < WetInk.pointsMax else { throw WireError("points", .tooMany) }
      guard let dx = zigZag(), let dy = zigZag() else { throw WireError("points", .malformed) }
      let (x, xOverflows) = last.x.addingReportingOverflow(dx)
      let (y, yOverflows) = last.y.addingReportingOverflow(dy)
      guard !xOverflows, !yOverflows, let x32 = Int32(exactly: x), let y32 = Int32(exactly: y),
        let wideX = Int32(exactly: x << stepExponent), let wideY = Int32(exactly: y << stepExponent)
      else { throw WireError("points", .outOfRange) }
      last = (Int64(x32), Int64(y32))
      points.append(WetPoint(x: wideX, y: wideY))
    }
    return points
  }
}
