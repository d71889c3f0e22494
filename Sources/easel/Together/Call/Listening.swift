import Glibc
import Sharing
import Transports
import Trust

/// The sockets at which others can come to a run.
struct Listening {
  let tcp = TCPTransport()
  let unix = UnixTransport()
  let addresses: [String]

  /// Where nobody says where: any free port of all addresses that this machine has.
  private static let anywhere = ["tcp://[::]:0", "tcp://0.0.0.0:0"]

  /// - Parameter wanted: `tcp://HOST:PORT` or `unix:///PATH` each.
  init(at wanted: [String]) throws(Refusal) {
    var found: [String] = []
    do throws(TransportFault) {
      for address in wanted {
        found += try Self.listen(at: address, tcp, unix)
      }
      if wanted.isEmpty { found = try Self.listenAnywhere(tcp) }
    } catch {
      throw Refusal(error.description, code: error.isAboutWords ? Refusal.usage : Refusal.failed)
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

  /// So that the others can come here once those to whom the ticket leads are gone. Whoever only
  /// watches lets nobody in, and where one cannot listen one goes without.
  init(besideThoseAt ticket: Ticket) {
    var found: [String] = []
    for address in ticket.role == .draw ? ticket.addresses : [] {
      do throws(TransportFault) {
        if unix.reaches(address) {
          found += try unix.listen(at: "\(address).\(getpid())")
        } else if let near = TCPTransport.nearEnd(towards: address) {
          found += try tcp.listen(at: near)
        }
      } catch { continue }
    }
    addresses = found
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
