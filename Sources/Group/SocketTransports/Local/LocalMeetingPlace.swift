import EaselPlatform
import GroupCore
import GroupSecurity
import SecureTransports

/// Where all processes of one user on one machine find each other, with nothing configured.
///
/// It is a socket in a folder that is this user's alone: whoever comes first listens there, and the
/// others connect. What only they may know can lie in the folder as well.
public struct LocalMeetingPlace: Hashable, Sendable {
  /// Check it with ``prepare()`` before anything in it is trusted.
  public let folder: String

  /// - Parameters:
  ///   - runtimeFolder: `XDG_RUNTIME_DIR`; where that is nil, empty, not this user's or open to
  ///     others, a folder of this user's in the temporary folder takes its place.
  public init(runtimeFolder: String?, temporaryFolder: String = "/tmp") {
    if let runtimeFolder, runtimeFolder.hasPrefix("/"), Self.isPrivate(runtimeFolder) {
      folder = "\(runtimeFolder)/easel"
    } else {
      folder = "\(temporaryFolder)/easel-\(geteuid())"
    }
  }

  private static func isPrivate(_ path: String) -> Bool {
    do {
      try PrivateFolder.check(path)
      return true
    } catch {
      return false
    }
  }

  private var path: String { "\(folder)/call.sock" }

  public var address: String { "unix://\(path)" }

  /// Makes the folder where it is not there, and looks whether it is this user's alone.
  ///
  /// - Throws: `.folder`, with what is wrong with it.
  public func prepare() throws(TransportFault) {
    do {
      try PrivateFolder.make(folder)
    } catch {
      throw TransportFault(address, .folder(folder, error))
    }
  }

  private var secret: MeetingSecret { MeetingSecret(path: "\(folder)/call.keys") }

  /// Waits for nobody but those who are just doing the same.
  ///
  /// - Parameter membership: who agrees on a call with those who are there; nil where they have
  ///   nothing to agree on.
  /// - Throws: `.busy` where they have not settled on one yet, `.elsewhere` where this run is in
  ///   another.
  func meet(_ membership: Membership? = nil) throws(TransportFault) -> SocketFile.Found {
    let socket = try UnixSocket(path: path)
    try prepare()
    return try SocketFile.find(socket, mode: 0o600) { isFirst throws(TransportFault) in
      if let membership { try agree(membership, isFirst) }
    }
  }

  private func agree(_ membership: Membership, _ isFirst: Bool) throws(TransportFault) {
    var chance = SystemRandomNumberGenerator()
    let agreement: Membership.Agreement
    do {
      agreement = try membership.agree(on: secret.read(), isFirst: isFirst) {
        chance.bytes(CallRootKeys.chanceLength)
      }
    } catch {
      throw TransportFault(address, .notAdmitted("\(error)"))
    }
    switch agreement {
    case .found: break
    case .founded(let founding): try secret.write(founding.bytes)
    case .unknown: throw TransportFault(address, .busy)
    case .elsewhere: throw TransportFault(address, .elsewhere)
    }
  }

  /// Writes down anew what was agreed on, where keys were changed since.
  func renew(_ membership: Membership) throws(TransportFault) {
    let lock = try SocketLock(beside: try UnixSocket(path: path))
    defer { lock.release() }
    if let founding = membership.founding { try secret.write(founding.bytes) }
  }

  /// Nobody is left who would know what was agreed on. Somebody who is just coming keeps it.
  func forget() {
    guard let socket = try? UnixSocket(path: path),
      let lock = try? SocketLock(beside: socket, isPatient: false)
    else { return }
    secret.remove()
    lock.release()
  }
}
