import EaselPlatform
import GroupCore
import SystemFiles

// The sockets at which programs offer a service to all users of this machine. They lie beside the
// users' doors. Other users cannot list the folder, so the names of the sockets are numbered.
extension UserRendezvous {
  /// The maximum number of programs of one user that offer the same service.
  package static let programsMax = 8
  private static let servicePrefix = "service."
  /// The sockets of processes for the members of one call. No name of a service has a `_`.
  static let memberPrefix = servicePrefix + "member_"

  /// Returns the name of a service of this process that only members of a call know.
  ///
  /// - Parameter random: letters and digits that no other call of the process has.
  package static func memberService(_ random: String) -> String {
    "member_\(getpid())_\(random)"
  }

  private func address(ofService name: String, number: Int) -> String {
    "unix://\(folder)/\(Self.servicePrefix)\(name).\(number)"
  }

  fileprivate func addresses(ofService name: String) -> [String] {
    (0..<Self.programsMax).map { address(ofService: name, number: $0) }
  }

  /// Returns the addresses at which programs of all users offer a service, as far as the files tell:
  /// sockets in folders of the right users. A socket may be left from a process that ended.
  ///
  /// - Parameter name: the name of the service: letters, digits and hyphens.
  package static func addresses(
    ofService name: String, temporaryFolder: String = "/tmp"
  ) -> [String] {
    let places = places(in: temporaryFolder).filter(\.isPrivate)
    return places.flatMap { $0.addresses(ofService: name) }.filter { address in
      // A path that is too long has no socket.
      guard let path = try? UnixSocket(address: address).path,
        let mode = FileSystem.mode(of: path)
      else { return false }
      return mode & S_IFMT == S_IFSOCK
    }
  }

  /// Returns whether an address is that of a socket of a service beside a user's door.
  package static func isService(_ address: String) -> Bool {
    UserRendezvous(ofServiceAt: address) != nil
  }

  /// Makes the place of a user from the address of a socket there, for members of a call or of a
  /// service; nil for any other address. Touches no file.
  init?(ofSocketAt address: String) {
    guard let place = Self(ofMembersAt: address) ?? Self(ofServiceAt: address) else { return nil }
    self = place
  }

  /// Makes the place of a user from the address of a service there; nil for any other address.
  /// Touches no file.
  init?(ofServiceAt address: String) {
    guard let (place, file) = Self.file(at: address), file.hasPrefix(Self.servicePrefix) else {
      return nil
    }
    let parts = file.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, place.addresses(ofService: String(parts[1])).contains(address) else {
      return nil
    }
    self = place
  }
}

extension UnixTransport {
  /// Listens for all users of this machine as one of the programs that offer a service.
  ///
  /// - Returns: the address.
  /// - Throws: the fault that prevents it, for example `.inUse` if as many programs as possible offer
  ///   the service.
  package func listen(
    forService name: String, in place: UserRendezvous
  ) throws(TransportFault) -> String {
    try place.prepare()
    place.sweep()
    var last = TransportFault(place.address, .inUse)
    for address in place.addresses(ofService: name) {
      do throws(TransportFault) {
        try listen(at: address)
        return address
      } catch {
        guard error.cause == .inUse else { throw error }
        last = error
      }
    }
    throw last
  }
}
