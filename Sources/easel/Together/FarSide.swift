import Glibc
import Sharing
import Transports

/// The far side of an ssh login: a relay there, and links to it by the system's ssh.
struct FarSide: Sendable {
  let target: SSHTarget

  init(named text: String) throws(Refusal) {
    do throws(TransportFault) {
      target = try SSHTarget(text)
    } catch {
      throw Refusal(
        "“\(Refusal.shown(text))” leads nowhere: write ssh://[USER@]HOST[:PORT].",
        code: Refusal.usage)
    }
  }

  /// Found where people put what is theirs alone, too. Nothing but a checked name is added.
  private static let program = "PATH=\"$HOME/.local/bin:$PATH\" easel relay"

  /// The system's ssh, or what `EASEL_SSH_COMMAND` names instead, with its options; words are parted
  /// by spaces.
  static var ssh: [String] {
    let words = Environment["EASEL_SSH_COMMAND"]?.split(separator: " ").map(String.init) ?? []
    return words.isEmpty ? ["ssh"] : words
  }

  private var command: [String] {
    let remote = "env " + Self.program + (target.name.map { " @\($0)" } ?? "")
    return target.command(Self.ssh, running: remote)
  }

  /// - Parameter complaints: where ssh says what is wrong.
  func transport(complaints: Int32?) -> PipeTransport {
    let (address, command) = (target.address, command)
    return PipeTransport(errors: complaints, hasPreambles: true) { $0 == address ? command : nil }
  }

  /// What came of dialling, in words that say what to do.
  func refusal(_ fault: TransportFault) -> Refusal {
    let host = Refusal.shown(target.host)
    switch fault.cause {
    case .ended(status: 127):
      return Refusal(
        "there is no easel on \(host). `easel deploy \(target.address)` puts it there.")
    case .ended(status: 255): return Refusal("ssh could not get to \(host).")
    case .notStarted(let reason):
      return Refusal("\(Self.ssh[0]) cannot be started: \(reason).")
    default: return Refusal(fault.description)
    }
  }
}

/// A descriptor to which complaints go as long as there is no picture on the screen that they would
/// spoil.
struct Complaints: Sendable {
  let descriptor: Int32

  init() { descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3) }

  /// What is said from now on nobody reads.
  func silence() {
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nothing >= 0 else { return }
    if dup2(nothing, descriptor) >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    close(nothing)
  }
}
