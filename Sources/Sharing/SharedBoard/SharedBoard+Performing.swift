import Vocabulary

// What the machines want, in the words of the whole.
extension SharedBoard {
  func perform(_ actions: [AntiEntropy.Action]) -> [Action] {
    actions.map { action in
      switch action {
      case .send(let message, let recipients, let mode):
        .send(.healing(message), to: recipients, mode)
      case .supply(let ranges, let participant): .supply(ranges, to: participant)
      case .alarm(let participant): .alarm(with: participant)
      case .rebuild: .rebuild
      }
    }
  }

  func perform(_ actions: [Election.Action]) -> [Action] {
    actions.map { action in
      switch action {
      case .send(let message, let recipients, let mode):
        .send(.election(message), to: recipients, mode)
      }
    }
  }

  func perform(_ actions: [Responder.Action]) -> [Action] {
    actions.map { action in
      switch action {
      case .send(let message, let recipients, let mode):
        .send(.responder(message), to: recipients, mode)
      case .answer(let newcomer, let known):
        .supply(healing.own.ranges(beyond: known), to: newcomer)
      }
    }
  }

  func perform(_ actions: [Presence<[UInt8]>.Action]) -> [Action] {
    actions.map { action in
      switch action {
      case .send(let message, let recipients, let mode):
        .send(.presence(message), to: recipients, mode)
      case .show(let value, let participant): .show(value, of: participant)
      case .hide(let participant): .hide(participant)
      }
    }
  }

  func perform(_ actions: [WetInkSender<WetPoint, [UInt8]>.Action]) -> [Action] {
    actions.map { action in
      switch action {
      case .send(let frame, let recipients, let mode): .send(.wet(frame), to: recipients, mode)
      }
    }
  }

  func perform(_ actions: [WetInkReceiver<WetPoint, [UInt8]>.Action]) -> [Action] {
    actions.map { action in
      switch action {
      case .show(let stroke): .showWet(stroke)
      case .hide(let stroke): .hideWet(stroke)
      }
    }
  }
}

extension Knowledge {
  var vector: VersionVector { VersionVector(heads.mapValues(\.sequence)) }

  /// All that can be shown beyond a vector, contradictions included, in replica order.
  func ranges(beyond known: VersionVector) -> [EntryRange] {
    heads.values.sorted { $0.replica < $1.replica }.compactMap { head in
      guard let first = known[head.replica].next, first <= head.lastShown else { return nil }
      return EntryRange(replica: head.replica, first: first, last: head.lastShown)
    }
  }
}
