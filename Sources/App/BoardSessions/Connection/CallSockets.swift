import BoardFiles
import EaselPlatform
import GroupCore
import GroupSecurity
import SocketTransports
import SystemFiles

/// The sockets at which guests can reach a run.
struct CallSockets {
  let tcp: TCPTransport
  let unix = UnixTransport()
  let addresses: [String]
  /// The port at which guests reach the run; nil if the user named the addresses.
  let port: UInt16?

  /// The transports over which this run dials and listens. A transport that is not in this list is
  /// never dialled.
  var transports: [any Transport] { [unix, tcp] }

  /// - Parameters:
  ///   - wanted: addresses of the form `tcp://HOST:PORT` or `unix:///PATH`; if empty, a TCP port.
  ///   - port: the port to use if the user gives no addresses; if it is taken or nil, any free port.
  ///   - usesDatagrams: whether UDP may carry what may be lost.
  init(
    at wanted: [String], preferring port: UInt16?, usesDatagrams: Bool = true
  ) throws(UserError) {
    tcp = TCPTransport(usesDatagrams: usesDatagrams)
    var found: [String] = []
    for address in wanted {
      guard let unfit = Ticket.unfitCharacter(in: address) else { continue }
      let code = String(unfit.value, radix: 16, uppercase: true)
      throw UserError(
        "\(UserError.shown(address)) has the character U+\(code), which no ticket holds.",
        code: UserError.usage)
    }
    do throws(TransportFault) {
      for address in wanted {
        found += try Self.listen(at: address, tcp, unix)
      }
      if wanted.isEmpty { found = try Self.listenAnywhere(tcp, preferring: port) }
    } catch {
      throw UserError(
        error.description, code: error.isAboutWords ? UserError.usage : UserError.failed)
    }
    addresses = Array(found.prefix(Ticket.addressesMax))
    self.port = wanted.isEmpty ? found.first.flatMap(Self.port) : nil
  }

  /// Returns whether an address leads only to this machine.
  static func isLoopback(_ address: String) -> Bool {
    address.hasPrefix("tcp://127.") || address.hasPrefix("tcp://[::1]:")
  }

  private static func port(of address: String) -> UInt16? {
    address.split(separator: ":").last.flatMap { UInt16($0) }
  }

  private static func listen(
    at address: String, _ tcp: TCPTransport, _ unix: UnixTransport
  ) throws(TransportFault) -> [String] {
    switch AddressScheme(of: address) {
    case .unix: try unix.listen(at: address)
    case .tcp: try tcp.listen(at: address)
    case nil: throw TransportFault(address, .malformed)
    }
  }

  /// Listens on all addresses of this machine.
  ///
  /// - Parameter port: the port to use; if it is taken or nil, any free port.
  static func listenAnywhere(
    _ tcp: TCPTransport, preferring port: UInt16? = nil
  ) throws(TransportFault) -> [String] {
    guard let port else { return try listenAnywhere(tcp, at: 0) }
    do {
      return try listenAnywhere(tcp, at: port)
    } catch {
      // The user is told that the port is another one.
      return try listenAnywhere(tcp, at: 0)
    }
  }

  /// Listens on IPv6, or on IPv4 if this machine has no IPv6.
  private static func listenAnywhere(
    _ tcp: TCPTransport, at port: UInt16
  ) throws(TransportFault) -> [String] {
    do {
      return try tcp.listen(at: "tcp://[::]:\(port)")
    } catch {
      return try tcp.listen(at: "tcp://0.0.0.0:\(port)")
    }
  }

  /// Makes sockets for a guest that joins with a ticket. Other guests can join here after the
  /// members at the ticket's addresses are gone. A guest that may only watch gets no sockets, since
  /// it admits no guests.
  init(besideThoseAt ticket: Ticket, usesDatagrams: Bool = true) {
    self.init(
      beside: ticket.role == .draw ? ticket.addresses : [], usesDatagrams: usesDatagrams)
  }

  /// Makes sockets of the same kinds as those at these addresses. A run that cannot listen goes on
  /// without sockets. The author of a ticket may have written any path into it, so a run makes a Unix
  /// socket only in a folder of its own user.
  ///
  /// - Parameters:
  ///   - port: the port to keep for later; nil for none.
  ///   - usesDatagrams: whether UDP may carry what may be lost.
  init(beside addresses: [String], keeping port: UInt16? = nil, usesDatagrams: Bool) {
    tcp = TCPTransport(usesDatagrams: usesDatagrams)
    var found: [String] = []
    for address in addresses {
      do throws(TransportFault) {
        switch AddressScheme(of: address) {
        case .unix:
          guard Self.isOwnFolder(of: address) else { continue }
          found += try unix.listen(at: "\(address).\(getpid())")
        case .tcp:
          guard let near = TCPTransport.nearEnd(towards: address) else { continue }
          found += try tcp.listen(at: near)
        case nil: continue
        }
      } catch { continue }
    }
    (self.addresses, self.port) = (Array(found.prefix(Ticket.addressesMax)), port)
  }

  /// Returns whether the socket of an address lies in a folder that belongs to this user and is not
  /// writable for everybody.
  static func isOwnFolder(of address: String) -> Bool {
    let folder = FileSystem.folder(of: String(address.dropFirst(AddressScheme.unix.prefix.count)))
    var status = stat()
    return stat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_uid == geteuid() && status.st_mode & S_IWOTH == 0
  }
}

extension TransportFault {
  /// Whether the address itself is wrong, so that the user has to write another one.
  fileprivate var isAboutWords: Bool {
    switch cause {
    case .malformed, .pathTooLong: true
    default: false
    }
  }
}
