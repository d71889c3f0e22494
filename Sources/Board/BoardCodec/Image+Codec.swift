import BoardModel
import EaselBase
import struct Foundation.Data

extension BoardImage {
  var proto: ProtoImage {
    .with {
      $0.x = box.minX
      $0.y = box.minY
      $0.width = UInt32(clamping: Int64(box.maxX) - Int64(box.minX))
      $0.height = UInt32(clamping: Int64(box.maxY) - Int64(box.minY))
      $0.columns = UInt32(clamping: size.columns)
      $0.rows = UInt32(clamping: size.rows)
      $0.part = Data(pieces.first ?? [])
      $0.paper = isPaper
      if let original { $0.original = original.proto }
    }
  }

  init(decoding image: ProtoImage) throws(CodecError) {
    let corner = try BoardPoint(decoding: image.x, image.y)
    let (maxX, maxY) = (
      Int64(corner.x) + Int64(image.width), Int64(corner.y) + Int64(image.height)
    )
    guard let maxX = Int32(exactly: maxX), let maxY = Int32(exactly: maxY) else {
      throw CodecError("image", .outOfRange)
    }
    let box = BoardRect(corner, try BoardPoint(decoding: maxX, maxY))
    if image.hasOriginal {
      self.init(box: box, copyOf: try EntryID(decoding: image.original))
    } else {
      let size = PixelSize(columns: Int(image.columns), rows: Int(image.rows))
      self.init(box: box, size: size, piece: [UInt8](image.part), isPaper: image.paper)
    }
  }
}
