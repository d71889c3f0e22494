import BoardModel
import EaselBase

/// Puts the operations of a history into the order of a film, and cuts them into gestures.
struct FilmCutter {
  private let showsUndone: Bool
  private(set) var hasPicture = false
  private var beginning: [(stamp: Stamp, operation: Operation)] = []
  private var gestures: [Gesture] = []
  /// The last gesture of each replica so far.
  private var open: [ReplicaID: (gesture: EntryID, index: Int)] = [:]
  /// The cancels and restores that the film applies before all other operations.
  private var verdicts: Set<EntryID> = []

  private struct Gesture {
    var entries: [PictureHistory.Entry]
    var isShown: Bool
  }

  init(showsUndone: Bool) { self.showsUndone = showsUndone }

  /// Puts all cancels and restores at the beginning. A picture is the same in every order of arrival,
  /// so each gesture has its last verdict when it arrives.
  ///
  /// The operations of a replica must arrive in their order, so the verdicts need replicas of their
  /// own. The next number after a replica's own has the same place among all other replicas.
  mutating func addVerdicts(of history: PictureHistory) {
    let replicas = Set(history.lazy.map(\.stamp.id.replica))
    for entry in history {
      switch entry.operation.action {
      case .cancel, .restore: break
      case .make, .change, .takeBack, .setPaper: continue
      }
      let stamp = entry.stamp
      guard let replica = stamp.id.replica.next, !replicas.contains(replica) else { continue }
      verdicts.insert(stamp.id)
      let early = Stamp(
        id: EntryID(replica, stamp.id.sequence), author: stamp.author, lamport: stamp.lamport,
        at: stamp.at, lasted: stamp.lasted)
      beginning.append((early, entry.operation))
    }
  }

  /// Adds the next operation of the history.
  mutating func add(_ entry: PictureHistory.Entry) {
    let stamp = entry.stamp
    guard !verdicts.contains(stamp.id) else { return }
    guard stamp.author != .nobody else {
      hasPicture = true
      return beginning.append((stamp, entry.operation))
    }
    let isShown = entry.stands || showsUndone
    if let last = open[stamp.id.replica], last.gesture == entry.gesture {
      gestures[last.index].entries.append(entry)
      gestures[last.index].isShown = gestures[last.index].isShown || isShown
    } else {
      open[stamp.id.replica] = (entry.gesture, gestures.count)
      gestures.append(Gesture(entries: [entry], isShown: isShown))
    }
  }

  /// Returns the operations in the order of the film, and the gestures that it shows.
  func cut() -> (
    operations: [(stamp: Stamp, operation: Operation)], beginning: Range<Int>, steps: [FilmStep]
  ) {
    var operations = beginning
    var (steps, start) = ([FilmStep](), operations.count)
    for gesture in gestures {
      let first = operations.count
      operations += gesture.entries.map { ($0.stamp, $0.operation) }
      guard gesture.isShown, var step = FilmStep(gesture.entries) else { continue }
      step.operations = first..<operations.count
      step.applies = start..<operations.count
      steps.append(step)
      start = operations.count
    }
    // The rest is never seen.
    if let last = steps.indices.last {
      steps[last].applies = steps[last].applies.lowerBound..<operations.count
      return (operations, 0..<beginning.count, steps)
    }
    return (operations, 0..<operations.count, steps)
  }
}

extension FilmStep {
  fileprivate init?(_ entries: [PictureHistory.Entry]) {
    guard let first = entries.first?.stamp, let last = entries.last?.stamp else { return nil }
    self.init(
      author: first.author, order: first.order, at: last.at,
      lasted: entries.reduce(0) { max($0, $1.stamp.lasted) },
      isClear: entries.contains { $0.operation.isClear },
      reorders: entries.contains { $0.operation.reorders },
      hides: entries.contains { $0.operation.isHide || $0.operation.undoes }, last: last.id)
  }
}

extension Operation {
  /// Whether the operation hides everything that its author had seen.
  var isClear: Bool {
    guard case .change(.upTo, _) = action else { return false }
    return true
  }

  /// Whether the operation may change the order of drawing.
  fileprivate var reorders: Bool {
    if case .change(_, .reorder) = action { return true }
    return undoes
  }

  /// Whether the operation undoes another one, or takes the undoing back.
  fileprivate var undoes: Bool {
    switch action {
    case .cancel, .restore, .takeBack: true
    case .change, .make, .setPaper: false
    }
  }

  /// Whether the operation hides things.
  var isHide: Bool {
    guard case .change(_, .hide) = action else { return false }
    return true
  }
}

extension ReplicaID {
  /// The replica whose number is the next greater one; nil for the greatest.
  fileprivate var next: ReplicaID? {
    let (low, carries) = raw.low.addingReportingOverflow(1)
    guard carries else { return ReplicaID(Bytes16(high: raw.high, low: low)) }
    let (high, overflows) = raw.high.addingReportingOverflow(1)
    return overflows ? nil : ReplicaID(Bytes16(high: high, low: low))
  }
}
