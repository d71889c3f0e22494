import BoardContract
import BoardModel
import EaselBase
import struct Foundation.Data

extension WetItem {
  /// Returns the item as bytes; a stroke has at most ten.
  package func encoded() -> [UInt8] {
    let message = ProtoWetStyle.with {
      switch self {
      case .stroke(let style):
        $0.style = StrokeStyleBits(style).bits
        $0.color = style.ink.color.rgba
      case .label(let label):
        $0.label = label.proto
      }
    }
    return message.bytes
  }

  /// Reads the unfinished item of another participant; accepts any bytes and throws if they are not
  /// valid.
  package init(decoding bytes: [UInt8]) throws(CodecError) {
    let message = try ProtoWetStyle(bytes: bytes, named: "wet style")
    if message.hasLabel {
      self = .label(try Label(decoding: message.label))
      return
    }
    guard let style = StrokeStyleBits(bits: message.style) else {
      throw CodecError("style", .outOfRange)
    }
    self = .stroke(
      WetStyle(
        kind: style.kind, ink: Ink(color: InkColor(rgba: message.color), width: style.width),
        filled: style.filled, stepExponent: style.stepExponent))
  }
}

extension SessionNotice {
  package func encoded() -> [UInt8] {
    let message = ProtoHappening.with {
      switch self {
      case .lookHere(let area): $0.lookHere = area.proto
      case .ruled(let ruling, let participant):
        $0.ruling = .with {
          $0.seat = Data(participant.raw.bytes)
          $0.what = ruling.number
        }
      }
    }
    return message.bytes
  }

  /// Reads a notice from another participant; accepts any bytes and throws if they are not valid.
  package init(decoding bytes: [UInt8]) throws(CodecError) {
    let message = try ProtoHappening(bytes: bytes, named: "happening")
    switch message.what {
    case .lookHere(let area): self = .lookHere(try BoardRect(decoding: area))
    case .ruling(let message):
      guard let ruling = Ruling.allCases.first(where: { $0.number == message.what }) else {
        throw CodecError("happening.ruling", .missing)
      }
      let participant = try Bytes16(decoding: message.seat, "happening.ruling.seat")
      self = .ruled(ruling, ParticipantUUID(participant))
    case nil: throw CodecError("happening", .missing)
    }
  }
}

extension Ruling {
  fileprivate var number: UInt32 {
    switch self {
    case .putOut: 1
    case .watches: 2
    case .draws: 3
    }
  }
}
