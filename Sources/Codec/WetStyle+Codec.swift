import Drawing
import Vocabulary

extension WetStyle {
  /// At most ten bytes.
  public func encoded() -> [UInt8] {
    let message = ProtoWetStyle.with {
      $0.style = StrokeStyle(self).bits
      $0.color = ink.color.rgba
    }
    return message.bytes
  }

  /// Reads how another's wet stroke looks. Any bytes may come.
  public init(decoding bytes: [UInt8]) throws(CodecError) {
    let message = try ProtoWetStyle(bytes: bytes, named: "wet style")
    guard let style = StrokeStyle(bits: message.style) else {
      throw CodecError("style", .outOfRange)
    }
    self.init(
      kind: style.kind, ink: Ink(color: InkColor(rgba: message.color), width: style.width),
      filled: style.filled, stepExponent: style.stepExponent)
  }
}

extension Happening {
  public func encoded() -> [UInt8] {
    let message = ProtoHappening.with {
      switch self {
      case .lookHere(let area): $0.lookHere = area.proto
      }
    }
    return message.bytes
  }

  /// Reads what another told. Any bytes may come.
  public init(decoding bytes: [UInt8]) throws(CodecError) {
    let message = try ProtoHappening(bytes: bytes, named: "happening")
    switch message.what {
    case .lookHere(let area): self = .lookHere(try BoardRect(decoding: area))
    case nil: throw CodecError("happening", .missing)
    }
  }
}
