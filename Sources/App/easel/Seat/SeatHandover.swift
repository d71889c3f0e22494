/// Decides how a run gives its user's seat to another run of the same user.
///
/// One run at a time can take the seat. The board's file is closed before the seat is given. It is
/// opened again if the other run goes away or stays silent before it shows the board.
struct SeatHandover: Hashable {
  private enum State: Hashable {
    case here
    /// The other run enters the call.
    case promised(to: String)
    /// The board's file is being closed.
    case saving(to: String)
    /// The file is being closed, but the other run is gone.
    case abandoned
    /// The file is closed, and the other run opens it.
    case given(to: String, until: Int64)
    case moved(to: String)
  }

  enum Action: Hashable {
    /// Tell the other run how to enter the call.
    case promise
    case refuse(SeatRefusal)
    /// Finish the stroke and close the board's file, and then report ``SeatHandover/saved(_:at:)``.
    case save
    /// Send the seat.
    case give
    /// Open the board's file again.
    case resume
    /// End this run. Its user's seat is in this terminal now.
    case end(movedTo: String)
  }

  private var state = State.here

  /// How long the other run may take to show the board, in milliseconds.
  static let patience: Int64 = 15_000

  /// The uptime at which ``woke(at:)`` is due; nil if nothing is due.
  var deadline: Int64? { if case .given(_, let until) = state { until } else { nil } }

  /// Whether the board's file is closed or being closed, so that the user's input must wait.
  var holdsInput: Bool {
    switch state {
    case .here, .promised: false
    case .saving, .abandoned, .given, .moved: true
    }
  }

  /// Whether the file of the board is closed here.
  var hasClosedFile: Bool {
    switch state {
    case .given, .moved: true
    case .here, .promised, .saving, .abandoned: false
    }
  }

  /// Handles a run that wants the seat.
  mutating func asked(from terminal: String, mayMove: Bool) -> [Action] {
    switch state {
    case .here:
      guard mayMove else { return [.refuse(.busy)] }
      state = .promised(to: terminal)
      return [.promise]
    case .promised(let other), .saving(let other), .given(let other, _), .moved(let other):
      return [.refuse(.moving(to: other))]
    case .abandoned: return [.refuse(.busy)]
    }
  }

  /// Handles that the other run is in the call.
  mutating func ready(mayMove: Bool) -> [Action] {
    guard case .promised(let terminal) = state else { return [] }
    guard mayMove else {
      state = .here
      return [.refuse(.busy)]
    }
    state = .saving(to: terminal)
    return [.save]
  }

  /// - Parameter isSaved: whether all was written and the file is closed.
  mutating func saved(_ isSaved: Bool, at now: Int64) -> [Action] {
    switch state {
    case .saving(let terminal):
      guard isSaved else {
        state = .here
        return [.refuse(.unsaved)]
      }
      state = .given(to: terminal, until: now + Self.patience)
      return [.give]
    case .abandoned:
      state = .here
      return isSaved ? [.resume] : []
    case .here, .promised, .given, .moved: return []
    }
  }

  /// Handles that the other run shows the board.
  mutating func seated() -> [Action] {
    guard case .given(let terminal, _) = state else { return [] }
    state = .moved(to: terminal)
    return [.end(movedTo: terminal)]
  }

  /// Handles that the other run is gone.
  mutating func closed() -> [Action] {
    switch state {
    case .promised: state = .here
    case .saving: state = .abandoned
    case .given:
      state = .here
      return [.resume]
    case .here, .abandoned, .moved: break
    }
    return []
  }

  mutating func woke(at now: Int64) -> [Action] {
    guard let deadline, deadline <= now else { return [] }
    return closed()
  }

  /// Handles that the file cannot be opened again, because the other run has it open.
  mutating func held(by terminal: String) -> [Action] {
    guard state == .here else { return [] }
    state = .moved(to: terminal)
    return [.end(movedTo: terminal)]
  }
}
