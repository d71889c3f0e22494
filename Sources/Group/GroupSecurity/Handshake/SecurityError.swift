/// The reason why a guest is not admitted, or does not enter.
public enum SecurityError: Error, Hashable, Sendable {
  /// The two sides have no version in common. The values list the versions of each side, ascending.
  case versions(theirs: [UInt8], ours: [UInt8])
  /// The other side is of a version that was never released.
  case unreleasedVersion
  /// The secret belongs to no ticket that is valid here.
  case wrongTicket
  /// The admitting member is in another host's call, or this member is not a host of its call.
  case anotherHost
  /// Another secret has replaced the ticket's secret.
  case renewed
  /// The admitting side is in an older epoch than this member has seen.
  case oldEpoch
  /// A ticket to watch does not give the right to draw.
  case mayNotDraw
  /// A change of keys put this member out: it has none of the new keys.
  case putOut
  /// A person refused the guest.
  case declined
  /// The call accepts no more members.
  case full
  /// Too many guests that have not proved their identity yet are connected.
  case busy
  /// The other side did not answer in time.
  case noAnswer
  /// Too many attempts from the same source failed recently.
  case tooManyAttempts
  /// The message does not belong here, was damaged on the way, or was invented.
  case malformed
  /// The other side refused for a reason that this program does not know.
  case unknown
  /// The new keys could not be saved, so the old ones stay.
  case notKept
  /// The cryptography library failed; no input causes this.
  case cryptographyFailed
}

// The numbers of the errors that are sent to the other side; never change them. A version error has
// no number, because the guest detects it itself.
extension SecurityError {
  var code: UInt64 {
    switch self {
    case .wrongTicket: 1
    case .mayNotDraw: 2
    case .declined: 3
    case .full: 4
    case .malformed: 5
    case .renewed: 6
    case .tooManyAttempts: 7
    case .busy: 8
    case .putOut: 9
    case .unreleasedVersion: 10
    case .versions, .anotherHost, .oldEpoch, .noAnswer, .unknown, .notKept, .cryptographyFailed:
      0
    }
  }

  init(code: UInt64) {
    self =
      switch code {
      case 1: .wrongTicket
      case 2: .mayNotDraw
      case 3: .declined
      case 4: .full
      case 5: .malformed
      case 6: .renewed
      case 7: .tooManyAttempts
      case 8: .busy
      case 9: .putOut
      case 10: .unreleasedVersion
      default: .unknown
      }
  }
}
