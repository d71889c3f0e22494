import BoardModel
import EaselBase
import struct Foundation.Data

extension ProtoChange {
  init(_ targets: BoardModel.Operation.Targets, _ effect: BoardModel.Operation.Effect) {
    switch targets {
    case .items(let ids): items = ProtoItems(ids)
    case .upTo(let vector): upTo = vector.proto
    }
    switch effect {
    case .hide: hide = Hide()
    case .move(let offset):
      move = .with {
        $0.dx = offset.dx
        $0.dy = offset.dy
      }
    case .recolour(let color): recolour = color.rgba
    case .resize(let scaling):
      resize = .with {
        ($0.scaleX, $0.scaleY) = (scaling.scaleX, scaling.scaleY)
        ($0.shiftX, $0.shiftY) = (scaling.shiftX, scaling.shiftY)
      }
    case .setWidth(let new): width = UInt32(new)
    case .setFilled(let isFilled): filled = isFilled
    case .reorder(let level): front = level == .front
    case .setText(let edit):
      text = .with {
        $0.content = String(decoding: edit.content.utf8, as: UTF8.self)
        $0.replaced = edit.replaced.proto
      }
    case .attach(let attachment): attach = Attach(attachment)
    case .setLook(let new): look = UInt32(new.rawValue)
    case .setGroup(let new): group = .with { if let new { $0.name = new.proto } }
    }
  }

  func decoded() throws(CodecError) -> BoardModel.Operation.Action {
    let action = BoardModel.Operation.Action.change(try decodedTargets(), try decodedEffect())
    guard action.isAllowed else { throw CodecError("effect", .outOfRange) }
    return action
  }

  private func decodedTargets() throws(CodecError) -> BoardModel.Operation.Targets {
    switch targets {
    case .items(let items): .items(try items.decoded())
    case .upTo(let vector): .upTo(try VersionVector(decoding: vector))
    case nil: throw CodecError("targets", unknownFields.data.isEmpty ? .missing : .unknown)
    }
  }

  private func decodedEffect() throws(CodecError) -> BoardModel.Operation.Effect {
    switch effect {
    case .hide: .hide
    case .move(let move): .move(try BoardOffset(decoding: move))
    case .recolour(let rgba): .recolour(InkColor(rgba: rgba))
    case .resize(let resize): .resize(try BoardScaling(decoding: resize))
    case .width(let width):
      // The later check of the whole action refuses 0 and 9 … 255.
      .setWidth(UInt8(clamping: width))
    case .filled(let isFilled): .setFilled(isFilled)
    case .front(let isFront): .reorder(isFront ? .front : .back)
    case .text(let text):
      // The later check of the whole action refuses a text that is too long.
      .setText(
        TextEdit(RawText(text.content), replacing: try EntryID(decoding: text.replaced)))
    case .attach(let attach): .attach(try attach.decoded())
    case .look(let bits): .setLook(StrokeLook(bits: bits))
    case .group(let group): .setGroup(try group.decoded())
    case nil: throw CodecError("effect", unknownFields.data.isEmpty ? .missing : .unknown)
    }
  }
}

extension ProtoChange.Group {
  fileprivate func decoded() throws(CodecError) -> EntryID? {
    if hasName { return try EntryID(decoding: name) }
    guard unknownFields.data.isEmpty else { throw CodecError("group", .unknown) }
    return nil
  }
}

extension ProtoChange.Attach {
  fileprivate init(_ attachment: PointAttachment) {
    self.init()
    point = UInt32(attachment.point.rawValue)
    switch attachment.anchor {
    case .nothing: break
    case .board(let point): place = .with { ($0.x, $0.y) = (point.x, point.y) }
    case .thing(let id, let point):
      target = .with {
        $0.thing = id.proto
        ($0.u, $0.v) = (UInt32(clamping: point.u), UInt32(clamping: point.v))
      }
    }
  }

  fileprivate func decoded() throws(CodecError) -> PointAttachment {
    guard let point = PointAttachment.Point(rawValue: UInt8(clamping: point)) else {
      throw CodecError("point", .unknown)
    }
    switch anchor {
    case .place(let position):
      return PointAttachment(point, to: .board(try BoardPoint(decoding: position.x, position.y)))
    case .target(let target):
      let (u, v) = (Int32(clamping: target.u), Int32(clamping: target.v))
      guard let boxPoint = BoxPoint(u: u, v: v) else { throw CodecError("anchor", .outOfRange) }
      return PointAttachment(point, to: .thing(try EntryID(decoding: target.thing), boxPoint))
    case nil:
      guard unknownFields.data.isEmpty else { throw CodecError("anchor", .unknown) }
      return PointAttachment(point, to: .nothing)
    }
  }
}

extension StrokeLook {
  /// Reads the bits that this version knows.
  init(bits: UInt32) { self.init(rawValue: UInt8(truncatingIfNeeded: bits)) }
}

extension ProtoItems {
  init(_ ids: [EntryID]) {
    self.init()
    for id in ids {
      let replica = Data(id.replica.raw.bytes)
      if groups.last?.replica != replica { groups.append(.with { $0.replica = replica }) }
      groups[groups.count - 1].sequences.append(id.sequence.raw)
    }
  }

  func decoded() throws(CodecError) -> [EntryID] {
    var ids: [EntryID] = []
    for group in groups {
      let replica = try ReplicaID(decoding: group.replica)
      guard ids.count + group.sequences.count <= Limits.targets else {
        throw CodecError("targets", .tooMany)
      }
      for raw in group.sequences { ids.append(EntryID(replica, try SequenceNumber(decoding: raw))) }
    }
    return ids
  }
}

extension BoardOffset {
  /// Reads an offset; throws if the move is longer than the whole board.
  init(decoding move: ProtoChange.Move) throws(CodecError) {
    let bound = UInt32(BoardPoint.limit) * 2
    guard move.dx.magnitude <= bound, move.dy.magnitude <= bound else {
      throw CodecError("move", .outOfRange)
    }
    self.init(dx: move.dx, dy: move.dy)
  }
}

extension BoardScaling {
  init(decoding resize: ProtoChange.Resize) throws(CodecError) {
    let scaling = BoardScaling(
      scaleX: resize.scaleX, scaleY: resize.scaleY, shiftX: resize.shiftX, shiftY: resize.shiftY)
    guard let scaling else { throw CodecError("resize", .outOfRange) }
    self = scaling
  }
}
