import BoardDocument
import BoardLog
import EaselBase

/// Which participant to ask for the beginning of a session's board, and whose answer counts.
///
/// The participants are asked one after the other: one that came just before lacks it too, any may leave
/// before it is whole, and what one sends may not belong to this board.
struct BaseSearch: Sendable {
  /// The board's genesis, which holds the hash of the picture.
  private let genesis: BoardGenesis
  /// The participant that may still answer.
  private var asked: ParticipantID?
  /// The participants asked since the search began, or since all had been asked.
  private var tried: Set<ParticipantID> = []
  private var parts = IncomingBase()
  private var isComing = false
  /// How long a participant that is asked may be silent, milliseconds; longer for each that was.
  private(set) var patience: Int64 = 2_000
  /// When ``waited(at:)`` is due.
  private(set) var due: Uptime

  static let patienceMax: Int64 = 30_000

  init(for genesis: BoardGenesis, at now: Uptime) {
    self.genesis = genesis
    due = now.advanced(by: patience)
  }

  /// - Parameter others: the participants that may draw: a picture of one that only watches counts for
  ///   nothing.
  /// - Returns: the participant to ask now; nil while another may still answer, or where none is left.
  mutating func next(among others: [ParticipantID]) -> ParticipantID? {
    if let asked, others.contains(asked) { return nil }
    drop()
    asked = others.first { !tried.contains($0) }
    if let asked { tried.insert(asked) }
    return asked
  }

  /// - Returns: the board's beginning when it is whole.
  mutating func receive(_ message: BaseMessage, from source: ParticipantID) -> BoardBeginning? {
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
      if let beginning = BoardBeginning(joining: genesis, whole) { return beginning }
      drop()
      return nil
    }
  }

  /// The patience with the participant that is asked has gone by.
  mutating func waited(at now: Uptime) {
    defer { due = now.advanced(by: patience) }
    if isComing {
      isComing = false
      return
    }
    if asked == nil { tried = [] } else { patience = min(patience * 2, Self.patienceMax) }
    drop()
  }

  private mutating func drop() { (asked, parts, isComing) = (nil, IncomingBase(), false) }
}
