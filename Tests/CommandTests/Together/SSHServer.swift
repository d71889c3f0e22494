import Foundation
import FrameTesting
import Glibc
import Synchronization
import Testing

/// A real sshd of a test's own, on a port of this machine alone, and the way to get in.
final class SSHServer {
  /// Where the login finds its programs and boards.
  let far: Home
  private let files: Home
  /// Not by Foundation, which takes a process for ended that closes all it has inherited, and then
  /// waits for it.
  private let server: PseudoTerminal
  let port: Int

  static let program = "/usr/sbin/sshd"
  static var isInstalled: Bool { access(program, X_OK) == 0 && access("/usr/bin/ssh", X_OK) == 0 }

  /// - Parameters:
  ///   - options: before the guest's key in authorized_keys, such as a forced command.
  ///   - hasEasel: whether easel is found there without its path, as where it was installed for all.
  ///   - missing: a library that cannot be loaded there.
  init(options: String = "", hasEasel: Bool = true, missing: String? = nil) throws {
    (far, files) = (try Home(), try Home())
    port = try Self.freePort()
    for name in ["host", "guest"] {
      try Self.run(
        "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", files.path(name)])
    }
    let key = try String(contentsOfFile: files.path("guest.pub"), encoding: .utf8)
    _ = try files.write(options + (options.isEmpty ? "" : " ") + key, to: "keys")
    let folder = hasEasel ? Easel.binary.deletingLastPathComponent().path + ":" : ""
    if let missing { _ = try files.write("", to: missing) }
    let libraries = missing == nil ? "" : "LD_LIBRARY_PATH=\(files.folder.path)"
    let configuration = try files.write(
      """
      Port \(port)
      ListenAddress 127.0.0.1
      HostKey \(files.path("host"))
      AuthorizedKeysFile \(files.path("keys"))
      StrictModes no
      UsePAM no
      PasswordAuthentication no
      PermitRootLogin yes
      PidFile none
      SetEnv HOME=\(far.folder.path) XDG_RUNTIME_DIR=\(far.folder.path) EASEL_DOORS=\(far.folder.path) PATH=\(folder)/usr/bin:/bin LC_ALL=C.UTF-8 \(libraries)

      """, to: "configuration")
    // Where it separates privileges, as root; made by the service otherwise.
    if geteuid() == 0 { mkdir("/run/sshd", 0o755) }
    server = try PseudoTerminal(
      [Self.program, "-D", "-f", configuration], environment: TerminalRun.plainEnvironment,
      columns: 80, rows: 24)
    try waitUntilListening()
  }

  /// Puts easel where a user has it.
  func install() throws {
    let folder = far.folder.appendingPathComponent(".local/bin")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("easel"), withDestinationURL: Easel.binary)
  }

  var target: String { "ssh://127.0.0.1:\(port)" }

  /// How a guest gets in.
  var command: String {
    "ssh -F none -i \(files.path("guest")) -o UserKnownHostsFile=\(files.path("known")) "
      + "-o StrictHostKeyChecking=no -o LogLevel=ERROR"
  }

  private static func run(_ program: String, _ arguments: [String]) throws {
    let process = try Process.run(URL(fileURLWithPath: program), arguments: arguments)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  /// The last port that was given to a server. Linux gives higher ports to programs that ask for
  /// any port.
  private static let lastPort = Atomic(20_000 + Int(getpid() % 10_000))

  private static func freePort() throws -> Int {
    for _ in 0..<1_000 {
      let port = lastPort.add(1, ordering: .relaxed).newValue
      if can(bind, port) { return port }
    }
    throw POSIXError(.EADDRINUSE)
  }

  /// Whether a socket can be bound to a port of this machine, or connected to it.
  private static func can(
    _ reach: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ port: Int
  ) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        reach(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private func waitUntilListening() throws {
    let deadline = ContinuousClock.now + TerminalRun.patience
    while ContinuousClock.now < deadline {
      if Self.can(connect, port) { return }
      sched_yield()
    }
    Issue.record("sshd does not listen")
  }
}
