import BoardContract
import BoardModel
import EaselBase
import struct Foundation.Data

extension ParticipantPresence {
  /// Returns the appearance as bytes: at most about 3 KiB.
  package func encoded() -> [UInt8] {
    let message = ProtoAppearance.with {
      $0.author = Data(author.raw.bytes)
      $0.name = name.string
      $0.color = color.rgba
      $0.sign = UInt32(sign)
      $0.since = since
      $0.tool = UInt32(tool)
      if let pointer { $0.pointer = pointer.proto }
      if let view { $0.view = view.proto }
      $0.columnWidth = columnWidth
      $0.trail = Self.offsets(trail.suffix(Self.trailMax))
      if let speech { $0.speech = speech.string }
      if let following { $0.following = Data(following.raw.bytes) }
      if let unsaved { $0.unsaved = unsaved.string }
      $0.replays = replays
    }
    return message.bytes
  }

  /// Reads the appearance of another participant; accepts any bytes and throws if they are not
  /// valid.
  package init(decoding bytes: [UInt8]) throws(CodecError) {
    let message = try ProtoAppearance(bytes: bytes, named: "appearance")
    self.init(
      author: try AuthorID(decoding: message.author),
      name: SafeText(message.name, limit: .name), color: InkColor(rgba: message.color),
      sign: UInt8(clamping: message.sign), since: message.since)
    tool = UInt8(clamping: message.tool)
    if message.hasPointer { pointer = try BoardPoint(decoding: message.pointer) }
    if message.hasView { view = try BoardRect(decoding: message.view) }
    columnWidth = message.columnWidth
    trail = try Self.points(message.trail)
    if !message.speech.isEmpty { speech = SafeText(message.speech, limit: .title) }
    if !message.unsaved.isEmpty { unsaved = SafeText(message.unsaved, limit: .title) }
    replays = message.replays
    if !message.following.isEmpty {
      following = ParticipantUUID(try Bytes16(decoding: message.following, "following"))
    }
  }

  private static func offsets(_ trail: ArraySlice<BoardPoint>) -> [Int32] {
    var last = BoardPoint(x: 0, y: 0)
    return trail.flatMap { point in
      defer { last = point }
      return [point.x &- last.x, point.y &- last.y]
    }
  }

  private static func points(_ offsets: [Int32]) throws(CodecError) -> [BoardPoint] {
    guard offsets.count % 2 == 0 else { throw CodecError("trail", .malformed) }
    guard offsets.count <= trailMax * 2 else { throw CodecError("trail", .tooMany) }
    var points: [BoardPoint] = []
    var last = BoardPoint(x: 0, y: 0)
    for index in stride(from: 0, to: offsets.count, by: 2) {
      // The sum of two points within the limit always fits 32 bits; a sum that does not fit is
      // beyond the limit.
      let (x, y) = (last.x.sum(offsets[index]), last.y.sum(offsets[index + 1]))
      last = try BoardPoint(decoding: x, y)
      points.append(last)
    }
    return points
  }
}

extension Int32 {
  /// Returns the sum. If the sum does not fit, returns the greatest number, which is far beyond the
  /// board.
  fileprivate func sum(_ other: Int32) -> Int32 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}

extension AuthorID {
  init(decoding data: Data) throws(CodecError) {
    guard let raw = Bytes16(data) else { throw CodecError("author", .malformed) }
    self.init(raw)
  }
}

extension BoardPoint {
  var proto: ProtoAppearance.Point {
    .with {
      $0.x = x
      $0.y = y
    }
  }

  init(decoding point: ProtoAppearance.Point) throws(CodecError) {
    try self.init(decoding: point.x, point.y)
  }
}

extension BoardRect {
  var proto: ProtoRect {
    .with {
      $0.minX = minX
      $0.minY = minY
      $0.maxX = maxX
      $0.maxY = maxY
    }
  }

  init(decoding rect: ProtoRect) throws(CodecError) {
    let low = try BoardPoint(decoding: rect.minX, rect.minY)
    let high = try BoardPoint(decoding: rect.maxX, rect.maxY)
    guard low.x <= high.x, low.y <= high.y else { throw CodecError("rect", .outOfRange) }
    self.init(low, high)
  }
}
