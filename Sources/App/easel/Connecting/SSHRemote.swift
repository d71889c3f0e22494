import BoardFiles
import BoardSessions
import GroupCore
import SocketTransports
import SystemFiles

/// The remote end of an ssh login: a relay there, and links to it through the system's ssh.
struct SSHRemote: Sendable {
  let target: SSHTarget

  init(named text: String) throws(UserError) {
    do throws(TransportFault) {
      target = try SSHTarget(text)
    } catch {
      throw UserError(
        "“\(UserError.shown(text))” is not an address: write ssh://[USER@]HOST[:PORT].",
        code: UserError.usage)
    }
  }

  /// The command to run on the remote machine. It also searches the folder for a user's own
  /// programs. Easel appends only a checked user name to it.
  private static let program = "PATH=\"$HOME/.local/bin:$PATH\" easel relay"

  static let help =
    "To use another program than ssh, set EASEL_SSH_COMMAND to its name and options."

  /// The system's ssh with its options, or the command in `EASEL_SSH_COMMAND` instead; spaces
  /// separate its words.
  static var ssh: [String] {
    let words = Environment["EASEL_SSH_COMMAND"]?.split(separator: " ").map(String.init) ?? []
    return words.isEmpty ? ["ssh"] : words
  }

  private func command(asking: Bool) -> [String] {
    let remote = "env " + Self.program + (target.name.map { " @\($0)" } ?? "")
    let quiet = asking ? [] : ["-o", "BatchMode=yes"]
    return target.command(Self.ssh + quiet, running: remote)
  }

  /// - Parameter complaints: receives ssh's errors. Once this object is silenced, ssh asks for no
  ///   password either, since the prompt would appear in the middle of the picture.
  func transport(_ complaints: SSHDiagnostics) -> PipeTransport {
    let side = self
    return PipeTransport(errors: complaints.descriptor, hasPreambles: true) { address in
      address == side.target.address ? side.command(asking: !complaints.isSilent) : nil
    }
  }

  /// Returns the error of a failed dial, in words that say what to do.
  func refusal(_ fault: TransportFault) -> UserError {
    let host = UserError.shown(target.host)
    switch fault.cause {
    case .ended(status: 127):
      return UserError(
        "there is no easel on \(host). `easel deploy \(target.address)` puts it there.")
    case .ended(status: 255): return UserError("ssh could not get to \(host).")
    case .notStarted(let reason):
      return UserError("\(Self.ssh[0]) cannot be started: \(reason).")
    default: return UserError(fault.description)
    }
  }
}
