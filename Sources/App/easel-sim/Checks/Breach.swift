import EaselBase

/// What must hold in every run.
enum Invariant: String, CaseIterable, Sendable {
  /// The same entries give the same log and the same picture, and that which they should give.
  case P1
  /// One author's entries apply in order, without gaps.
  case P2
  /// Whatever came first, nothing shows what the entries known so far do not say: what a clear
  /// covers stays hidden though it comes after it.
  case P4
  /// What comes twice counts once.
  case P3
  /// A time is above all that its author knew.
  case P12
  /// Undo touches one's own, a clear what its author saw: the picture is that of the naive oracle.
  case P5
  /// A snapshot with what came after it is the whole log.
  case P7
  /// What was finished survives crashes.
  case P8
  /// Every queue is bounded.
  case P9
  /// Once faults stop all know the same within 5 s.
  case P10
  /// Nothing counts that its author did not sign, nor anything by one who may not draw.
  case P11
  /// What is sent reliably arrives once and in order, or its sender hears that it did not.
  case T1
  /// An envelope passes a link at most once in either direction.
  case T5
  /// Once all is quiet everybody sees the same participants of the same session.
  case S1
  /// No member votes twice in a term.
  case E2
  /// In a healthy call a newcomer is answered once.
  case R1
  /// All show each other's latest.
  case presence
  /// Wet ink is what was drawn, and never outlives its stroke.
  case W5
  /// An honest author whose allowance has room can draw.
  case draws
  /// What honest people say can be read.
  case encoding
}

/// An invariant that did not hold.
struct Breach: Hashable, Sendable {
  let invariant: Invariant
  let what: String
  let at: Uptime
}
