import GroupCore
import SocketTransports

/// The far side of an ssh login: a relay there, and links to it by the system's ssh.
struct SSHRemote: Sendable {
  let target: SSHTarget

  init(named text: String) throws(UserError) {
    do throws(TransportFault) {
      target = try SSHTarget(text)
    } catch {
      throw UserError(
        "“\(UserError.shown(text))” leads nowhere: write ssh://[USER@]HOST[:PORT].",
        code: UserError.usage)
    }
  }

  /// Found where people put what is theirs alone, too. Nothing but a checked name is added.
  private static let program = "PATH=\"$HOME/.local/bin:$PATH\" easel relay"

  static let help =
    "The environment variable EASEL_SSH_COMMAND names another program than ssh, with its options."

  /// The system's ssh, or what `EASEL_SSH_COMMAND` names instead, with its options; words are parted
  /// by spaces.
  static var ssh: [String] {
    let words = Environment["EASEL_SSH_COMMAND"]?.split(separator: " ").map(String.init) ?? []
    return words.isEmpty ? ["ssh"] : words
  }

  private func command(asking: Bool) -> [String] {
    let remote = "env " + Self.program + (target.name.map { " @\($0)" } ?? "")
    let quiet = asking ? [] : ["-o", "BatchMode=yes"]
    return target.command(Self.ssh + quiet, running: remote)
  }

  /// - Parameter complaints: where ssh says what is wrong; once they are silenced it asks for nothing
  ///   either, for a password would be asked in the middle of the picture.
  func transport(_ complaints: SSHDiagnostics) -> PipeTransport {
    let side = self
    return PipeTransport(errors: complaints.descriptor, hasPreambles: true) { address in
      address == side.target.address ? side.command(asking: !complaints.isSilent) : nil
    }
  }

  /// What came of dialling, in words that say what to do.
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
