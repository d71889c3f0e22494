import EaselPlatform
import GroupCore
import GroupSecurity
import SocketTransports

/// The sockets at which others can come to a run.
struct Listening {
  let tcp = TCPTransport()
  let unix = UnixTransport()
  let addresses: [String]

  /// Where nobody says where: any free port of all addresses that this machine has.
  private static let anywhere = ["tcp://[::]:0", "tcp://0.0.0.0:0"]

  /// - Parameter wanted: `tcp://HOST:PORT` or `unix:///PATH` each.
  init(at wanted: [String]) throws(UserError) {
    var found: [String] = []
    do throws(TransportFault) {
      for address in wanted {
        found += try Self.listen(at: address, tcp, unix)
      }
      if wanted.isEmpty { found = try Self.listenAnywhere(tcp) }
    } catch {
      throw UserError(
        error.description, code: error.isAboutWords ? UserError.usage : UserError.failed)
    }
    addresses = Array(found.prefix(Ticket.addressesMax))
  }

  private static func listen(
    at address: String, _ tcp: TCPTransport, _ unix: UnixTransport
  ) throws(TransportFault) -> [String] {
    if unix.reaches(address) { return try unix.listen(at: address) }
    return try tcp.listen(at: address)
  }

  /// Machines without IPv6 have the other.
  static func listenAnywhere(_ tcp: TCPTransport) throws(TransportFault) -> [String] {
    do {
      return try tcp.listen(at: anywhere[0])
    } catch {
      return try tcp.listen(at: anywhere[1])
    }
  }

  /// For a guest: the others can come here once those to whom the ticket leads are gone. A watcher lets
  /// nobody in, and a guest that cannot listen goes without. The author of a ticket may have written any
  /// path into it, so a guest makes a socket only in a folder of its own user.
  init(besideThoseAt ticket: Ticket) {
    var found: [String] = []
    for address in ticket.role == .draw ? ticket.addresses : [] {
      do throws(TransportFault) {
        if unix.reaches(address) {
          guard Self.isOwnFolder(of: address) else { continue }
          found += try unix.listen(at: "\(address).\(getpid())")
        } else if let near = TCPTransport.nearEnd(towards: address) {
          found += try tcp.listen(at: near)
        }
      } catch { continue }
    }
    addresses = found
  }

  /// Whether the socket of an address lies in a folder that belongs to this user and that not everybody
  /// can write to.
  static func isOwnFolder(of address: String) -> Bool {
    let folder = FileSystem.folder(of: String(address.dropFirst("unix://".count)))
    var status = stat()
    return stat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_uid == geteuid() && status.st_mode & S_IWOTH == 0
  }
}

extension TransportFault {
  /// Whether another address has to be written, whatever the system would say to this one.
  fileprivate var isAboutWords: Bool {
    switch cause {
    case .malformed, .pathTooLong: true
    default: false
    }
  }
}
