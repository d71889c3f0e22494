import BoardModel
import EaselBase

extension Label {
  var proto: ProtoLabel {
    .with {
      $0.x = origin.x
      $0.y = origin.y
      $0.columnWidth = UInt32(clamping: columnWidth)
      $0.rowHeight = UInt32(clamping: rowHeight)
      $0.color = color.rgba
      $0.large = letterSize == .large
      $0.text = String(decoding: content.utf8, as: UTF8.self)
    }
  }

  init(decoding label: ProtoLabel) throws(CodecError) {
    guard let columnWidth = Self.size(label.columnWidth), let rowHeight = Self.size(label.rowHeight)
    else { throw CodecError("label", .outOfRange) }
    guard label.text.unicodeScalars.count <= Limits.labelScalars else {
      throw CodecError("text", .tooMany)
    }
    self.init(
      origin: try BoardPoint(decoding: label.x, label.y), columnWidth: columnWidth,
      rowHeight: rowHeight, color: InkColor(rgba: label.color),
      letterSize: label.large ? .large : .normal, content: RawText(label.text))
  }

  private static func size(_ raw: UInt32) -> Int32? {
    guard let size = Int32(exactly: raw), size >= 1, size <= BoardPoint.limit else { return nil }
    return size
  }
}

extension BoardPoint {
  init(decoding x: Int32, _ y: Int32) throws(CodecError) {
    guard x.magnitude <= Self.limit, y.magnitude <= Self.limit else {
      throw CodecError("point", .outOfRange)
    }
    self.init(x: x, y: y)
  }
}
