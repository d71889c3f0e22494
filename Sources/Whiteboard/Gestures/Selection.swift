import Drawing
import Vocabulary

/// What commands such as move, recolour and copy are about.
struct Selection: Hashable, Sendable {
  private(set) var ids: [EntryID] = []

  var isEmpty: Bool { ids.isEmpty }
  var count: Int { ids.count }

  init(_ ids: [EntryID] = []) { self.ids = ids }

  func contains(_ id: EntryID) -> Bool { ids.contains(id) }

  /// Adds what is new; where all of it was selected already, takes it out instead.
  mutating func toggle(_ found: [EntryID]) {
    let known = Set(ids)
    let new = found.filter { !known.contains($0) }
    if new.isEmpty {
      let gone = Set(found)
      ids.removeAll { gone.contains($0) }
    } else {
      ids += new
    }
  }

  mutating func forget(whatIsGoneFrom picture: Picture) {
    if !ids.isEmpty { ids.removeAll { !picture.isVisible($0) } }
  }

  /// Bottom to top as they were selected.
  func things(in picture: Picture) -> [Thing] { ids.compactMap { picture.thing($0) } }

  func bounds(in picture: Picture) -> BoardRect? {
    things(in: picture).map(\.bounds).reduce(nil) { box, next in box?.union(next) ?? next }
  }
}
