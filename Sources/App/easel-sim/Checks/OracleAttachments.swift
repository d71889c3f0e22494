import BoardModel
import EaselBase

/// The attachments of the oracle. It finds out in the plainest way what each thing follows; only the
/// geometry of one line and of one block of texts is that of the model.
struct OracleAttachments {
  let history: [Oracle.StampedOperation]
  let byName: [EntryID: Int]
  let forms: [Int: OracleForm]

  /// Returns the things with attached ones at their places: first the texts in shapes, then lines, then the
  /// texts on lines.
  func placed(_ things: [Int: Oracle.Seen]) -> [Int: Oracle.Seen] {
    var placed = things
    for shape in things.keys where things[shape]?.item.holdsTexts == true {
      placeTexts(in: shape, &placed)
    }
    let targets = placed
    for line in things.keys { placeLine(line, among: targets, &placed) }
    for line in things.keys where things[line]?.item.hasEnds == true {
      placeTexts(on: line, &placed)
    }
    return placed
  }

  private func placeTexts(in shape: Int, _ things: inout [Int: Oracle.Seen]) {
    guard let outline = things[shape]?.outline else { return }
    placeTexts(.middle, TextBlock(in: outline), of: shape, &things)
  }

  private func placeTexts(on line: Int, _ things: inout [Int: Oracle.Seen]) {
    guard let thing = things[line], let stroke = thing.item.asStroke else { return }
    let path = stroke.path.map { $0.moved(by: thing.offset) }
    placeTexts(.onLine, TextBlock(on: path), of: line, &things)
  }

  private func placeTexts(
    _ point: PointAttachment.Point, _ block: TextBlock, of target: Int,
    _ things: inout [Int: Oracle.Seen]
  ) {
    let texts = things.keys.sorted().compactMap { text -> (index: Int, member: TextBlock.Member)? in
      guard let thing = things[text], let label = thing.item.asLabel,
        case .thing(let id, let position)? = anchor(point, of: text, things), byName[id] == target
      else { return nil }
      return (text, TextBlock.Member(label, at: position, isVisible: !thing.isHidden))
    }
    for (text, label) in zip(texts, block.labels(texts.map(\.member))) {
      // The first 32 visible texts have room.
      if let label { things[text.index]?.moveNowhere(as: .label(label)) }
    }
  }

  private func placeLine(
    _ line: Int, among things: [Int: Oracle.Seen], _ placed: inout [Int: Oracle.Seen]
  ) {
    guard let thing = things[line], let stroke = thing.item.asStroke, thing.item.hasEnds else {
      return
    }
    let anchors = [anchor(.start, of: line, things), anchor(.end, of: line, things)]
    guard anchors.contains(where: { $0 != nil }) else { return }
    func end(_ anchor: PointAttachment.Anchor?, _ own: BoardPoint) -> LineEnd {
      switch anchor {
      case .thing(let id, let position)?:
        let outline = byName[id].flatMap { things[$0]?.outline }
        return LineEnd(anchor: outline.map { position.point(in: $0.rect) } ?? own, outline: outline)
      case .board(let position)?:
        let position = forms[line]?.position(of: position) ?? position
        return LineEnd(anchor: position.moved(by: thing.offset))
      case .nothing?, nil: return LineEnd(anchor: own.moved(by: thing.offset))
      }
    }
    let placement = Placement(
      stroke, from: end(anchors[0], stroke.points.origin), to: end(anchors[1], stroke.points.last))
    placed[line]?.moveNowhere(as: placement.item)
  }

  /// Returns what a point of a thing follows; nil for nothing.
  private func anchor(
    _ point: PointAttachment.Point, of index: Int, _ things: [Int: Oracle.Seen]
  ) -> PointAttachment.Anchor? {
    guard let thing = things[index],
      let attach = forms[index]?.attaches[point == .onLine ? .middle : point],
      thing.pieces.isEmpty, point.isOfText ? thing.item.isText : thing.item.hasEnds,
      case .change(_, .attach(let attachment)) = history[attach].operation.action,
      attachment.point == point
    else { return nil }
    switch attachment.anchor {
    case .nothing: return nil
    case .board: return thing.item.isText ? nil : attachment.anchor
    case .thing(let id, _):
      guard let target = byName[id], target < attach, let item = things[target]?.item,
        point == .onLine
          ? item.hasEnds
          : item.holdsTexts || (item.isText || item.asImage != nil) && thing.item.hasEnds,
        counts(attach, to: id)
      else { return nil }
      // A text on a line is no target.
      if item.isText, anchor(.onLine, of: target, things) != nil { return nil }
      return attachment.anchor
    }
  }

  /// Whether an attach is one of its author's 256 highest to a thing.
  private func counts(_ attach: Int, to target: EntryID) -> Bool {
    let author = history[attach].stamp.author
    let later = history[(attach + 1)...].count { stamped in
      guard stamped.stamp.author == author,
        case .change(_, .attach(let attachment)) = stamped.operation.action,
        case .thing(target, _) = attachment.anchor
      else { return false }
      return true
    }
    return later < 256
  }
}

extension Oracle.Seen {
  fileprivate var offset: BoardOffset {
    let bound = 2 * Int(BoardPoint.limit)
    return BoardOffset(
      dx: Int32(min(max(dx, -bound), bound)), dy: Int32(min(max(dy, -bound), bound)))
  }

  fileprivate var outline: AnchorOutline? { AnchorOutline(of: item, movedBy: offset) }

  /// Replaces the item by one that lies at its present place.
  fileprivate mutating func moveNowhere(as new: Item) { (item, dx, dy) = (new, 0, 0) }
}
