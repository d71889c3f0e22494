import EaselBase
import Foundation
import GroupCore

/// Why something about a session could not be done.
public enum GroupSessionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// This program is in no call.
  case notInCall
  /// The session was not joined, or is over.
  case notJoined
  /// More than can be sent at once, both in bytes.
  case tooLarge(bytes: Int, limit: Int)
  /// More than may wait for one reader, both in bytes. Only where the sender cannot be made to wait.
  case tooMuchWaiting(bytes: Int, limit: Int)
  /// Nobody confirms what is sent unreliably.
  case unconfirmed

  public var description: String {
    switch self {
    case .notInCall: "not in a call"
    case .notJoined: "the session is not joined"
    case .tooLarge(let bytes, let limit): "\(bytes) bytes, of which at most \(limit) can be sent"
    case .tooMuchWaiting(let bytes, let limit):
      "\(bytes) bytes wait to be sent, of which at most \(limit) may"
    case .unconfirmed: "nobody confirms what is sent unreliably"
    }
  }
}

extension GroupSessionError: LocalizedError {
  public var errorDescription: String? { description }
}

/// Why a session is over: the reason in ``GroupSession/State/invalidated(reason:)``.
public enum GroupSessionEnd: Error, Hashable, Sendable, CustomStringConvertible {
  /// This participant left; the others go on.
  case left
  /// Somebody ended it for everyone.
  case ended(by: GroupPerson)
  /// A new session of the same activity took its place.
  case replaced(by: UUID)
  /// Nobody was in it any more.
  case everyoneLeft
  /// This program left the call.
  case callEnded

  public var description: String {
    switch self {
    case .left: "left"
    case .ended(let person): "ended for everyone by \(person)"
    case .replaced: "replaced by a new session"
    case .everyoneLeft: "everyone left"
    case .callEnded: "the call ended"
    }
  }
}

extension GroupSessionEnd: LocalizedError {
  public var errorDescription: String? { description }
}
