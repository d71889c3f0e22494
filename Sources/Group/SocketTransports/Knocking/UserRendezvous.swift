import EaselPlatform
import Foundation
import GroupCore
import SystemFiles

/// The place where other users of one machine send admission requests to a user: a socket in a
/// folder that only that user can change and that all users can pass through.
///
/// All users know the folder's name, and it lies where all users can make files. So a process that
/// connects trusts the folder only if it belongs to the right user, and asks the kernel for the
/// user at the other end.
public struct UserRendezvous: Hashable, Sendable {
  /// The system's number of the user who receives the requests.
  public let user: uid_t
  let folder: String
  /// The process whose own door this is; nil for the door of whichever process opens it.
  private let process: pid_t?

  /// Makes the place of a user; touches no file.
  public init(of user: uid_t, temporaryFolder: String = "/tmp") {
    self.init(user, "\(temporaryFolder)/\(Self.folderPrefix)\(user)", nil)
  }

  private init(_ user: uid_t, _ folder: String, _ process: pid_t?) {
    (self.user, self.folder, self.process) = (user, folder, process)
  }

  private static let folderPrefix = "easel-door-"

  /// Returns the door of one process of this user, which admits the users that this process rang.
  package func ofProcess(_ process: pid_t) -> UserRendezvous {
    UserRendezvous(user, folder, process)
  }

  /// Returns the doors of all users that take rings, as far as the files tell. A door may be left
  /// from a process that ended.
  package static func all(temporaryFolder: String = "/tmp") -> [UserRendezvous] {
    places(in: temporaryFolder).filter(\.takesRings)
  }

  /// Returns the places of all users with a folder, whatever is in it.
  static func places(in temporaryFolder: String) -> [UserRendezvous] {
    // A folder that cannot be listed has no doors.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: temporaryFolder)) ?? []
    return names.compactMap { name in
      guard name.hasPrefix(folderPrefix), let user = uid_t(name.dropFirst(folderPrefix.count))
      else { return nil }
      return UserRendezvous(of: user, temporaryFolder: temporaryFolder)
    }
  }

  /// Whether the folder belongs to the user, and nobody else can change it.
  var isPrivate: Bool {
    do { try PrivateFolder.check(folder, of: user, closed: .toChange) } catch { return false }
    return true
  }

  /// Whether a door is there and its file says that it takes rings: other users can read the file.
  /// To connect, they only need to write.
  private var takesRings: Bool {
    guard isPrivate, let mode = FileSystem.mode(of: path) else { return false }
    return mode & S_IFMT == S_IFSOCK && mode & S_IROTH != 0
  }

  /// Makes the place of a user by name; nil if this machine does not know the user.
  public init?(of name: LoginName, temporaryFolder: String = "/tmp") {
    guard let user = getpwnam(name.string)?.pointee.pw_uid else { return nil }
    self.init(of: user, temporaryFolder: temporaryFolder)
  }

  private var path: String {
    process.map { "\(folder)/\(Self.doorPrefix)\($0)" } ?? "\(folder)/door"
  }
  /// The address of the socket: `unix://FOLDER/door`.
  public var address: String { "unix://\(path)" }

  /// Returns the address where members who know the call find a process of this user.
  func address(of process: pid_t) -> String { "unix://\(folder)/\(Self.prefix)\(process)" }

  /// Makes the place of a user from an address that ``address(of:)`` returns; nil for any other
  /// address. Touches no file.
  init?(ofMembersAt address: String) {
    guard let (place, file) = Self.file(at: address), file.hasPrefix(Self.prefix),
      let process = pid_t(file.dropFirst(Self.prefix.count)),
      address == place.address(of: process)
    else { return nil }
    self = place
  }

  /// Splits the address of a socket in a user's folder into the place and the name of the file.
  static func file(at address: String) -> (place: UserRendezvous, name: Substring)? {
    // A link to a folder counts as the folder if two slashes follow its name.
    guard let socket = try? UnixSocket(address: address), !socket.path.contains("//") else {
      return nil
    }
    let names = socket.path.split(separator: "/").suffix(2)
    guard names.count == 2, let folder = names.first, let file = names.last,
      folder.hasPrefix(folderPrefix), let user = uid_t(folder.dropFirst(folderPrefix.count))
    else { return nil }
    return (UserRendezvous(user, FileSystem.folder(of: socket.path), nil), file)
  }
  private static let prefix = "call."
  private static let doorPrefix = "door."

  /// Removes files of processes that ended without cleaning up. The system does not reuse the
  /// numbers of these processes soon.
  func sweep() {
    // Files that cannot be listed stay.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let prefixes = [Self.prefix, Self.doorPrefix, Self.memberPrefix]
    for name in names {
      guard let prefix = prefixes.first(where: name.hasPrefix) else { continue }
      let number = name.dropFirst(prefix.count).prefix { $0.isNumber }
      guard let process = pid_t(number), process > 0, kill(process, 0) != 0, errno == ESRCH else {
        continue
      }
      unlink("\(folder)/\(name)")
    }
  }

  /// Makes the folder if it is missing. Does not repair a folder that another user may have
  /// prepared.
  ///
  /// - Throws: `.folder`, with the flaw of the folder.
  func prepare() throws(TransportFault) {
    do {
      try PrivateFolder.make(folder, closed: .toChange)
    } catch {
      throw TransportFault(address, .folder(folder, .init(error)))
    }
  }

  /// Connects only to the place of this user.
  ///
  /// - Returns: a descriptor that the caller owns.
  /// - Throws: `.nobody` if the folder is missing or no process listens there, `.folder` with the
  ///   flaw of the folder, `.stranger` if the process there is not of this user, or another fault
  ///   of the connection.
  public func connect() throws(TransportFault) -> Int32 { try connect(to: address) }

  /// Connects to a socket in the folder of this place, as ``connect()`` does.
  func connect(to address: String) throws(TransportFault) -> Int32 {
    guard FileSystem.exists(folder) else { throw TransportFault(address, .nobody) }
    do {
      // Only the user of the folder can have made its content.
      try PrivateFolder.check(folder, of: user, closed: .toChange)
    } catch {
      throw TransportFault(address, .folder(folder, .init(error)))
    }
    let descriptor = try UnixSocket(address: address).connect()
    guard PeerCredentials(of: descriptor)?.user == user else {
      close(descriptor)
      throw TransportFault(address, .stranger)
    }
    return descriptor
  }
}
