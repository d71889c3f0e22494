import Foundation

/// The domain of ``MCError``.
public let MCErrorDomain = "MCErrorDomain"

/// The reason why an operation failed.
public struct MCError: Error, Hashable, Sendable {
  /// The kinds of failures.
  public enum Code: Int, Sendable {
    /// The reason is not known.
    case unknown
    /// A recipient is not connected to the session.
    case notConnected
    /// An argument is not allowed, such as an empty list of recipients.
    case invalidParameter
    /// This module does not offer the operation.
    case unsupported
    /// The other side did not answer in time.
    case timedOut
    /// The operation was ended.
    case cancelled
    /// The operation is not possible now.
    case unavailable
  }

  /// The kind of failure.
  public let code: Code

  /// Creates an error of one kind.
  public init(_ code: Code) { self.code = code }

  /// The reason is not known.
  public static var unknown: Code { .unknown }
  /// A recipient is not connected to the session.
  public static var notConnected: Code { .notConnected }
  /// An argument is not allowed.
  public static var invalidParameter: Code { .invalidParameter }
  /// This module does not offer the operation.
  public static var unsupported: Code { .unsupported }
  /// The other side did not answer in time.
  public static var timedOut: Code { .timedOut }
  /// The operation was ended.
  public static var cancelled: Code { .cancelled }
  /// The operation is not possible now.
  public static var unavailable: Code { .unavailable }
}

extension MCError.Code {
  /// Returns whether an error is of this kind: `catch MCError.notConnected`.
  public static func ~= (code: Self, error: any Error) -> Bool {
    (error as? MCError)?.code == code
  }
}

extension MCError: CustomNSError, LocalizedError {
  /// The domain as a text.
  public static var errorDomain: String { MCErrorDomain }
  /// The number of the kind.
  public var errorCode: Int { code.rawValue }
  /// The reason, for `localizedDescription`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: errorDescription ?? ""] }

  /// The reason in English words, without a final full stop.
  public var errorDescription: String? {
    switch code {
    case .unknown: "the reason is not known"
    case .notConnected: "a recipient is not connected"
    case .invalidParameter: "an argument is not allowed"
    case .unsupported: "resources, streams and connection data are not offered here"
    case .timedOut: "the other side did not answer in time"
    case .cancelled: "the operation was ended"
    case .unavailable: "not possible now"
    }
  }
}
