import EaselBase

extension Picture {
  /// The visible things, bottom to top.
  public var things: Things { Things(picture: self, area: nil) }

  /// Returns the visible things whose bounds meet `area`, bottom to top. Their iteration checks the
  /// box of every thing.
  public func things(in area: BoardRect) -> Things { Things(picture: self, area: area) }

  /// Returns the visible or hidden thing that an operation made or is a piece of; nil for any other
  /// operation.
  public func thing(_ id: EntryID) -> BoardItem? {
    guard let slot = operations.slot(id), case .make = operations[slot] else { return nil }
    return thing(at: table.whole(of: slot))
  }

  /// Returns the id of the thing that an operation made or is a piece of; nil for any other one.
  public func whole(of id: EntryID) -> EntryID? {
    guard let slot = operations.slot(id), case .make = operations[slot] else { return nil }
    return operations.id(table.whole(of: slot))
  }

  /// Returns whether the thing that an operation made, or is a piece of, is visible.
  public func isVisible(_ id: EntryID) -> Bool {
    guard let slot = operations.slot(id) else { return false }
    return !table.boxes[table.whole(of: slot)].isNowhere
  }

  /// Returns the visible things of a group, bottom to top: at most ``Limits/targets``, because one operation
  /// names at most as many. Further things count as things without a group.
  package func things(ofGroup group: EntryID) -> [EntryID] {
    things.lazy.filter { $0.group == group }.prefix(Limits.targets).map(\.id)
  }

  /// Returns the stamp of an operation, with its author and time; nil if it has not arrived.
  public func stamp(of id: EntryID) -> Stamp? {
    operations.slot(id).map(operations.stamp)
  }

  /// Returns the cell of a board with this owner: the natural cell, or the cell in which the owner's
  /// first words of another size were written. The words of all others do not count.
  ///
  /// - Parameter owner: is asked only if there are words of another size, because its id is a hash.
  package func cell(ofBoardOf owner: @autoclosure () -> AuthorID?) -> BoardCell {
    guard !unusualWords.isEmpty, let author = owner().flatMap(operations.index),
      let slot = unusualWords[author],
      let label = operations.item(slot).asLabel
    else { return .natural }
    return BoardCell(width: label.columnWidth, height: label.rowHeight)
  }

  /// The box of all visible ink; nil if there is none. It is tighter than the boxes with which the picture
  /// finds things, because these have a margin.
  public var inkBox: BoardRect? {
    things.reduce(nil) { all, thing in
      // A thing whose larger box lies inside cannot extend the ink, and is not measured.
      if let all, all.union(thing.bounds) == all { return all }
      guard let box = thing.inkBox else { return all }
      return all?.union(box) ?? box
    }
  }

  func thing(at slot: Slot) -> BoardItem { table.thing(slot, operations) }

  // MARK: Comparing

  /// Returns the visible picture as bytes. Equal pictures give the same bytes in every process, and
  /// different pictures give different bytes. Programs that compare their pictures over a network
  /// hash these bytes.
  ///
  /// Walks the whole picture.
  public func canonicalBytes() -> [UInt8] {
    var bytes = CanonicalPictureEncoder()
    bytes.add(count: paper.count)
    for line in paper {
      bytes.add(count: line.runs.count)
      for run in line.runs { bytes.add(run) }
    }
    for thing in things { bytes.add(thing) }
    return bytes.result
  }

  /// A 64-bit hash of the canonical bytes (FNV-1a), for logs and tests; it does not protect against
  /// forgery.
  public var stableHash: UInt64 {
    canonicalBytes().reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
