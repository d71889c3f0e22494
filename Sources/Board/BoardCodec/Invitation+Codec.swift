import BoardEvents
import BoardModel
import EaselBase
import struct Foundation.Data

extension Invitation {
  /// Returns the invitation as bytes: at most about 2 KiB.
  package func encoded() -> [UInt8] {
    let message = ProtoInvitation.with {
      $0.title = title.string
      $0.author = Data(author.raw.bytes)
      $0.name = name.string
      $0.color = color.rgba
      $0.sign = UInt32(sign)
      guard !miniature.isBlank else { return }
      $0.dots = Data(miniature.dots)
      $0.colors = zip(miniature.dots, miniature.colors).filter { $0.0 != 0 }.map { $0.1 }
    }
    return message.bytes
  }

  /// Reads the invitation to another participant's session; accepts any bytes and throws if they
  /// are not valid.
  package init(decoding bytes: [UInt8]) throws(CodecError) {
    let message = try ProtoInvitation(bytes: bytes, named: "invitation")
    self.init(
      title: SafeText(message.title, limit: .title), author: try AuthorID(decoding: message.author),
      name: SafeText(message.name, limit: .name), color: InkColor(rgba: message.color),
      sign: UInt8(clamping: message.sign),
      miniature: try Miniature(decoding: Array(message.dots), message.colors))
  }
}

extension Miniature {
  fileprivate init(decoding dots: [UInt8], _ colors: [UInt32]) throws(CodecError) {
    guard dots.isEmpty || dots.count == Self.columns * Self.rows,
      dots.count(where: { $0 != 0 }) == colors.count
    else { throw CodecError("dots", .malformed) }
    var next = colors.makeIterator()
    self.init(dots: dots, colors: dots.map { $0 == 0 ? 0 : next.next() ?? 0 })
  }
}
