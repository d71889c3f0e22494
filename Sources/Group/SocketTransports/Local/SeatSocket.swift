import EaselPlatform
import GroupCore
import SystemFiles

/// The socket at which a run with a screen gives its user's seat to another run of the same user.
///
/// It lies in the folder where the runs of a user meet, which only that user can enter. The name of the
/// file tells the process and its terminal, so that both are known even if the process does not
/// answer. The time of the file's last change is the time when the user last used the terminal.
package struct SeatSocket: Hashable, Sendable {
  private let folder: String
  package let process: pid_t
  /// The terminal without `/dev/`, such as `pts/7`; empty without a terminal.
  package let terminal: String
  /// When the user last used the terminal, in nanoseconds since 1970; 0 for a socket made just now.
  package let lastUse: Int64

  private static let prefix = "seat."

  /// The socket of this process.
  package init(of terminal: String, in place: LocalMeetingPlace) {
    (folder, process, lastUse) = (place.folder, getpid(), 0)
    self.terminal = terminal
  }

  /// Reads the name of a file; nil if the file is no socket of a seat.
  private init?(file: String, usedAt lastUse: Int64, in folder: String) {
    let parts = file.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, file.hasPrefix(Self.prefix), let process = pid_t(parts[1]), process > 0
    else { return nil }
    (self.folder, self.process, self.lastUse) = (folder, process, lastUse)
    terminal = String(parts[2].map { $0 == "-" ? "/" : $0 })
  }

  var path: String {
    "\(folder)/\(Self.prefix)\(process).\(String(terminal.map { $0 == "/" ? "-" : $0 }))"
  }

  /// Returns the sockets in a folder, the one that was used last first. Removes the sockets of
  /// processes that ended without cleaning up.
  package static func all(in place: LocalMeetingPlace) -> [SeatSocket] {
    let found: [(name: String, changed: Int64)]
    do {
      try PrivateFolder.check(place.folder)
      found = try FileSystem.list(place.folder, of: S_IFSOCK)
    } catch {
      // No run of this user meets others there.
      return []
    }
    return found.sorted { ($0.changed, $0.name) > ($1.changed, $1.name) }
      .compactMap { SeatSocket(file: $0.name, usedAt: $0.changed, in: place.folder) }
      .filter { !$0.removeIfAbandoned() }
  }

  private func removeIfAbandoned() -> Bool {
    guard kill(process, 0) != 0, errno == ESRCH else { return false }
    unlink(path)
    return true
  }

  /// Connects to the process.
  ///
  /// - Throws: `.nobody` if the process no longer listens, or `.stranger` if the process is another
  ///   user's.
  package func connect() throws(TransportFault) -> SeatLink {
    try SeatLink(try UnixSocket(path: path).connect(), of: geteuid())
  }
}

/// Listens at the socket of a seat.
package final class SeatListener {
  /// Readable while another run waits.
  package let descriptor: Int32
  private let path: String
  private let user: uid_t

  /// - Parameter user: the user whose runs may take the seat.
  package init(
    at socket: SeatSocket, in place: LocalMeetingPlace, for user: uid_t = geteuid()
  ) throws(TransportFault) {
    try place.prepare()
    (path, self.user) = (socket.path, user)
    // Only a process that ended without cleaning up can have had this process's number before.
    unlink(path)
    descriptor = try UnixSocket(path: path).listen(mode: 0o600)
  }

  deinit {
    unlink(path)
    close(descriptor)
  }

  /// Notes that the user has used this run's terminal.
  package func noteUse() { utimes(path, nil) }

  /// Returns the next run that has connected; nil if there is none. Closes the connection of any other
  /// user, whom the kernel names.
  package func accept() -> SeatLink? {
    while true {
      let peer = EaselPlatform.accept(descriptor, nil, nil)
      guard peer >= 0 else { return nil }
      _ = fcntl(peer, F_SETFD, FD_CLOEXEC)
      _ = fcntl(peer, F_SETFL, O_NONBLOCK)
      do throws(TransportFault) { return try SeatLink(peer, of: user) } catch { continue }
    }
  }
}

/// A connection between two runs of one user, over which a seat moves. It carries frames: the length
/// in four bytes, the highest first, and then that many bytes.
package final class SeatLink {
  package let descriptor: Int32
  private var received: [UInt8] = []
  /// Whether the other run has closed the connection, or sent a frame that is too long.
  package private(set) var isClosed = false

  /// The maximum length of a frame in bytes.
  package static let bytesMax = 256 << 10
  /// The maximum time for sending a frame, in milliseconds.
  private static let patience: Int32 = 2_000

  /// Takes over a connected descriptor.
  ///
  /// - Throws: `.stranger` if the process at the other end is not of this user.
  init(_ descriptor: Int32, of user: uid_t) throws(TransportFault) {
    self.descriptor = descriptor
    guard PeerCredentials(of: descriptor)?.user == user else {
      throw TransportFault(nil, .stranger)
    }
  }

  deinit { close(descriptor) }

  /// Sends a frame. Closes the connection if the other run does not read it in time.
  package func send(_ frame: [UInt8]) {
    let length = UInt32(frame.count)
    var rest = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + frame
    while !rest.isEmpty, !isClosed {
      let count = write(descriptor, rest, rest.count)
      if count > 0 {
        rest.removeFirst(count)
      } else if errno != EINTR {
        isClosed = errno != EAGAIN || !wait(for: POLLOUT, milliseconds: Self.patience)
      }
    }
  }

  /// Returns the next frame that has arrived whole; nil if there is none yet.
  package func receive() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while !isClosed {
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 {
        received += buffer.prefix(count)
      } else if count == 0 || errno != EINTR {
        isClosed = count == 0 || errno != EAGAIN
        break
      }
    }
    return removeFrame()
  }

  private func removeFrame() -> [UInt8]? {
    guard received.count >= 4 else { return nil }
    let length = received.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    guard length <= Self.bytesMax else {
      isClosed = true
      return nil
    }
    guard received.count >= 4 + length else { return nil }
    defer { received.removeFirst(4 + length) }
    return Array(received[4..<4 + length])
  }

  /// Waits for a frame.
  ///
  /// - Returns: nil if none has arrived in time, or if the other run has closed the connection.
  package func receive(withinMilliseconds limit: Int64) -> [UInt8]? {
    let deadline = SystemClock.uptime() + limit
    while true {
      if let frame = receive() { return frame }
      let left = deadline - SystemClock.uptime()
      guard !isClosed, left > 0 else { return nil }
      _ = wait(for: POLLIN, milliseconds: Int32(clamping: left))
    }
  }

  private func wait(for events: Int32, milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }
}
