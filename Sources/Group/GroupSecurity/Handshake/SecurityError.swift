/// The reason why a guest is not admitted, or does not enter.
public enum SecurityError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The two sides have no version in common. The value lists the other side's versions, ascending.
  case versions([UInt8])
  /// The secret belongs to no ticket that is valid here.
  case wrongTicket
  /// The answering host is not the host of the ticket.
  case anotherHost
  /// Another secret has replaced the ticket's secret.
  case renewed
  /// The answering side is in an older epoch than this member has seen.
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
  /// Too many attempts from the same place failed recently.
  case tooManyAttempts
  /// The message does not belong here, was damaged on the way, or was invented.
  case malformed
  /// The other side refused for a reason that this program does not know.
  case unknown
  /// The new keys could not be saved, so the old ones stay.
  case notKept
  /// The cryptography library failed; no input causes this.
  case cryptographyFailed

  /// One sentence: what happened, and what to try.
  public var description: String {
    switch self {
    case .versions(let versions):
      """
      the other side speaks version \(versions.map(String.init).joined(separator: ", ")) of easel's \
      language, and this easel \(Hello.versions.map(String.init).joined(separator: ", ")); update \
      the older one.
      """
    case .wrongTicket: "the ticket is not one to this call; ask for another."
    case .anotherHost: "who answers there is not the host of the ticket; ask for another ticket."
    case .renewed: "the ticket was renewed since; ask for the new one."
    case .oldEpoch: "who answers there does not know of the new tickets; try another address."
    case .mayNotDraw: "the ticket lets you watch and not draw; ask for one to draw."
    case .putOut: "you were put out of the call; to come back, ask for a new ticket."
    case .declined: "you were not let in."
    case .full: "the call is full; try again when somebody has left."
    case .busy: "too many are coming in at this moment; try again in a few seconds."
    case .tooManyAttempts:
      "too many attempts from your address or user failed; try again in a minute."
    case .malformed: "what the other side said cannot be read; it may be no easel."
    case .unknown: "the other side refused for a reason that this easel does not know; update it."
    case .notKept: "the new keys cannot be saved, so nothing was changed."
    case .cryptographyFailed: "the system could not compute a signature or a key."
    }
  }
}

// The numbers that are sent to the other side; never change them. A guest itself detects whether
// the versions match.
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
    case .versions, .anotherHost, .oldEpoch, .unknown, .notKept,
      .cryptographyFailed:
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
      default: .unknown
      }
  }
}
