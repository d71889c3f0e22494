import Vocabulary

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
    /// Everything its author had seen.
    case upTo(VersionVector)
  }

  public enum Effect: Hashable, Sendable {
    case hide
    case move(BoardOffset)
    case recolour(InkColor)
  }
}

/// What one operation may hold at the most; a decoder refuses more.
public enum Limits {
  public static let pointsPerOperation = 4_096
  public static let targets = 4_096
  public static let labelScalars = 1_000
  public static let paperBytesPerOperation = 48 * 1_024
  public static let paperRows = 20_000
  public static let paperColumns = 2_000
}

extension Operation.Action {
  /// What the log charges it to.
  public var purpose: Purpose {
    switch self {
    case .change(_, .hide), .cancel, .restore: .tidy
    case .change, .make, .lay: .draw
    }
  }
}
