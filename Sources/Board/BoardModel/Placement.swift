/// An attachment that has an effect.
struct Follow: Hashable, Sendable {
  let point: PointAttachment.Point
  let anchor: Anchor

  enum Anchor: Hashable, Sendable {
    case board(BoardPoint)
    case thing(Slot, BoxPoint)
  }

  /// The thing that the point follows; nil for a place on the board.
  var target: Slot? {
    if case .thing(let target, _) = anchor { target } else { nil }
  }
}

/// An attached thing at its present place.
package struct Placement: Hashable, Sendable {
  /// The item as screens show it.
  package let item: Item
  /// The straight line by which members compare a line that bends, with its own look; nil for an item
  /// that does not bend.
  package let straight: Stroke?

  /// The box in which the line under a text leaves a gap, one column wider on either side; nil for any
  /// other thing.
  let gap: BoardRect?

  /// A text at its place in a shape or on a line.
  init(_ label: Label, isOnLine: Bool = false) {
    (item, straight) = (.label(label), nil)
    let box = label.anchorBox
    gap =
      isOnLine
      ? BoardRect(
        BoardPoint(within: Int64(box.minX) - Int64(label.columnWidth), Int64(box.minY)),
        BoardPoint(within: Int64(box.maxX) + Int64(label.columnWidth), Int64(box.maxY))) : nil
  }

  /// A line between its ends. If the anchors coincide, or if an anchor lies in the other thing, the ends
  /// may stay at their anchors: see ``AnchorOutline``.
  package init(_ stroke: Stroke, from start: LineEnd, to end: LineEnd) {
    gap = nil
    let ends = [start.point(towards: end.anchor), end.point(towards: start.anchor)]
    let line = stroke.through(ends, look: stroke.look)
    guard let bent = BentLine(stroke, from: start, to: end) else {
      (item, straight) = (.stroke(line), nil)
      return
    }
    item = .stroke(stroke.through(bent.path, look: stroke.look.union(.elbow)))
    straight = line
  }
}

/// The texts in a shape or on a line. They stand below one another, in the order of the log, as one block.
package struct TextBlock {
  /// A text of the block.
  package struct Member {
    /// The text with its present words and size.
    let label: Label
    /// The place of the text's middle in the box of the shape.
    let position: BoxPoint
    let isVisible: Bool
    /// The text as it was before; nil if it was in no shape.
    let before: Label?

    package init(_ label: Label, at position: BoxPoint, isVisible: Bool, before: Label? = nil) {
      (self.label, self.position, self.isVisible, self.before) = (
        label, position, isVisible, before
      )
    }
  }

  private let place: Place

  private enum Place {
    case shape(AnchorOutline)
    /// The part of a line in whose middle the texts stand.
    case line(BoardPoint, BoardPoint, LinePart.Outside?)
  }

  /// The texts in a shape.
  package init(in shape: AnchorOutline) { place = .shape(shape) }

  /// The texts on a line, which stand in the middle of its longest part, or of a curve. If the line goes
  /// round things there, the texts stand outside of it.
  ///
  /// - Parameter path: the points of the line.
  package init(on path: [BoardPoint]) {
    let part = LinePart(ofLabelOn: path)
    place = .line(part.from, part.to, part.outside)
  }

  /// The middle of the part of the line on which the texts stand; nil in a shape.
  package var middle: BoardPoint? {
    guard case .line(let from, let to, _) = place else { return nil }
    return BoardRect(from, to).middle
  }

  /// Returns the texts at their places, in the same order. The middle of the block lies at the place of
  /// its first text, or in the middle of the part of the line. A hidden text takes no room, and stands where it would stand alone.
  ///
  /// - Returns: nil for each text beyond the first ``Limits/textsPerShape`` visible ones, and beyond as
  ///   many hidden ones.
  package func labels(_ members: [Member]) -> [Label?] {
    let max = Limits.textsPerShape
    var visible = block(members.filter(\.isVisible).prefix(max))[...]
    var hiddenCount = 0
    return members.map { member in
      guard !member.isVisible else { return visible.popFirst() }
      hiddenCount += 1
      return hiddenCount > max ? nil : block([member]).first
    }
  }

  private func block(_ members: ArraySlice<Member>) -> [Label] {
    switch place {
    case .shape(let shape): block(members, in: shape)
    case .line(let from, let to, let outside): block(members, from: from, to: to, outside)
    }
  }

  /// Returns texts on a part of a line. If they are wider than a level part, they stand above it; if they
  /// are higher than an upright part, beside it.
  private func block(
    _ members: ArraySlice<Member>, from: BoardPoint, to: BoardPoint, _ outside: LinePart.Outside?
  ) -> [Label] {
    let labels = members.map { member in
      var label = member.label
      label.flow = member.flow(columnsMax: .max, rowsMax: .max)
      return label
    }
    guard let first = labels.first else { return [] }
    let (x, y) = (
      (Int64(from.x) + Int64(to.x)) / 2, (Int64(from.y) + Int64(to.y)) / 2
    )
    let (dx, dy) = (abs(Int64(to.x) - Int64(from.x)), abs(Int64(to.y) - Int64(from.y)))
    let (width, height) = (
      labels.reduce(0) { max($0, $1.width) }, labels.reduce(0) { $0 + $1.height }
    )
    let isLevel = dx >= dy
    let isBeside =
      outside != nil
      || (isLevel
        ? width + 4 * Int64(first.columnWidth) > dx : height + 2 * Int64(first.rowHeight) > dy)
    var top = y - height / 2
    if isLevel, isBeside {
      top =
        y + (outside == .high ? Int64(first.rowHeight) / 2 : -Int64(first.rowHeight) / 2 - height)
    }
    return labels.map { label in
      var label = label
      var left = x - label.width / 2
      if !isLevel, isBeside {
        let column = Int64(first.columnWidth)
        left =
          switch outside {
          case nil: x + column
          // The text leaves no gap in the line.
          case .high: x + 2 * column
          case .low: x - 2 * column - label.width
          }
      }
      label.origin = BoardPoint(within: left, top)
      top += label.height
      return label
    }
  }

  private func block(_ members: ArraySlice<Member>, in shape: AnchorOutline) -> [Label] {
    guard let first = members.first else { return [] }
    let anchor = first.position.point(in: shape.rect)
    var rest = Self.room(for: first.label, in: shape).height
    let labels = members.map { member in
      var label = member.label
      let columns = max(Self.room(for: label, in: shape).width / label.letterCell.width, 1)
      let rows = max(rest / label.letterCell.height, 1)
      label.flow = member.flow(columnsMax: Int(columns), rowsMax: Int(rows))
      rest -= label.height
      return label
    }
    var top = Int64(anchor.y) - labels.reduce(0) { $0 + $1.height } / 2
    return labels.map { label in
      var label = label
      label.origin = BoardPoint(within: Int64(anchor.x) - label.width / 2, top)
      top += label.height
      return label
    }
  }

  /// Returns the room for words in a shape, in units. One column on either side of a rectangle and half a
  /// row above and below its words stay free.
  static func room(for label: Label, in shape: AnchorOutline) -> (width: Int64, height: Int64) {
    let width = Int64(shape.rect.maxX) - Int64(shape.rect.minX)
    let height = Int64(shape.rect.maxY) - Int64(shape.rect.minY)
    switch shape.form {
    case .box: return (width - 2 * Int64(label.columnWidth), height - Int64(label.rowHeight))
    // The largest box in an ellipse with the same proportions: 181/256 is half the root of 2.
    case .ellipse: return (width * 181 / 256, height * 181 / 256)
    case .diamond: return (width / 2, height / 2)
    }
  }
}

