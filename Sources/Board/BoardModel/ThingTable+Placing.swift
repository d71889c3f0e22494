// The present places of attached things.
extension ThingTable {
  /// Returns the outline of a shape or a text at its present place.
  func outline(of thing: Slot, _ operations: OperationTable) -> AnchorOutline? {
    let placement = alteration(of: thing)?.placement
    let offset = placement == nil ? alteration(of: thing)?.overrides.offset ?? .zero : .zero
    let item = placement?.item ?? parts(of: thing, operations)[0]
    return AnchorOutline(of: item, movedBy: offset)
  }

  /// Returns the present place of a line with these overrides; nil if neither end is attached.
  ///
  /// - Parameter outline: returns the outline of a thing to which an end is attached.
  func placement(
    ofLine thing: Slot, _ overrides: ItemOverrides, _ operations: OperationTable,
    outline: (Slot) -> AnchorOutline?
  ) -> Placement? {
    guard !overrides.attachments.isEmpty, operations.item(thing).hasEnds,
      case .stroke(let stroke) = overrides.apply(to: operations.item(thing))
    else { return nil }
    func end(_ point: PointAttachment.Point, at made: BoardPoint) -> LineEnd {
      switch overrides.attachments.first(where: { $0.point == point })?.anchor {
      case nil: return LineEnd(anchor: made.moved(by: overrides.offset))
      case .board(let position)?:
        let position = overrides.scaling?.apply(to: position) ?? position
        return LineEnd(anchor: position.moved(by: overrides.offset))
      case .thing(let target, let position)?:
        let outline = outline(target)
        return LineEnd(
          anchor: outline.map { position.point(in: $0.rect) } ?? made, outline: outline)
      }
    }
    return Placement(
      stroke, from: end(.start, at: stroke.points.origin), to: end(.end, at: stroke.points.last))
  }

  /// Returns the texts that have room in a shape, at their present places: the lowest
  /// ``Limits/textsPerShape`` of the visible ones. Of the hidden ones only those have room at which lines
  /// end, and as many of them at most. All others are attached to nothing.
  func labels(
    in shape: Slot, _ gestures: UndoGroupTable, _ operations: OperationTable
  ) -> [(slot: Slot, label: Label, before: Label?)] {
    guard let outline = outline(of: shape, operations) else { return [] }
    let members = attaches.texts(in: shape).compactMap { text in
      member(text, of: shape, gestures, operations).map { (slot: text, member: $0) }
    }.sorted { operations.precedes($0.slot, $1.slot) }
    let labels = TextBlock(in: outline).labels(members.map(\.member))
    return zip(members, labels).compactMap { member, label in
      label.map { (member.slot, $0, member.member.before) }
    }
  }

  /// Whether a text has room in the shape to which it is attached.
  func hasRoom(_ text: Slot) -> Bool { alteration(of: text)?.placement != nil }

  /// Returns the shape in which a text has room; nil for any other thing.
  func shape(of text: Slot, _ operations: OperationTable) -> Slot? {
    guard operations.item(text).isText, hasRoom(text) else { return nil }
    return alteration(of: text)?.overrides.attachments.first?.target
  }

  /// Returns the bytes of a text that has room in a shape; 0 for any other text.
  func lettersInShape(_ text: Slot) -> Int {
    alteration(of: text)?.placement?.item.asLabel?.content.utf8.count ?? 0
  }

  /// Nil for a hidden text at which no line ends.
  private func member(
    _ text: Slot, of shape: Slot, _ gestures: UndoGroupTable, _ operations: OperationTable
  ) -> TextBlock.Member? {
    let isVisible = gestures.isActive(text, operations) && isBare(text, operations)
    guard isVisible || !attaches.lines(at: text).isEmpty, let alteration = alteration(of: text),
      let label = parts(of: text, operations)[0].asLabel,
      case .thing(shape, let position)? = alteration.overrides.attachments.first?.anchor
    else { return nil }
    return TextBlock.Member(
      label, at: position, isVisible: isVisible, before: alteration.placement?.item.asLabel)
  }
}
