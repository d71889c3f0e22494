import BoardModel
import EaselBase

/// The reach of the operations of a log, as far as a script must say it.
///
/// The size of a gesture, and the number of changes that one taking back reaches, follow from the
/// numbers of named targets. A script keeps these numbers, except for the unknown replicas of a clear.
struct ScriptReach {
  private let picture: Picture
  /// Whether a clear names replicas that are not in the log.
  private let isLossy: Bool

  init(_ operations: [(stamp: Stamp, operation: Operation)], _ index: ScriptIndex) {
    var picture = Picture()
    _ = picture.apply(operations)
    self.picture = picture
    isLossy = operations.contains { _, operation in
      guard case .change(.upTo(let vector), _) = operation.action else { return false }
      return vector.known.keys.contains { index.isUnknown($0) }
    }
  }

  /// Returns the number of an operation of the gesture that an operation continues; nil if it continues
  /// none.
  func gesture(of operation: Operation, _ id: EntryID) -> SequenceNumber? {
    guard isLossy else { return operation.gesture }
    return picture.head(of: id)?.sequence
  }

  /// Returns the first and the last change that a taking back reaches; empty if it reaches none.
  func takenBack(by id: EntryID) -> [EntryID] { picture.takenBack(by: id) }
}
