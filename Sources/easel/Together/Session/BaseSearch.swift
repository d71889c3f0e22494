import Log
import Sharing

/// Whom to ask for the picture that a session's board began from, and whose answer counts: those there
/// in turn, since whoever came just before has not got it either, any may leave before it is whole, and
/// what one says may not be that picture.
struct BaseSearch {
  /// The board's genesis, which holds the hash of the picture.
  private let genesis: BoardGenesis
  /// Who may still answer.
  private var asked: ParticipantID?
  /// Who was asked since it began, or since all had been.
  private var tried: Set<ParticipantID> = []
  private var parts = BaseParts()
  private var isComing = false
  /// How long whoever is asked may say nothing, milliseconds; longer for each who did.
  private(set) var patience: Int64 = 2_000

  static let patienceMax: Int64 = 30_000

  init(for genesis: BoardGenesis) { self.genesis = genesis }

  /// - Parameter others: who is there and may draw: from those who only watch no picture is taken.
  /// - Returns: whom to ask now; nil where somebody may still answer, or nobody is left to ask.
  mutating func next(among others: [ParticipantID]) -> ParticipantID? {
    if let asked, others.contains(asked) { return nil }
    drop()
    asked = others.first { !tried.contains($0) }
    if let asked { tried.insert(asked) }
    return asked
  }

  /// - Returns: the board's beginning when it is whole.
  mutating func receive(_ message: BaseMessage, from source: ParticipantID) -> Beginning? {
    guard source == asked else { return nil }
    switch message {
    case .wanted: return nil
    case .lacking:
      drop()
      return nil
    case .part:
      let before = parts.next
      let whole = parts.join(message)
      isComing = isComing || parts.next > before
      guard let whole else { return nil }
      if let beginning = Beginning(joining: genesis, whole) { return beginning }
      drop()
      return nil
    }
  }

  /// As long as its patience has gone by.
  mutating func waited() {
    if isComing {
      isComing = false
      return
    }
    if asked == nil { tried = [] } else { patience = min(patience * 2, Self.patienceMax) }
    drop()
  }

  private mutating func drop() { (asked, parts, isComing) = (nil, BaseParts(), false) }
}
