/// Why somebody is not let in, or does not go in.
public enum SecurityError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Neither side speaks a version that the other does; what the other speaks, ascending.
  case versions([UInt8])
  /// The secret is not that of any ticket that is good here.
  case wrongTicket
  /// Who answered is not whom the ticket was made for.
  case anotherHost
  /// The ticket's secret was replaced by another.
  case renewed
  /// What answered is older than what this member has seen.
  case oldEpoch
  /// A ticket to watch does not let one draw.
  case mayNotDraw
  /// Keys were changed so that one has none of the new ones.
  case putOut
  /// By a person's decision.
  case declined
  /// The call takes no more members.
  case full
  /// Too many are at the door who did not prove themselves yet.
  case busy
  /// From the same place others failed too often of late.
  case tooManyAttempts
  /// Not what should come here, damaged on the way, or made up.
  case malformed
  /// For a reason that this program does not know.
  case unknown
  /// New keys could not be saved, so that the old ones stay.
  case notKept
  /// What no input brings about.
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

// What is said to the other side; the numbers stay what they are. Whether versions meet a guest
// sees for itself.
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
