import EaselPlatform
import GroupCore
import SecureTransports
import SocketTransports

// The door of this user, at which other users of this machine knock and ring.
extension CallConnection {
  /// Opens the door of this user, unless another run of the user has it open. Without the door, this
  /// user's runs can still meet.
  func openDoor() {
    guard door.takesKnocks, !door.isOpen.load(ordering: .relaxed),
      let transport = door.transport.withLock({ $0 })
    else { return }
    do throws(TransportFault) {
      let place = UserRendezvous(of: geteuid(), temporaryFolder: Self.doors)
      try transport.open(place, takesRings: settings.takesRings)
      door.isOpen.store(true, ordering: .relaxed)
    } catch { admissions.doorFailed(error) }
  }

  /// Opens the door of this user in the call of another user, if this run may let guests in there.
  package func openDoorOfGuest() {
    if purpose == .joining, membership.mayAdmit { openDoor() }
  }
}
