import EaselBase

// Converts the actions of the parts into actions of the shared board.
extension SharedBoard.Action {
  init(_ action: AntiEntropy.Action) {
    switch action {
    case .send(let message, let recipients, let mode):
      self = .send(.antiEntropy(message), to: recipients, mode)
    case .supply(let ranges, let participant): self = .supply(ranges, to: participant)
    case .alarm(let participant): self = .alarm(with: participant)
    case .rebuild: self = .rebuild
    }
  }

  init(_ action: Election.Action) {
    switch action {
    case .send(let message, let recipients, let mode):
      self = .send(.election(message), to: recipients, mode)
    }
  }

  init(_ action: PresenceTracker<[UInt8]>.Action) {
    switch action {
    case .send(let message, let recipients, let mode):
      self = .send(.presence(message), to: recipients, mode)
    case .show(let value, let participant): self = .show(value, of: participant)
    case .hide(let participant): self = .hide(participant)
    }
  }

  init(_ action: WetInkSender<WetPoint, [UInt8]>.Action) {
    switch action {
    case .send(let frame, let recipients, let mode):
      self = .send(.wet(frame), to: recipients, mode)
    }
  }

  init(_ action: WetInkReceiver<WetPoint, [UInt8]>.Action) {
    switch action {
    case .show(let stroke): self = .showWet(stroke)
    case .hide(let stroke): self = .hideWet(stroke)
    }
  }
}

extension SharedBoard {
  func perform(_ actions: [Responder.Action]) -> [Action] {
    actions.map { action in
      switch action {
      case .send(let message, let recipients, let mode):
        .send(.responder(message), to: recipients, mode)
      case .answer(let newcomer, let known):
        .supply(antiEntropy.own.ranges(beyond: known), to: newcomer)
      }
    }
  }
}

extension LocalState {
  var vector: VersionVector { VersionVector(heads.mapValues(\.sequence)) }

  /// Returns all ranges beyond a vector that this participant can send, including contradictions,
  /// in replica order.
  func ranges(beyond known: VersionVector) -> [EntryRange] {
    heads.values.sorted { $0.replica < $1.replica }.compactMap { head in
      guard let first = known[head.replica].next, first <= head.lastShown else { return nil }
      return EntryRange(replica: head.replica, first: first, last: head.lastShown)
    }
  }
}
