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

  /// Returns the texts of a shape at their present places.
  func labels(
    in shape: Slot, _ gestures: UndoGroupTable, _ operations: OperationTable
  ) -> [(slot: Slot, label: Label)] {
    guard let outline = outline(of: shape, operations) else { return [] }
    let members = attaches.texts(in: shape).sorted(by: operations.precedes).compactMap { text in
      member(text, of: shape, gestures, operations).map { (slot: text, member: $0) }
    }
    let labels = TextBlock(in: outline).labels(members.map(\.member))
    return zip(members, labels).map { ($0.slot, $1) }
  }

  private func member(
    _ text: Slot, of shape: Slot, _ gestures: UndoGroupTable, _ operations: OperationTable
  ) -> TextBlock.Member? {
    guard let alteration = alteration(of: text), let label = parts(of: text, operations)[0].asLabel,
      case .thing(shape, let position)? = alteration.overrides.attachments.first?.anchor
    else { return nil }
    return TextBlock.Member(
      label, at: position,
      isVisible: gestures.isActive(text, operations) && isBare(text, operations),
      before: alteration.placement?.item.asLabel)
  }
}
