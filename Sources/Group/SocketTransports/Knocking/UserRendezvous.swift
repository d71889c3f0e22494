import Foundation
import EaselPlatform
import GroupCore

/// Where other users of one machine knock at a user's door: a socket in a folder that only that user
/// can change, and everybody can pass.
///
/// The folder's name is known to all and lies where all may make files. So whoever comes trusts it only
/// as far as it is the right user's, and asks the kernel who is at the other end.
public struct UserRendezvous: Hashable, Sendable {
  public let user: uid_t
  let folder: String

  public init(of user: uid_t, temporaryFolder: String = "/tmp") {
    self.user = user
    folder = "\(temporaryFolder)/easel-door-\(user)"
  }

  /// Of a user by name; nil of one that this machine does not know.
  public init?(of name: UserName, temporaryFolder: String = "/tmp") {
    guard let user = getpwnam(name.string)?.pointee.pw_uid else { return nil }
    self.init(of: user, temporaryFolder: temporaryFolder)
  }

  private var path: String { "\(folder)/door" }
  public var address: String { "unix://\(path)" }

  /// Where those who know the call already find a process of this user's.
  func address(of process: pid_t) -> String { "unix://\(folder)/\(Self.prefix)\(process)" }
  private static let prefix = "call."

  /// Removes what processes left there that ended unasked: their numbers do not come again soon.
  func sweep() {
    // What cannot be listed stays.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix(Self.prefix) {
      let number = name.dropFirst(Self.prefix.count).prefix { $0.isNumber }
      guard let process = pid_t(number), process > 0, kill(process, 0) != 0, errno == ESRCH else {
        continue
      }
      unlink("\(folder)/\(name)")
    }
  }

  /// Makes the folder where it is not there. Nothing is mended that somebody else may have laid out.
  ///
  /// - Throws: `.folder`, with what is wrong with it.
  func prepare() throws(TransportFault) {
    do {
      try PrivateFolder.make(folder, closed: .toChange)
    } catch {
      throw TransportFault(address, .folder(folder, error))
    }
  }

  /// Connects to the user's door and to nobody else's.
  ///
  /// - Returns: a descriptor that is the caller's.
  public func connect() throws(TransportFault) -> Int32 {
    guard FileNumber(folder) != nil else { throw TransportFault(address, .nobody) }
    do {
      // Nobody but its user can have put there what is in it.
      try PrivateFolder.check(folder, of: user, closed: .toChange)
    } catch {
      throw TransportFault(address, .folder(folder, error))
    }
    let descriptor = try UnixSocket(path: path).connect()
    guard PeerCredentials(of: descriptor)?.user == user else {
      close(descriptor)
      throw TransportFault(address, .stranger)
    }
    return descriptor
  }
}
