import BoardModel
import EaselBase

extension Desk {
  /// Draws a shape between two corners.
  @discardableResult
  mutating func shape(
    _ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32, kind: Stroke.Kind = .rectangle,
    as run: Int = 1
  ) -> EntryID {
    let corners = [BoardPoint(x: x, y: y), BoardPoint(x: x + width, y: y + height)]
    return self.do(.make(.stroke(.through(corners, kind: kind))), as: run)
  }

  /// Draws a straight line, and attaches its ends in the same gesture.
  @discardableResult
  mutating func line(
    _ kind: Stroke.Kind = .line, from start: EntryID? = nil, to end: EntryID? = nil,
    at points: [BoardPoint] = [BoardPoint(x: 0, y: 0), BoardPoint(x: 100, y: 50)], as run: Int = 1
  ) -> EntryID {
    let line = self.do(.make(.stroke(.through(points, kind: kind))), as: run)
    for (point, target) in [(PointAttachment.Point.start, start), (.end, end)] {
      guard let target else { continue }
      self.do(
        .attach(line, PointAttachment(point, to: .thing(target, .middle))), as: run, gesture: line)
    }
    return line
  }

  /// Writes a text, and attaches it to a shape in the same gesture.
  @discardableResult
  mutating func text(_ words: String, in shape: EntryID? = nil, as run: Int = 1) -> EntryID {
    let text = self.do(.make(.label(.words(words))), as: run)
    if let shape {
      self.do(
        .attach(text, PointAttachment(.middle, to: .thing(shape, .middle))), as: run, gesture: text)
    }
    return text
  }

  /// Both ends of a line as the picture shows them.
  func ends(of line: EntryID) -> [BoardPoint] {
    guard let thing = picture.thing(line), let stroke = thing.item.asStroke else { return [] }
    return [stroke.points.origin, stroke.points.last].map { $0.moved(by: thing.offset) }
  }

  func label(_ id: EntryID) -> Label? { picture.thing(id)?.item.asLabel }
}

extension Label {
  /// A text with cells of 100 × 200 units.
  static func words(_ words: String) -> Label {
    Label(
      origin: BoardPoint(x: 0, y: 0), columnWidth: 100, rowHeight: 200,
      color: InkColor(rgb: 0), content: RawText(words))
  }
}
