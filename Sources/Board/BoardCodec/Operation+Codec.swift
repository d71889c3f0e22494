import BoardModel
import BoardPaper
import EaselBase
import struct Foundation.Data
import SwiftProtobuf

extension Operation {
  /// Returns an entry's payload. The same operation gives the same bytes on every machine.
  package func encoded() -> [UInt8] {
    let message = ProtoOperation.with {
      $0.gesture = gesture?.raw ?? 0
      $0.set(action)
    }
    return message.bytes
  }

  /// Reads a payload; accepts any bytes and throws if they are not valid. Checks all limits of an
  /// operation, including the limits of every point.
  package init(decoding payload: [UInt8]) throws(CodecError) {
    let message = try ProtoOperation(bytes: payload, named: "operation")
    let gesture: SequenceNumber? =
      message.gesture == 0 ? nil : try SequenceNumber(decoding: message.gesture, "gesture")
    self.init(try message.decodedAction(), gesture: gesture)
  }
}

extension ProtoOperation {
  fileprivate mutating func set(_ new: BoardModel.Operation.Action) {
    switch new {
    case .make(.stroke(let drawn)):
      style = StrokeStyleBits(drawn).bits
      color = drawn.ink.color.rgba
      stroke = Data(drawn.points.encoded)
      look = UInt32(drawn.look.rawValue)
    case .make(.label(let typed)): label = typed.proto
    case .make(.image(let placed)): image = placed.proto
    case .make(.imagePiece(let bytes)): imagePart = Data(bytes)
    case .change(let targets, let effect): change = ProtoChange(targets, effect)
    case .cancel(let id): cancel = id.proto
    case .restore(let id): restore = id.proto
    case .takeBack(let first, let last): takeBack = ProtoTakeBack(first, last)
    case .setPaper(let paper): lay = paper.proto
    }
  }

  fileprivate func decodedAction() throws(CodecError) -> BoardModel.Operation.Action {
    switch action {
    case .stroke(let points): .make(.stroke(try decodedStroke(points)))
    case .label(let label): .make(.label(try Label(decoding: label)))
    case .image(let image): .make(.image(try BoardImage(decoding: image)))
    case .imagePart(let bytes): .make(.imagePiece([UInt8](bytes)))
    case .change(let change): try change.decoded()
    case .cancel(let name): .cancel(try EntryID(decoding: name))
    case .restore(let name): .restore(try EntryID(decoding: name))
    case .takeBack(let range): try range.decoded()
    case .lay(let paper): .setPaper(try PaperText(decoding: paper))
    case nil: throw CodecError("action", unknownFields.data.isEmpty ? .missing : .unknown)
    }
  }

  private func decodedStroke(_ bytes: Data) throws(CodecError) -> Stroke {
    guard let style = StrokeStyleBits(bits: style) else {
      throw CodecError("style", StrokeStyleBits.isUnknown(bits: style) ? .unknown : .outOfRange)
    }
    guard let points = PackedPoints(decoding: Array(bytes), stepExponent: style.stepExponent)
    else { throw CodecError("stroke", .malformed) }
    return Stroke(
      kind: style.kind, ink: Ink(color: InkColor(rgba: color), width: style.width),
      filled: style.filled, points: points, continues: style.continues,
      look: StrokeLook(bits: look))
  }
}

extension ProtoTakeBack {
  fileprivate init(_ first: SequenceNumber, _ last: EntryID) {
    self = .with {
      $0.replica = Data(last.replica.raw.bytes)
      $0.first = first.raw
      $0.last = last.sequence.raw
    }
  }

  fileprivate func decoded() throws(CodecError) -> BoardModel.Operation.Action {
    let replica = try ReplicaID(decoding: replica)
    let range = (try SequenceNumber(decoding: first), try SequenceNumber(decoding: last))
    guard range.0 <= range.1 else { throw CodecError("take_back", .outOfRange) }
    return .takeBack(from: range.0, upTo: EntryID(replica, range.1))
  }
}

extension Message {
  /// The encoded message. Encoding fails only for a message with required fields, and Easel has
  /// none. The empty result of a failure would be refused by every reader.
  var bytes: [UInt8] { (try? serializedBytes()) ?? [] }

  init(bytes: [UInt8], named field: String) throws(CodecError) {
    do {
      try self.init(serializedBytes: bytes)
    } catch {
      throw CodecError(field, .malformed)
    }
  }
}
