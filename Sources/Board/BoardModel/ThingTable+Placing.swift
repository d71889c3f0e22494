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
    let attachments = effective(overrides.attachments, operations)
    guard !attachments.isEmpty, operations.item(thing).hasEnds,
      case .stroke(let stroke) = overrides.apply(to: operations.item(thing))
    else { return nil }
    func end(_ point: PointAttachment.Point, at made: BoardPoint) -> LineEnd {
      switch attachments.first(where: { $0.point == point })?.anchor {
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

  /// Returns the attachments without those of the ends of lines to texts that stand on lines. These count
  /// as attachments to nothing as long as the text stands there.
  func effective(_ attachments: [Follow], _ operations: OperationTable) -> [Follow] {
    attachments.filter { follow in
      guard !follow.point.isOfText, let target = follow.target else { return true }
      return !isOnLine(target)
    }
  }

  /// Whether a text stands on a line.
  func isOnLine(_ text: Slot) -> Bool {
    alteration(of: text)?.overrides.attachments.first?.point == .onLine
  }

  /// Returns the boxes in which a line leaves a gap for the visible texts on it.
  func gaps(of line: Slot, _ operations: OperationTable) -> [BoardRect] {
    guard attaches.hasFollowers, operations.item(line).hasEnds else { return [] }
    return attaches.texts(in: line).sorted(by: operations.precedes).compactMap { text in
      boxes[text].isNowhere ? nil : alteration(of: text)?.placement?.gap
    }
  }

  /// Returns the texts that have room on a line, at their present places.
  func labels(
    on line: Slot, _ gestures: UndoGroupTable, _ operations: OperationTable
  ) -> [(slot: Slot, label: Label, before: Label?)] {
    guard
      case .stroke(let stroke) = alteration(of: line)?.placement?.item
        ?? parts(of: line, operations)[0]
    else { return [] }
    let isPlaced = alteration(of: line)?.placement != nil
    let offset = isPlaced ? .zero : alteration(of: line)?.overrides.offset ?? .zero
    return labels(of: line, gestures, operations) {
      TextBlock(on: stroke.path.map { $0.moved(by: offset) }).labels($0)
    }
  }

  /// Returns the texts that have room in a shape, at their present places: the lowest
  /// ``Limits/textsPerShape`` of the visible ones. Of the hidden ones only those have room at which lines
  /// end, and as many of them at most. All others are attached to nothing.
  func labels(
    in shape: Slot, _ gestures: UndoGroupTable, _ operations: OperationTable
  ) -> [(slot: Slot, label: Label, before: Label?)] {
    guard let outline = outline(of: shape, operations) else { return [] }
    return labels(of: shape, gestures, operations) { TextBlock(in: outline).labels($0) }
  }

  private func labels(
    of shape: Slot, _ gestures: UndoGroupTable, _ operations: OperationTable,
    placed: ([TextBlock.Member]) -> [Label?]
  ) -> [(slot: Slot, label: Label, before: Label?)] {
    let members = attaches.texts(in: shape).compactMap { text in
      member(text, of: shape, gestures, operations).map { (slot: text, member: $0) }
    }.sorted { operations.precedes($0.slot, $1.slot) }
    let labels = placed(members.map(\.member))
    return zip(members, labels).compactMap { member, label in
      label.map { (member.slot, $0, member.member.before) }
    }
  }

  /// Whether a text has room in the shape to which it is attached.
  func hasRoom(_ text: Slot) -> Bool { alteration(of: text)?.placement != nil }

  /// Returns the shape in which, or the line on which, a text has room; nil for any other thing.
  func shape(of text: Slot, _ operations: OperationTable) -> Slot? {
    guard operations.item(text).isText, hasRoom(text) else { return nil }
    return alteration(of: text)?.overrides.attachments.first?.target
  }

  /// Returns the bytes of a text that has room in a shape or on a line; 0 for any other text.
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
