import EaselBase

/// The attachments among the things of a picture, for the code that makes and changes attached things.
public struct Attachments: Sendable {
  let picture: Picture

  fileprivate init(of picture: Picture) { self.picture = picture }

  /// Returns the visible texts that have room in a shape or on a line, in the order of the log.
  public func texts(in shape: EntryID) -> [EntryID] {
    followers(of: shape) { [table = picture.table] in $0.texts(in: $1).filter(table.hasRoom) }
  }

  /// Returns the visible lines and arrows of which an end is attached to a thing, in the order of the
  /// log.
  public func lines(at thing: EntryID) -> [EntryID] {
    followers(of: thing) { $0.lines(at: $1) }
  }

  private func followers(
    of thing: EntryID, _ followers: (AttachTable, Slot) -> Set<Slot>
  ) -> [EntryID] {
    let (table, operations) = (picture.table, picture.operations)
    guard let slot = operations.slot(thing) else { return [] }
    return followers(table.attaches, slot).filter { !table.boxes[$0].isNowhere }
      .sorted(by: operations.precedes).map(operations.id)
  }

  /// Returns things and the visible texts in the shapes and on the lines among them, each once. A gesture
  /// that hides or copies a shape or a line hides or copies its texts, too.
  public func includingTexts(_ ids: [EntryID]) -> [EntryID] {
    var known: Set<EntryID> = []
    return ids.flatMap { [$0] + texts(in: $0) }.filter { known.insert($0).inserted }
  }

  /// Returns the box of a rectangle, an ellipse or a text to which points are attached, at its present
  /// place; nil for any other thing.
  public func anchorBox(of id: EntryID) -> BoardRect? {
    guard let thing = picture.thing(id) else { return nil }
    return AnchorOutline(of: thing.item, movedBy: thing.offset)?.rect
  }

  /// Returns the attachment of a point of a thing like `item` to a thing under a place of the board; nil
  /// if it cannot be attached to that thing.
  public func attachment(
    _ point: PointAttachment.Point, of item: Item, to target: EntryID, at position: BoardPoint
  ) -> PointAttachment? {
    guard item.has(point), let box = anchorBox(of: target), let target = picture.thing(target),
      item.attaches(to: target.item)
    else { return nil }
    return PointAttachment(point, to: .thing(target.id, BoxPoint(of: position, in: box)))
  }

  /// Returns the topmost visible thing, other than `excluded`, to which a point of a thing like `item`
  /// can be attached at a place of the board.
  public func anchor(
    for item: Item, at position: BoardPoint, excluding excluded: Set<EntryID> = []
  ) -> BoardItem? {
    picture.things(in: BoardRect(position)).last { thing in
      !excluded.contains(thing.id) && item.attaches(to: thing.item)
        && AnchorOutline(of: thing.item, movedBy: thing.offset)?.contains(position) ?? false
    }
  }

  /// Returns the resize that a shape needs so that its texts have room, which the author of the last of
  /// them records in the same gesture. Nil if they have room already, or if the shape would become too
  /// large. The shape keeps its upper edge and its width.
  ///
  /// - Parameters:
  ///   - label: a text that is attached to the shape in this gesture, with its new words.
  ///   - edited: the text on the board that gets these words; nil for a new text.
  public func growth(
    of shape: EntryID, for label: Label, edited: EntryID? = nil
  ) -> Operation.Effect? {
    guard let thing = picture.thing(shape), thing.item.holdsTexts,
      let outline = AnchorOutline(of: thing.item, movedBy: thing.offset)
    else { return nil }
    var labels = texts(in: shape).map {
      $0 == edited ? label : picture.thing($0)?.item.asLabel ?? label
    }
    if edited.map({ !texts(in: shape).contains($0) }) ?? true { labels.append(label) }
    guard let height = outline.heightNeeded(for: labels) else { return nil }
    let rect = outline.rect
    let high = BoardPoint(within: Int64(rect.maxX), Int64(rect.minY) + height)
    let stretch = BoxStretch(rect, low: BoardPoint(x: rect.minX, y: rect.minY), high: high)
    return stretch.scaling(after: thing.scaling, offset: thing.moves).map { .resize($0) }
  }
}

extension BoardItem {
  /// Returns the anchor with which an end of this line lies at a place of the board, for a user who drags
  /// the end there. Later moves and resizes of the line apply to it.
  public func anchor(at position: BoardPoint) -> PointAttachment.Anchor {
    let unmoved = BoardPoint(
      within: Int64(position.x) - Int64(moves.dx), Int64(position.y) - Int64(moves.dy))
    return .board(scaling.source(of: unmoved))
  }
}

extension Picture {
  /// The attachments among the things.
  public var attachments: Attachments { Attachments(of: self) }
}

extension AnchorOutline {
  /// Returns whether a point lies in the outline or on it.
  package func contains(_ point: BoardPoint) -> Bool {
    guard rect.contains(point) else { return false }
    switch form {
    case .box: return true
    case .ellipse:
      return Outline([.init(Shape.ellipse(in: rect), isClosed: true)]).contains(point)
    case .diamond:
      return Outline([.init(Shape.diamond(in: rect), isClosed: true)]).contains(point)
    }
  }
}

extension AnchorOutline {
  /// Returns the height that the shape needs for all lines of texts, and so that they stand in the middle
  /// of its rows; nil if it has this height. A little is added for the rounding of a resize.
  func heightNeeded(for labels: [Label]) -> Int64? {
    guard let first = labels.first else { return nil }
    let lines = labels.reduce(Int64(0)) { height, label in
      let columns = max(TextBlock.room(for: label, in: self).width / label.letterCell.width, 1)
      let flow = TextFlow(label.content, columnsMax: Int(columns))
      return height + Int64(flow.lines.count) * label.letterCell.height
    }
    let present = Int64(rect.maxY) - Int64(rect.minY)
    var height = present
    if lines > TextBlock.room(for: first, in: self).height {
      height =
        switch form {
        case .box: lines + Int64(first.rowHeight)
        case .ellipse: lines * 256 / 181
        case .diamond: lines * 2
        }
      height += Int64(first.rowHeight) / 8 + 1
    }
    if isUneven(labels, lines: lines, height: height) { height += Int64(first.rowHeight) }
    return height > present ? height : nil
  }

  /// Whether the free rows above and below lines of normal letters cannot be as many.
  private func isUneven(_ labels: [Label], lines: Int64, height: Int64) -> Bool {
    let row = Int64(max(labels[0].rowHeight, 1))
    guard labels.allSatisfy({ $0.letterSize == .normal && Int64($0.rowHeight) == row }) else {
      return false
    }
    let top = Int64(rect.minY)
    let inside = (top + height).dividedDown(by: row) - top.dividedDown(by: row) - 1
    return (inside - lines / row) % 2 != 0
  }
}

extension Int64 {
  /// Returns the quotient, rounded down.
  fileprivate func dividedDown(by divisor: Int64) -> Int64 {
    self >= 0 ? self / divisor : -((divisor - 1 - self) / divisor)
  }
}
