/// Why a frame is not taken.
public enum FrameRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  case malformed
  case tooLarge
  /// An introduction in an epoch before this one, or in one that is not known here yet.
  case otherEpoch(UInt32)
  /// The introduction of a watcher whom nobody let in.
  case unvouched
  /// By a member that was not introduced.
  case unknownOrigin
  case tooManyOrigins
  /// Seen before, or so long ago that it counts as seen.
  case replayed
  /// Not by its origin in this epoch, or changed on the way.
  case forged
  /// A number that is not above all that were used.
  case usedNumber
  /// What no input brings about.
  case cryptographyFailed

  public var description: String {
    switch self {
    case .malformed: "the frame cannot be read."
    case .tooLarge: "the frame is larger than is allowed."
    case .otherEpoch(let epoch): "the introduction is of epoch \(epoch), which is not the one here."
    case .unvouched: "nobody let in who is introduced."
    case .unknownOrigin: "the frame is by a member that was not introduced."
    case .tooManyOrigins: "more members were introduced than are told apart."
    case .replayed: "the frame was seen before."
    case .forged: "the frame is not by its origin as it stands."
    case .usedNumber: "the frame's number was used before, or is beyond all that are."
    case .cryptographyFailed: "the system could not seal a frame."
    }
  }
}
