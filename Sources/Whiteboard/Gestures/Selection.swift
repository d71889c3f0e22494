import Drawing
import Vocabulary

/// What commands such as move, recolour and copy are about.
struct Selection: Hashable, Sendable {
  private(set) var ids: [EntryID] = []
  /// The box round what is seen of it; nil for nothing.
  private(set) var box: BoardRect?

  var isEmpty: Bool { ids.isEmpty }
  var count: Int { ids.count }

  init() {}

  init(_ ids: [EntryID], in picture: Picture) {
    self.ids = ids
    settle(in: picture)
  }

  func contains(_ id: EntryID) -> Bool { ids.contains(id) }

  /// Adds what is new; where all of it was selected already, takes it out instead.
  mutating func toggle(_ found: [EntryID], in picture: Picture) {
    let known = Set(ids)
    let new = found.filter { !known.contains($0) }
    if new.isEmpty {
      let gone = Set(found)
      ids.removeAll { gone.contains($0) }
    } else {
      ids += new
    }
    settle(in: picture)
  }

  /// Lets go of what is gone, and finds out where the rest lies now. Walks all of its points.
  mutating func settle(in picture: Picture) {
    guard !ids.isEmpty || box != nil else { return }
    ids.removeAll { !picture.isVisible($0) }
    box = things(in: picture).compactMap(\.inkBox).reduce(nil) { box, next in
      box?.union(next) ?? next
    }
  }

  /// In the order in which they were selected.
  func things(in picture: Picture) -> [Thing] { ids.compactMap { picture.thing($0) } }
}

extension Thing {
  /// Closer than `bounds`, which has room for every curve.
  fileprivate var inkBox: BoardRect? {
    let points = outlines().lazy.flatMap(\.paths).flatMap(\.points)
    guard let box = BoardRect(around: points) else { return nil }
    if case .stroke(let stroke) = item { return box.grown(by: stroke.ink.reach) }
    return box
  }
}
