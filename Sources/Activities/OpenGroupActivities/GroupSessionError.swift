import EaselBase
import Foundation
import GroupCore

/// The reason why an operation on a session failed.
public enum GroupSessionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// This program is in no call.
  case notInCall
  /// The session was not joined, or is over.
  case notJoined
  /// The message or activity is larger than the limit; both numbers in bytes.
  case tooLarge(bytes: Int, limit: Int)
  /// More data than allowed waits for one reader; both numbers in bytes. Only senders that cannot
  /// wait get this error.
  case tooMuchWaiting(bytes: Int, limit: Int)
  /// The messenger is unreliable, and unreliable messages are never confirmed.
  case unconfirmed

  /// The reason in English words, without a final full stop.
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
  /// The same text as ``description``.
  public var errorDescription: String? { description }
}

/// The reason why a session is over, in ``GroupSession/State/invalidated(reason:)``.
public enum GroupSessionEnd: Error, Hashable, Sendable, CustomStringConvertible {
  /// This participant left; the others continue.
  case left
  /// A person ended the session for everyone.
  case ended(by: GroupPerson)
  /// A new session of the same activity took its place.
  case replaced(by: UUID)
  /// All participants have left the session.
  case everyoneLeft
  /// This program left the call.
  case callEnded

  /// The reason in English words, without a final full stop.
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
  /// The same text as ``description``.
  public var errorDescription: String? { description }
}
