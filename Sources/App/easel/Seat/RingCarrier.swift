import BoardSessions
import EaselBase
import EaselPlatform
import GroupCore
import SocketTransports
import SystemFiles

/// Carries rings between the runs of one user. The ring comes to the run that has the door, and the
/// run that the user used last shows it.
@MainActor final class RingCarrier: RingRelay {
  private struct Away {
    let link: SeatLink
    /// The uptime in milliseconds at which the ring comes back; nil once the other run shows it.
    var backAt: Int64?
  }

  private unowned let rings: RingController
  /// The rings of this run's door that another run shows.
  private var away: [UInt64: Away] = [:]
  /// The rings of another run's door that this run shows.
  private var here: [UInt64: SeatLink] = [:]

  /// The maximum number of rings from the doors of other runs.
  private static let hereMax = 8

  init(_ rings: RingController) {
    self.rings = rings
    rings.relay = self
  }

  var links: [SeatLink] { away.values.map(\.link) + here.values }
  var deadline: Int64? { away.values.compactMap(\.backAt).min() }

  func carry(_ ring: CarriedRing, numbered number: UInt64) -> Bool {
    guard let socket = SeatSearch.lastUsed, socket.process != getpid() else { return false }
    let link: SeatLink
    do throws(TransportFault) { link = try socket.connect() } catch { return false }
    link.send(.ring(ring))
    away[number] = Away(link: link, backAt: SystemClock.uptime() + SeatSearch.patience)
    return true
  }

  func end(_ number: UInt64) { away[number] = nil }

  /// Shows a ring of another run's door. Its link stays open until the ring has its answer, or waits
  /// no longer.
  func receive(_ ring: CarriedRing, over link: SeatLink) {
    guard here.count < Self.hereMax else { return }
    let number = rings.receive(ring) { [weak self] number, accepts in
      guard let link = self?.here.removeValue(forKey: number) else { return false }
      link.send(.answered(accepts: accepts))
      return !link.isClosed
    }
    guard let number else { return }
    here[number] = link
    link.send(.shown)
  }

  /// Handles what has arrived.
  func attend() {
    for (number, ring) in away {
      while let frame = ring.link.receive() {
        switch SeatMessage(frame) {
        case .shown: away[number]?.backAt = nil
        case .answered(let accepts):
          away[number] = nil
          rings.answered(number, accepts: accepts)
        case .take, .promised, .refused, .ready, .given, .seated, .ring, nil: break
        }
      }
      if ring.link.isClosed { comeBack(number) }
    }
    for (number, link) in here {
      while link.receive() != nil {}
      if link.isClosed, here.removeValue(forKey: number) != nil { rings.withdraw(number) }
    }
  }

  func wake(at now: Int64) {
    for (number, ring) in away where ring.backAt.map({ $0 <= now }) == true { comeBack(number) }
  }

  /// Shows a ring here after all, because the other run is older, hangs, or has ended.
  private func comeBack(_ number: UInt64) {
    if away.removeValue(forKey: number) != nil { rings.show(number) }
  }
}
