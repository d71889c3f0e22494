import EaselPlatform
import GroupCore

/// The path of a Unix socket, and the system calls on it.
struct UnixSocket: Hashable, Sendable {
  let path: String

  /// The maximum length of a path, in bytes. The system's field has one byte more, for the zero at
  /// its end.
  static let pathBytesMax = 107
  private static let scheme = AddressScheme.unix.prefix

  static func isNamed(by address: String) -> Bool { address.hasPrefix(scheme) }

  /// - Throws: `.malformed` if the path does not begin at the root, or `.pathTooLong`.
  init(address: String) throws(TransportFault) {
    guard Self.isNamed(by: address) else { throw TransportFault(address, .malformed) }
    try self.init(path: String(address.dropFirst(Self.scheme.count)))
  }

  init(path: String) throws(TransportFault) {
    let address = Self.scheme + path
    guard path.hasPrefix("/"), !path.utf8.contains(0) else {
      throw TransportFault(address, .malformed)
    }
    guard path.utf8.count <= Self.pathBytesMax else {
      throw TransportFault(address, .pathTooLong(bytesMax: Self.pathBytesMax))
    }
    self.path = path
  }

  var address: String { Self.scheme + path }

  /// Connects at once or throws. It does not wait for a process whose queue of connections is full.
  ///
  /// - Returns: a descriptor that the caller owns.
  func connect() throws(TransportFault) -> Int32 {
    let descriptor = try made()
    guard call(EaselPlatform.connect, descriptor) == 0 else {
      let fault = systemFault(address)
      close(descriptor)
      throw fault
    }
    return descriptor
  }

  /// Listens at the path. The file never has more permissions than `mode`, whatever the process's
  /// file mode mask is. All threads share the mask, so this function does not change it.
  func listen(mode: mode_t) throws(TransportFault) -> Int32 {
    let descriptor = try made()
    guard fchmod(descriptor, mode) == 0, call(EaselPlatform.bind, descriptor) == 0,
      // If other users may connect, adds the permissions that the mask removed.
      mode & 0o077 == 0 || chmod(path, mode) == 0,
      EaselPlatform.listen(descriptor, ListeningSocket.backlog) == 0
    else {
      let error = errno
      close(descriptor)
      throw TransportFault(address, error == ENOENT ? .noFolder : .init(errno: error))
    }
    return descriptor
  }

  private func made() throws(TransportFault) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw systemFault(address) }
    return descriptor
  }

  private func call(
    _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ descriptor: Int32
  ) -> Int32 {
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
