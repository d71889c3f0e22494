import BoardContract
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
      $0.show(miniature)
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

extension ProtoInvitation {
  fileprivate mutating func show(_ miniature: Miniature) {
    guard !miniature.isBlank else { return }
    dots = Data(miniature.dots)
    colors = zip(miniature.dots, miniature.colors).filter { $0.0 != 0 }.map { $0.1 }
  }
}

extension Miniature {
  /// Returns the picture as bytes, in the fields of an invitation: at most about 2 KiB, and none for
  /// a blank picture.
  package func encoded() -> [UInt8] { ProtoInvitation.with { $0.show(self) }.bytes }

  /// Reads a picture; accepts any bytes and throws if they are not valid.
  package init(decoding bytes: [UInt8]) throws(CodecError) {
    let message = try ProtoInvitation(bytes: bytes, named: "miniature")
    try self.init(decoding: Array(message.dots), message.colors)
  }

  fileprivate init(decoding dots: [UInt8], _ colors: [UInt32]) throws(CodecError) {
    guard dots.isEmpty || dots.count == Self.columns * Self.rows,
      dots.count(where: { $0 != 0 }) == colors.count
    else { throw CodecError("dots", .malformed) }
    var next = colors.makeIterator()
    self.init(dots: dots, colors: dots.map { $0 == 0 ? 0 : next.next() ?? 0 })
  }
}
