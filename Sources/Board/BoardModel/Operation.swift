import BoardPaper
import EaselBase

/// The content of one entry for a drawing: a whole gesture, or one part of a gesture.
public struct Operation: Hashable, Sendable {
  /// The change that the operation makes to the picture.
  public let action: Action
  /// The number of the first operation of the gesture, in the same replica; nil in the first
  /// operation itself. Undo and redo apply to whole gestures. Cancels and restores belong to no
  /// gesture.
  public let gesture: SequenceNumber?

  /// Creates an operation, by default one that begins a gesture.
  public init(_ action: Action, gesture: SequenceNumber? = nil) {
    self.action = action
    self.gesture = gesture
  }

  /// The change that an operation makes to the picture.
  public enum Action: Hashable, Sendable {
    case make(Item)
    case change(Targets, Effect)
    /// Suppresses an operation of the same author. Of another author's operation, it suppresses every
    /// hide, and what the operation changes on things of others than its author.
    case cancel(EntryID)
    /// Ends the effect of the cancels of this operation.
    case restore(EntryID)
    /// Takes back what a replica changed on things of others, from the number `from` to the operation
    /// `upTo`. It reaches the changes in this range until they name more than `Limits.targets` targets
    /// together.
    case takeBack(from: SequenceNumber, upTo: EntryID)
    /// Lays text under the ink. Its lines follow the lines that the same gesture laid before.
    case setPaper(PaperText)
  }

  /// The things that a change applies to.
  public enum Targets: Hashable, Sendable {
    /// At most `Limits.targets` entries; a piece of a stroke stands for the whole stroke.
    case items([EntryID])
    /// Everything that the author had seen, from at most `Limits.replicas` replicas. Only hides may
    /// use this case.
    case upTo(VersionVector)
  }

  /// The effect of a change on each of its targets.
  public enum Effect: Hashable, Sendable {
    case hide
    case move(BoardOffset)
    case recolour(InkColor)
    /// Gives a thing another size. A label only moves: its letters keep their size.
    case resize(BoardScaling)
    /// Gives strokes another width, 1 … 8, and labels the letters of ``LetterSize/init(width:)``.
    case setWidth(UInt8)
    /// Fills rectangles and ellipses, or draws only their outlines.
    case setFilled(Bool)
    case reorder(Level)
    /// Gives one label other words; the label keeps its id and its place. Has no effect on strokes.
    case setText(TextEdit)
    /// Attaches a point of one line or text to another thing, or to nothing. Has no effect on other
    /// things.
    case attach(PointAttachment)
    /// Gives strokes another look. Members compare pictures without it.
    case setLook(StrokeLook)
    /// Puts things into a group, which one click selects, or into none. A group has the id of the operation
    /// that made it. Members compare pictures without it.
    case setGroup(EntryID?)
  }

  /// A place in the order of drawing.
  public enum Level: Hashable, Sendable {
    /// Above everything that was made or brought to the front before.
    case front
    /// Below everything else.
    case back
  }
}

extension Operation.Action {
  /// Whether programs may write the action. False for any change but a hide of everything up to a
  /// vector: readers refuse such an action, because its cost would not depend on its size. For the
  /// same reason it is false for a text of more than one label and for an attachment of more than one
  /// thing. False also for a width or a place that does not exist, for a text that is too long, and for
  /// a range that ends before it starts.
  public var isAllowed: Bool {
    switch self {
    case .change(.upTo, let effect): effect == .hide
    case .change(_, .setWidth(let width)): Ink.widths.contains(width)
    case .takeBack(let first, let last): first.raw > 0 && first <= last.sequence
    case .change(.items(let ids), .setText(let edit)): ids.count == 1 && edit.content.fitsLabel
    case .change(.items(let ids), .attach(let attachment)): ids.count == 1 && attachment.isAllowed
    default: true
    }
  }
}

extension Operation.Action {
  /// The number that the action adds to the size of its gesture, which is at most ``Limits/targets``:
  /// the number of the things or replicas that it names, and at least 1. A taking back counts as the
  /// most that it can reach.
  var targetCount: Int {
    switch self {
    case .change(.items(let ids), _): max(ids.count, 1)
    case .change(.upTo(let vector), _): max(vector.known.count, 1)
    case .takeBack: Limits.targets
    case .make, .cancel, .restore, .setPaper: 1
    }
  }
}

extension Operation.Action {
  /// Returns the actions that hide everything up to a vector: at least one, and more if it has more
  /// replicas than fit into one action.
  public static func hide(upTo vector: VersionVector) -> [Operation.Action] {
    vector.parts(of: Limits.replicas).map { .change(.upTo($0), .hide) }
  }

  /// Returns the actions that apply an effect to things; more than one if there are more things
  /// than fit into one action.
  public static func change(_ ids: [EntryID], _ effect: Operation.Effect) -> [Operation.Action] {
    stride(from: 0, to: ids.count, by: Limits.targets).map { start in
      .change(.items(Array(ids[start..<min(start + Limits.targets, ids.count)])), effect)
    }
  }
}

extension VersionVector {
  /// Splits the vector into parts of at most `size` replicas each; returns at least one part.
  package func parts(of size: Int) -> [VersionVector] {
    guard known.count > size else { return [self] }
    let sorted = sorted
    return stride(from: 0, to: sorted.count, by: size).map { start in
      let part = sorted[start..<min(start + size, sorted.count)]
      return VersionVector(
        Dictionary(uniqueKeysWithValues: part.map { ($0.replica, $0.sequence) }))
    }
  }
}

/// The limits of one operation; a decoder refuses more.
public enum Limits {
  /// The maximum points of one stroke.
  public static let pointsPerOperation = 4_096
  /// The maximum entries that one change names, and that all changes of a gesture name together.
  public static let targets = 4_096
  /// The maximum replicas in the vector of one change.
  public static let replicas = 4_096
  /// Only this many changes of one property of a thing, such as its colour, can have an effect: the
  /// highest ones, whether or not they stand.
  public static let changesPerProperty = 256
  /// Only this many attaches of one author to one thing can have an effect: the highest ones, whether or
  /// not they stand.
  public static let attachesPerTarget = 256
  /// Only this many of the visible texts that are attached to one shape have room in it: the lowest ones
  /// in the order of the log. The others are attached to nothing meanwhile.
  public static let textsPerShape = 32
  /// The maximum Unicode scalars of a label's text.
  public static let labelScalars = 1_000
  /// The maximum bytes of UTF-8 text in one laying of paper.
  public static let paperBytesPerOperation = 48 * 1_024
  /// The maximum lines of paper in one operation, and in the text that shows.
  public static let paperRows = 20_000
  /// The part of a line of paper beyond this column is not shown. A decoder does not count columns,
  /// because their number depends on Unicode tables.
  public static let paperColumns = 2_000
}

extension Operation.Action {
  /// The purpose of the action. It decides to which allowance of the author the log charges the
  /// action.
  public var purpose: Purpose {
    switch self {
    case .change(_, .hide), .cancel, .restore, .takeBack: .tidy
    case .change, .make, .setPaper: .draw
    }
  }
}

extension Operation {
  /// Returns whether the operation has an effect in an entry with this purpose. Erasing, undoing
  /// and clearing have a separate allowance, and no author may use it for drawing.
  public func isAllowed(for purpose: Purpose) -> Bool { purpose == action.purpose }
}
