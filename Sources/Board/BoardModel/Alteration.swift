import EaselBase

/// The effects of changes and further pieces on a thing.
struct Alteration: Sendable {
  var pieces: [Slot] = []
  /// The number of standing hides that name the thing.
  var hides = 0
  /// The sum of all standing moves, in units. It has 64 bits: if each sum were held within the
  /// board's limits, the result would depend on the order of the moves.
  var dx: Int64 = 0
  var dy: Int64 = 0
  /// The recolours that name the thing, whether or not they stand, the highest last. Only the
  /// `Limits.recolours` highest are stored; the others never have an effect.
  private(set) var recolours: [Recolour] = []

  var offset: BoardOffset { BoardOffset(clamping: dx, dy) }

  /// The recolour whose colour screens show.
  var topRecolour: Slot? { recolours.last { $0.stands }?.slot }

  mutating func insert(_ recolour: Slot, at place: Int) {
    recolours.insert(Recolour(slot: recolour), at: place)
    if recolours.count > Limits.recolours { recolours.removeFirst() }
  }

  mutating func turnRecolour(at place: Int, on: Bool) { recolours[place].stands = on }
}

struct Recolour: Sendable {
  let slot: Slot
  var stands = false
}
