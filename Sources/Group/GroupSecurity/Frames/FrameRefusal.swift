/// The reason why a frame is refused.
public enum FrameRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  case malformed
  case tooLarge
  /// A member certificate of an earlier epoch, or of an epoch that is not known here yet.
  case otherEpoch(UInt32)
  /// The member certificate of a watcher that no member vouches for.
  case unvouched
  /// The origin's member certificate is not known here.
  case unknownOrigin
  case tooManyOrigins
  /// Seen before, or so old that it counts as seen.
  case replayed
  /// Not sealed by its origin in this epoch, or changed on the way.
  case forged
  /// The number is not above all used numbers, or is above the maximum.
  case usedNumber
  /// The cryptography library failed; no input causes this.
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
