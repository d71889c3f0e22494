import EaselBase

/// Copies of things, with the attachments and the groups among them.
///
/// A shape is copied with the texts in it. A line whose end is attached to a copied thing is attached to
/// the copy; every other end is free. The copies of the things of a group form a group of their own. The
/// code that pastes makes ``items``, and records ``links(ofThingsMadeAs:)`` in the same gesture.
public struct CopiedThings: Hashable, Sendable {
  /// The items to make, bottom to top. The further pieces of a long stroke follow the stroke.
  public private(set) var items: [Item] = []
  private var attaches: [Link] = []
  /// The indices of the items of each group.
  private var groups: [[Int]] = []
  /// The images of which items are copies, with their bytes.
  private var originals: [EntryID: BoardImage] = [:]

  /// An attachment between two copies.
  private struct Link: Hashable, Sendable {
    let point: PointAttachment.Point
    /// The indices of both items.
    let item: Int
    let target: Int
    let position: BoxPoint
  }

  /// Copies of nothing.
  public init() {}

  /// Copies of single items, without attachments.
  public init(_ items: [Item]) { self.items = items }

  /// Copies visible or hidden things, and the visible texts in the shapes among them.
  public init(of ids: [EntryID], in picture: Picture) {
    let things = picture.attachments.includingTexts(ids).compactMap(picture.thing)
    let copied = Set(things.map(\.id))
    var indices: [EntryID: Int] = [:]
    for thing in things {
      indices[thing.id] = items.count
      items += thing.copies(attachedTo: copied)
      if let image = thing.item.asImage { originals[image.original ?? thing.id] = image }
    }
    for thing in things {
      for attachment in thing.attachments {
        guard case .thing(let id, let position) = attachment.anchor,
          let item = indices[thing.id], let target = indices[id]
        else { continue }
        attaches.append(
          Link(point: attachment.point, item: item, target: target, position: position))
      }
    }
    let grouped = Dictionary(grouping: things.filter { $0.group != nil }, by: \.group)
    groups = grouped.values.map { $0.compactMap { indices[$0.id] } }.filter { $0.count > 1 }
      .sorted { $0[0] < $1[0] }
  }

  /// Whether there are no copies.
  public var isEmpty: Bool { items.isEmpty }

  /// Returns the same copies at another place.
  public func moved(by offset: BoardOffset) -> CopiedThings {
    var moved = self
    moved.items = items.map { $0.copied(movedBy: offset) }
    return moved
  }

  /// Returns the copies for a board. Images whose originals are on another board bring their bytes along.
  public func brought(to picture: Picture) -> CopiedThings {
    let missing = originals.filter { picture.thing($0.key) == nil }
    guard !missing.isEmpty else { return self }
    var brought = self
    var places: [Int] = []
    brought.items = []
    for item in items {
      places.append(brought.items.count)
      if let copy = item.asImage, var image = copy.original.flatMap({ missing[$0] }) {
        image.box = copy.box
        brought.items += image.items
      } else {
        brought.items.append(item)
      }
    }
    brought.attaches = attaches.map {
      Link(
        point: $0.point, item: places[$0.item], target: places[$0.target], position: $0.position)
    }
    brought.groups = groups.map { $0.map { places[$0] } }
    return brought
  }

  /// Returns the actions that attach the copies to one another, and put them into groups.
  ///
  /// - Parameter ids: the ids of the entries that made ``items``, in the same order. The entries of the
  ///   returned actions follow them in the same replica.
  public func links(ofThingsMadeAs ids: [EntryID]) -> [Operation.Action] {
    guard ids.count == items.count, let last = ids.last else { return [] }
    let attaches = attaches.map { link in
      let anchor = PointAttachment.Anchor.thing(ids[link.target], link.position)
      return Operation.Action.attach(ids[link.item], PointAttachment(link.point, to: anchor))
    }
    return attaches
      + groups.enumerated().map { number, members in
        let position = last.sequence.raw + UInt64(attaches.count + number + 1)
        let group = EntryID(last.replica, SequenceNumber(position))
        return .change(.items(members.prefix(Limits.targets).map { ids[$0] }), .setGroup(group))
      }
  }
}

extension BoardItem {
  /// Returns free copies of the thing and its pieces as they lie now. A text in a shape that is copied
  /// too keeps its own line breaks, and a line between copied things keeps its own look.
  fileprivate func copies(attachedTo copied: Set<EntryID>) -> [Item] {
    let targets = attachments.compactMap { attachment -> EntryID? in
      if case .thing(let id, _) = attachment.anchor { id } else { nil }
    }
    let staysAttached = !targets.isEmpty && copied.isSuperset(of: targets)
    let whole: Item
    switch item {
    case .label(let label): whole = .label(staysAttached ? label : label.flattened)
    case .stroke(let stroke): whole = .stroke(staysAttached ? straight ?? stroke : stroke)
    case .image(let image): whole = .image(image.copied(of: id))
    case .imagePiece: return []
    }
    return ([whole] + pieces.map(Item.stroke)).map { $0.copied(movedBy: offset, color: color) }
  }
}

extension Operation.Action {
  /// Returns the action that attaches a point of a thing.
  public static func attach(_ thing: EntryID, _ attachment: PointAttachment) -> Operation.Action {
    .change(.items([thing]), .attach(attachment))
  }
}
