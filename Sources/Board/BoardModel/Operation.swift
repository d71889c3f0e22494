import EaselBase

/// What one entry says in a drawing: one finished gesture, or one part of it.
public struct Operation: Hashable, Sendable {
  public let action: Action
  /// The number, in the same replica, of the first operation of the gesture this one belongs to;
  /// nil in that first one. A gesture is undone and redone as a whole; cancels and restores belong
  /// to none.
  public let gesture: SequenceNumber?

  public init(_ action: Action, gesture: SequenceNumber? = nil) {
    self.action = action
    self.gesture = gesture
  }

  public enum Action: Hashable, Sendable {
    case make(Item)
    case change(Targets, Effect)
    /// Takes back an operation: one's own, or anyone's hide.
    case cancel(EntryID)
    /// Takes back a cancel of that operation.
    case restore(EntryID)
    /// Lays text under the ink, as lines that follow those laid before in the same gesture.
    case lay(PaperText)
  }

  /// What a change is about.
  public enum Targets: Hashable, Sendable {
    /// At most `Limits.targets`; a piece of a stroke stands for the whole stroke.
    case items([EntryID])
    /// Everything its author had seen, of at most `Limits.replicas`. For hides only.
    case upTo(VersionVector)
  }

  public enum Effect: Hashable, Sendable {
    case hide
    case move(BoardOffset)
    case recolour(InkColor)
  }
}

extension Operation.Action {
  /// False for what no program writes and no reader accepts: a move or a recolouring of everything
  /// up to a vector. Its cost would not follow from its size.
  public var isAllowed: Bool {
    switch self {
    case .change(.upTo, let effect): effect == .hide
    default: true
    }
  }
}

extension Operation.Action {
  /// Hides everything up to a vector, by as many actions as its replicas need; at least one.
  public static func hide(upTo vector: VersionVector) -> [Operation.Action] {
    vector.parts(of: Limits.replicas).map { .change(.upTo($0), .hide) }
  }
}

extension VersionVector {
  /// The same in several vectors of at most `size` replicas each; at least one.
  func parts(of size: Int) -> [VersionVector] {
    guard known.count > size else { return [self] }
    let sorted = sorted
    return stride(from: 0, to: sorted.count, by: size).map { start in
      let part = sorted[start..<min(start + size, sorted.count)]
      return VersionVector(
        Dictionary(uniqueKeysWithValues: part.map { ($0.replica, $0.sequence) }))
    }
  }
}

/// What one operation may hold at the most; a decoder refuses more.
public enum Limits {
  public static let pointsPerOperation = 4_096
  public static let targets = 4_096
  public static let replicas = 4_096
  /// As many recolours of one thing have an effect: the highest, be it that they stand or not.
  public static let recolours = 256
  public static let labelScalars = 1_000
  public static let paperBytesPerOperation = 48 * 1_024
  public static let paperRows = 20_000
  /// Beyond it a line of paper is not shown. A decoder does not count columns, because Unicode
  /// tables decide how many a text has.
  public static let paperColumns = 2_000
}

extension Operation.Action {
  /// The allowance of its author that the log charges it to.
  public var purpose: Purpose {
    switch self {
    case .change(_, .hide), .cancel, .restore: .tidy
    case .change, .make, .lay: .draw
    }
  }
}

extension Operation {
  /// Whether it has an effect in an entry that is charged to the allowance for `purpose`: to erase, undo
  /// and clear there is an allowance of its own, in which nobody may draw. Entries from before there were
  /// purposes are all charged to drawing.
  public func isAllowed(for purpose: Purpose) -> Bool {
    purpose == .draw || purpose == action.purpose
  }
}
