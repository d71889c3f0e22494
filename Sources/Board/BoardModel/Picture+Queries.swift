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

  /// Returns the stamp of an operation, with its author and time; nil if it has not arrived.
  public func stamp(of id: EntryID) -> Stamp? {
    operations.slot(id).map(operations.stamp)
  }

  /// The box round all visible ink; nil if there is none.
  public var bounds: BoardRect? {
    var box = BoardRect.nowhere
    for slot in 0..<Slot(clamping: operationCount) { box = box.union(table.boxes[slot]) }
    return box.isNowhere ? nil : box
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
