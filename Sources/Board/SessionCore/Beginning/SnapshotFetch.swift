import BoardDocument
import BoardLog
import EaselBase
import GroupBase

/// Decides which participant to ask for the beginning of a session's board. Answers of other
/// participants than the asked one are ignored.
///
/// The participants are asked one after the other, because any of them may fail to help: it may
/// lack the beginning too, leave before it has sent all parts, or send parts of another board.
struct SnapshotFetch: Sendable {
  /// The board's genesis, which holds the hash of the picture.
  private let genesis: BoardGenesis
  /// The participant whose answer is awaited.
  private var asked: ParticipantID?
  /// The participants asked since the fetch began. The set is emptied after all were asked.
  private var tried: Set<ParticipantID> = []
  private var parts = IncomingBase()
  private var isComing = false
  /// The time in milliseconds that the asked participant may be silent. It doubles each time a
  /// participant was silent for so long.
  private(set) var patience: Int64 = 2_000
  /// The uptime at which ``waited(at:)`` is due.
  private(set) var due: Uptime

  static let patienceMax: Int64 = 30_000

  init(for genesis: BoardGenesis, at now: Uptime) {
    self.genesis = genesis
    due = now.advanced(by: patience)
  }

  /// - Parameter others: the participants that may draw; a picture from a watcher does not count.
  /// - Returns: the participant to ask now; nil while an asked participant may still answer, or if
  ///   none is left.
  mutating func next(among others: [ParticipantID]) -> ParticipantID? {
    if let asked, others.contains(asked) { return nil }
    drop()
    asked = others.first { !tried.contains($0) }
    if let asked { tried.insert(asked) }
    return asked
  }

  /// - Returns: the board's beginning once all parts are here; else nil.
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

  /// Handles the end of the waiting time for the asked participant.
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