extension TextBlock.Member {
  /// Returns the lines of the text. A text keeps its lines while it has the same words and room, so that
  /// a move of its shape costs little.
  fileprivate func flow(columnsMax: Int, rowsMax: Int) -> TextFlow {
    if let flow = before?.flow, before?.content == label.content,
      flow.columnsMax == columnsMax, flow.rowsMax == rowsMax
    {
      return flow
    }
    return TextFlow(label.content, columnsMax: columnsMax, rowsMax: rowsMax)
  }
}

extension Stroke {
  /// Returns the same line through other points.
  fileprivate func through(_ new: [BoardPoint], look: StrokeLook) -> Stroke {
    Stroke(
      kind: kind, ink: ink, filled: filled,
      points: PackedPoints(new, stepExponent: 0) ?? points, continues: continues, look: look)
  }
}

extension Label {
  /// The size of a letter, in units.
  var letterCell: (width: Int64, height: Int64) {
    (
      Int64(max(columnWidth, 1)) * Int64(letterSize.columns),
      Int64(max(rowHeight, 1)) * Int64(letterSize.rows)
    )
  }

  /// The width of the widest line of a text in a shape or on a line, in units.
  var width: Int64 { Int64(flow?.columns ?? 1) * letterCell.width }

  /// The height of all lines of a text in a shape, in units.
  var height: Int64 { Int64(flow?.lines.count ?? 1) * letterCell.height }
}

extension BoardPoint {
  /// Creates the nearest point within the board's limit.
  init(within x: Int64, _ y: Int64) {
    let bound = Int64(Self.limit)
    self.init(x: Int32(min(max(x, -bound), bound)), y: Int32(min(max(y, -bound), bound)))
  }
}

extension Follow {
  /// The attachment in the terms of operations.
  func attachment(_ operations: OperationTable) -> PointAttachment {
    switch anchor {
    case .board(let position): PointAttachment(point, to: .board(position))
    case .thing(let target, let position):
      PointAttachment(point, to: .thing(operations.id(target), position))
    }
  }
}
