import EaselPlatform
import GroupCore
import GroupSecurity
import SecureTransports
import SystemFiles

/// The place where all processes of one user on one machine find each other, without any
/// configuration.
///
/// It is a socket in a folder that only this user can enter. The first process listens there, and
/// the others connect. The folder can also hold secrets that only these processes may know.
public struct LocalMeetingPlace: Hashable, Sendable {
  /// The folder of the place. Call ``prepare()`` before you trust anything in it.
  public let folder: String

  /// Chooses the folder of the place; does not make it.
  ///
  /// - Parameters:
  ///   - runtimeFolder: `XDG_RUNTIME_DIR`. If it is nil or empty, or if other users own it or may
  ///     use it, the place uses a folder of this user in the temporary folder instead.
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

  /// The address of the socket: `unix://FOLDER/call.sock`.
  public var address: String { "unix://\(path)" }

  /// Makes the folder if it is missing, and checks that only this user can enter it.
  ///
  /// - Throws: `.folder`, with the flaw of the folder.
  public func prepare() throws(TransportFault) {
    do {
      try PrivateFolder.make(folder)
    } catch {
      throw TransportFault(address, .folder(folder, .init(error)))
    }
  }

  /// The file of the keys that the processes share, in the folder that only this user can enter.
  /// The caller holds the lock of the place while it reads or writes them.
  private var keyFile: String { "\(folder)/call.keys" }

  /// Returns the shared keys; nil if there is no file that can be trusted.
  private func readKeys() -> [UInt8]? {
    do throws(FileError) {
      return try PrivateFile.read(keyFile, limit: CallRootKeys.lengthMax)
    } catch { return nil }
  }

  private func write(_ keys: CallRootKeys) throws(TransportFault) {
    do throws(FileError) {
      try PrivateFile.replace(keyFile, with: keys.bytes)
    } catch { throw TransportFault(keyFile, .init(error)) }
  }

  /// Finds a process that listens at this place, or a socket to listen at. Waits only while other
  /// processes are meeting here at this moment.
  ///
  /// - Parameter membership: agrees on a call with the other processes; nil if there is nothing to
  ///   agree on.
  /// - Throws: `.busy` if the other processes have not agreed on a call yet, `.elsewhere` if this
  ///   process is in another call.
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
      agreement = try membership.agree(on: readKeys(), isFirst: isFirst) {
        chance.bytes(CallRootKeys.chanceLength)
      }
    } catch {
      throw TransportFault(address, .notAdmitted(.init(error)))
    }
    switch agreement {
    case .found: break
    case .founded(let keys): try write(keys)
    case .unknown: throw TransportFault(address, .busy)
    case .elsewhere: throw TransportFault(address, .elsewhere)
    }
  }

  /// Saves the keys of the agreed call again after a change of keys.
  func renew(_ membership: Membership) throws(TransportFault) {
    let lock = try UnixSocket(path: path).lock()
    defer { lock.release() }
    if let keys = membership.rootKeys { try write(keys) }
  }

  /// Removes the saved keys of the call when the last process leaves. A process that is arriving at
  /// this moment holds the lock, and then the keys stay.
  func forget() {
    guard let socket = try? UnixSocket(path: path),
      let lock = try? socket.lock(waits: false)
    else { return }
    unlink(keyFile)
    lock.release()
  }
}
