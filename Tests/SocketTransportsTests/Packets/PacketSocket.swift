import Glibc
import GroupCore

/// A socket of this machine that keeps the boundaries of each message.
final class PacketSocket: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { Glibc.close(descriptor) }

  /// Listens. About 16 connections can wait until this side accepts them. A further process that
  /// connects gets the fault `busy`.
  convenience init(at address: String) throws(TransportFault) {
    try self.init(address, SOCK_SEQPACKET, Glibc.bind)
    guard Glibc.listen(descriptor, 16) == 0 else { throw Self.fault(address) }
  }

  /// Connects. The call does not wait, because both processes run on one machine.
  convenience init(to address: String) throws(TransportFault) {
    try self.init(
      address, __socket_type(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue), Glibc.connect)
    guard fcntl(descriptor, F_SETFL, 0) == 0 else { throw Self.fault(address) }
  }

  private convenience init(
    _ address: String, _ kind: __socket_type,
    _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(TransportFault) {
    guard var socketAddress = Self.socketAddress(address) else {
      throw TransportFault(address, .malformed)
    }
    let descriptor = socket(AF_UNIX, Int32(kind.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Self.fault(address) }
    self.init(descriptor)
    let isDone = withUnsafePointer(to: &socketAddress) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        use(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard isDone == 0 else { throw Self.fault(address) }
  }

  /// Returns the socket address of a name; nil if the name is empty or too long. The path begins
  /// with a zero byte, so the name is in no folder.
  private static func socketAddress(_ address: String) -> sockaddr_un? {
    guard address.hasPrefix("packet:") else { return nil }
    let name = Array(address.utf8.dropFirst("packet:".utf8.count))
    var socketAddress = sockaddr_un()
    socketAddress.sun_family = sa_family_t(AF_UNIX)
    let bytesMax = MemoryLayout.size(ofValue: socketAddress.sun_path)
    guard !name.isEmpty, name.count < bytesMax else { return nil }
    withUnsafeMutableBytes(of: &socketAddress.sun_path) { $0[1...].copyBytes(from: name) }
    return socketAddress
  }

  private static func fault(_ address: String?) -> TransportFault {
    switch errno {
    case ECONNREFUSED: TransportFault(address, .nobody)
    case EAGAIN: TransportFault(address, .busy)
    case EADDRINUSE: TransportFault(address, .inUse)
    case ECONNRESET: TransportFault(address, .broken)
    default: TransportFault(address, .system(String(cString: strerror(errno))))
    }
  }

  /// Returns the next connection; nil after `shutDown`.
  func accept() -> PacketSocket? {
    while true {
      let other = Glibc.accept(descriptor, nil, nil)
      if other >= 0, fcntl(other, F_SETFD, FD_CLOEXEC) == 0 { return PacketSocket(other) }
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  /// Sends a message, and waits until there is room for it. Errors are ignored: a lost peer is
  /// noticed by reading.
  ///
  /// A zero byte goes before each message, because an empty packet would look like the end of the
  /// link.
  func send(_ bytes: [UInt8]) {
    while Glibc.send(descriptor, [0] + bytes, bytes.count + 1, Int32(MSG_NOSIGNAL)) < 0,
      errno == EINTR
    {}
  }

  /// Returns the next message; nil after the last one.
  func receive() throws(TransportFault) -> [UInt8]? {
    // The system cuts off a packet that is longer than the buffer. The buffer has room for the zero
    // byte, the largest message and one more byte, which shows that a message was too large.
    let bytesMax = TransportLimits.messageBytesMax + 2
    var count = 0
    let packet = [UInt8](unsafeUninitializedCapacity: bytesMax) { buffer, filled in
      repeat {
        count = recv(descriptor, buffer.baseAddress, bytesMax, 0)
      } while count < 0 && errno == EINTR
      filled = max(0, count)
    }
    guard count >= 0 else { throw Self.fault(nil) }
    return count == 0 ? nil : Array(packet.dropFirst())
  }

  /// Tells the other side that no further message follows.
  func endSending() { _ = Glibc.shutdown(descriptor, Int32(SHUT_WR)) }

  /// Ends all calls that wait in this socket.
  func shutDown() { _ = Glibc.shutdown(descriptor, Int32(SHUT_RDWR)) }
}
