import EaselBase

/// A property that must hold in every run.
enum Invariant: String, CaseIterable, Sendable {
  /// The same entries give the same log and the same picture, and both are right.
  case P1
  /// One author's entries apply in order, without gaps.
  case P2
  /// In any order of arrival, the picture follows from the entries known so far. A stroke that a
  /// clear covers stays hidden, even if the stroke arrives after the clear.
  case P4
  /// An entry that arrives twice counts once.
  case P3
  /// An entry's time is later than all times that its author knew.
  case P12
  /// Undo affects the author's own strokes, and a clear affects the things that its author saw. The
  /// picture equals the picture of the naive oracle.
  case P5
  /// A snapshot with the entries after it is the whole log.
  case P7
  /// Every queue is bounded, and a picture stores at most a multiple of the weight of its log.
  case P9
  /// After faults stop, all participants know the same entries within 5 s.
  case P10
  /// An entry counts only if its author signed it and may draw.
  case P11
  /// A reliable message arrives once and in order, or its sender hears that it did not.
  case T1
  /// An envelope passes a link at most once in either direction.
  case T5
  /// In a quiet call, all people see the same participants of the same session.
  case S1
  /// No member votes twice in a term.
  case E2
  /// In a healthy call, a newcomer receives one answer.
  case R1
  /// All participants show each other's latest appearance.
  case presence
  /// Wet ink matches the drawn stroke, and never outlives it.
  case W5
  /// A member that may draw finds a place, however many members only watch.
  case capacity = "places"
  /// In a quiet call, each member that may draw knows that the others have all of its entries. It
  /// waits for the word of no member that only watches.
  case known
  /// A watcher takes no colour of a member that may draw, whatever time it names.
  case looks
  /// An honest author with room in the allowance can draw.
  case draws
  /// Messages of honest people can be read.
  case encoding
}

/// An invariant that did not hold.
struct Breach: Hashable, Sendable {
  let invariant: Invariant
  let what: String
  let at: Uptime
}
