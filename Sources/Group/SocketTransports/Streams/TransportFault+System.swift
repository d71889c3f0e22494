import EaselPlatform
import GroupCore
import NIOCore
import NIOPosix

extension TransportFault.Cause {
  /// - Parameter error: the system's error number.
  init(errno error: Int32) {
    self =
      switch error {
      case ECONNREFUSED, ENOENT: .nobody
      case EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN, ETIMEDOUT: .unreachable
      case EACCES, EPERM: .forbidden
      case EAGAIN: .busy
      case ECONNRESET, ECONNABORTED, EPIPE: .broken
      case EADDRINUSE: .inUse
      case EADDRNOTAVAIL: .elsewhere
      case ENOTDIR: .noFolder
      case ENOTSOCK: .occupied
      default: .system(String(cString: strerror(error)))
      }
  }

  init(_ error: any Error) {
    switch error {
    case let fault as TransportFault: self = fault.cause
    case let error as IOError: self.init(errno: error.errnoCode)
    case let error as NIOConnectionError: self.init(error)
    case ChannelError.connectTimeout: self = .unreachable
    default: self = .system("\(error)")
    }
  }

  /// Uses the error of the first address that was tried, because it is the most useful one. If no
  /// error is known, the name had no address to try.
  private init(_ error: NIOConnectionError) {
    if let first = error.connectionErrors.first {
      self.init(first.error)
    } else {
      self = .unknownHost
    }
  }
}
