/// The reason why a frame is refused.
public enum FrameRefusal: Error, Hashable, Sendable {
  case malformed
  case tooLarge
  /// A member certificate of an earlier epoch, or of an epoch that is not known here yet.
  case otherEpoch(UInt32)
  /// The member certificate of a watcher without a voucher.
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
}
