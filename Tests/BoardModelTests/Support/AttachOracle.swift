import BoardModel
import EaselBase

/// The places of attached things again, worked out in the most obvious way from all operations. Only the
/// geometry of one line and of one block of texts is that of the model; tests of their own check it.
struct AttachOracle {
  private let oracle: Oracle
  /// All things where they are without any attachment.
  private let things: [Oracle.Thing]

  init(_ oracle: Oracle, _ things: [Oracle.Thing]) { (self.oracle, self.things) = (oracle, things) }

  /// Returns the things with attached ones at their places: first texts, which follow shapes, then lines,
  /// which follow shapes and texts, and then the texts that follow lines.
  func placed() -> [Oracle.Thing] {
    var placed = things
    for shape in things where shape.seen.item.holdsTexts { placeTexts(in: shape, &placed) }
    let targets = placed
    for index in placed.indices where placed[index].seen.item.hasEnds {
      placeLine(&placed[index], among: targets)
    }
    for line in placed where line.seen.item.hasEnds {
      guard let path = line.seen.item.asStroke?.path else { continue }
      let block = TextBlock(on: path.map { $0.moved(by: line.seen.offset) })
      placeTexts(.onLine, block, of: line, &placed)
    }
    return placed
  }

  private func placeTexts(in shape: Oracle.Thing, _ things: inout [Oracle.Thing]) {
    guard let outline = AnchorOutline(of: shape.seen.item, movedBy: shape.seen.offset) else {
      return
    }
    placeTexts(.middle, TextBlock(in: outline), of: shape, &things)
  }

  private func placeTexts(
    _ point: PointAttachment.Point, _ block: TextBlock, of target: Oracle.Thing,
    _ things: inout [Oracle.Thing]
  ) {
    let texts = things.indices.filter { index in
      if case .thing(let id, _)? = anchor(point, of: things[index]) { return id == target.seen.id }
      return false
    }.sorted { left, right in
      guard let left = oracle.entry(things[left].seen.id),
        let right = oracle.entry(things[right].seen.id)
      else { return false }
      return oracle.isBelow(left, right)
    }
    let members = texts.compactMap { index -> TextBlock.Member? in
      guard let label = things[index].seen.item.asLabel,
        case .thing(_, let position)? = anchor(point, of: things[index])
      else { return nil }
      return TextBlock.Member(label, at: position, isVisible: !things[index].isHidden)
    }
    for (index, label) in zip(texts, block.labels(members)) {
      // The first 32 visible texts have room.
      guard let label else { continue }
      things[index].seen.item = .label(label)
      things[index].seen.offset = .zero
    }
  }

  private func placeLine(_ line: inout Oracle.Thing, among things: [Oracle.Thing]) {
    guard case .stroke(let stroke) = line.seen.item else { return }
    let anchors = [anchor(.start, of: line), anchor(.end, of: line)]
    guard anchors.contains(where: { $0 != nil }) else { return }
    let (form, offset) = (line.form, line.seen.offset)
    func end(_ anchor: PointAttachment.Anchor?, _ point: BoardPoint) -> LineEnd {
      switch anchor {
      case .thing(let id, let position)?:
        let target = things.first { $0.seen.id == id }?.seen
        guard let target, let outline = AnchorOutline(of: target.item, movedBy: target.offset)
        else { return LineEnd(anchor: point) }
        return LineEnd(anchor: position.point(in: outline.rect), outline: outline)
      case .board(let position)?:
        return LineEnd(anchor: form.position(of: position).moved(by: offset))
      case .nothing?, nil: return LineEnd(anchor: point.moved(by: offset))
      }
    }
    let placement = Placement(
      stroke, from: end(anchors[0], stroke.points.origin), to: end(anchors[1], stroke.points.last))
    line.seen.item = placement.item
    line.seen.offset = .zero
  }

  /// Returns what a point of a thing is attached to; nil for nothing.
  private func anchor(
    _ point: PointAttachment.Point, of thing: Oracle.Thing
  ) -> PointAttachment.Anchor? {
    let item = thing.seen.item
    guard let attach = thing.attaches[point.ofOracle], thing.seen.pieces.isEmpty,
      item.isText == point.isOfText, item.isText || item.hasEnds,
      case .change(_, .attach(let attachment)) = attach.operation.action,
      attachment.point == point
    else { return nil }
    switch attachment.anchor {
    case .nothing: return nil
    case .board: return item.isText ? nil : attachment.anchor
    case .thing(let id, _):
      guard let target = oracle.entry(id), oracle.isBelow(target, attach), oracle.isWhole(target),
        case .make(let made) = target.operation.action,
        point == .onLine ? made.hasEnds : made.holdsTexts || made.isText && item.hasEnds,
        counts(attach, to: id)
      else { return nil }
      // A text on a line is no target.
      if made.isText, let text = things.first(where: { $0.seen.id == id }),
        anchor(.onLine, of: text) != nil
      {
        return nil
      }
      return attachment.anchor
    }
  }

  /// Whether an attach is one of the 256 highest of its author to a thing, whether or not these stand.
  private func counts(_ attach: Entry, to target: EntryID) -> Bool {
    let all = oracle.entries.filter { entry in
      guard entry.stamp.author == attach.stamp.author,
        case .change(_, .attach(let attachment)) = entry.operation.action,
        case .thing(target, _) = attachment.anchor
      else { return false }
      return true
    }
    return all.suffix(256).contains(attach)
  }
}
