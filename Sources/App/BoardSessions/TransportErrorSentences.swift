import BoardFiles
import EaselBase
import GroupCore
import GroupSecurity
import SocketTransports

// The transports report errors as facts. This file turns the facts into sentences for the user: the
// problem, its place, and what to try. Nothing in a sentence can control a terminal.

extension TransportFault: CustomStringConvertible {
  public var description: String {
    if case .notAdmitted(let refusal) = cause { return refusal.sentence }
    return SafeText([problem + ".", remedy].compactMap { $0 }.joined(separator: " ")).string
  }

  private var subject: String { address ?? "the other side" }

  /// The address as a ping or a firewall names it: without `tcp://`.
  private var hostAndPort: String {
    subject.hasPrefix("tcp://") ? String(subject.dropFirst("tcp://".count)) : subject
  }

  private var problem: String {
    switch cause {
    case .malformed: "\(subject) is not an address that can be used here"
    case .pathTooLong(let most): "the path of \(subject) is longer than \(most) bytes"
    case .unknownHost: "the name of the machine in \(subject) is unknown"
    case .nobody: "no answer from \(hostAndPort)"
    case .unreachable: "\(subject) cannot be reached"
    case .forbidden: "you may not use \(subject)"
    case .busy: "\(subject) admits no guest at the moment"
    case .broken: "the other Easel closed"
    case .inUse: "another program already listens at \(subject)"
    case .occupied: "there is a file at \(subject) that is not a socket"
    case .noFolder: "there is no folder for \(subject)"
    case .elsewhere: "\(subject) is not an address of this machine"
    case .onlyAnnounced: "\(subject) leads to this machine, and only another member named it"
    case .stranger: "\(subject) belongs to another user"
    case .folder(let path, let flaw): "the folder \(path) \(flaw.words)"
    case .notStarted(let reason): "the program for \(subject) cannot be started: \(reason)"
    case .ended(let status): "the program for \(subject) ended with status \(status)"
    case .notEasel: "the program at \(hostAndPort) does not answer like Easel"
    case .unreadable: "\(subject) sent a message that cannot be read"
    case .version(let theirs, let ours):
      "\(subject) speaks version \(theirs) of easel's language, and this easel \(ours)"
    case .unreleasedVersion: "\(subject) \(UserError.isUnreleased)"
    case .notAdmitted(let refusal): refusal.sentence
    case .terminal: "standard input and output are a terminal"
    case .system(let reason): "\(subject) cannot be used: \(reason)"
    }
  }

  private var remedy: String? {
    switch cause {
    case .malformed:
      "Write \(AddressScheme.allCases.map(\.form).joined(separator: " or "))."
    case .pathTooLong: "Choose a shorter one."
    case .unknownHost: "Check the spelling."
    case .nobody:
      "Check that `easel host` still runs there, that the ticket is its latest, and that no firewall "
        + "is between."
    case .unreachable: "Check the network and the firewalls, then try again."
    case .forbidden: "Ask its owner, or choose another."
    case .busy, .broken: "Try again."
    case .inUse: "Join there with `easel join`, or choose another."
    case .occupied: "Choose another, or move that file away."
    case .noFolder: "Make it, or choose another."
    case .elsewhere: "Choose one of its own, or tcp://0.0.0.0:PORT for all."
    case .folder(let path, .open): "Close it with `chmod 700 \(path)`."
    case .folder(_, .system): nil
    case .folder(_, .foreign):
      "Ask its owner or an administrator to remove it. To let your own easels meet elsewhere, set "
        + "XDG_RUNTIME_DIR to a folder that only you can use."
    case .folder: "Move it away: another user may read your data there."
    case .stranger, .onlyAnnounced, .notStarted, .ended, .notAdmitted, .terminal, .system:
      nil
    case .version: "Update the older one."
    case .unreleasedVersion: "Update it."
    case .notEasel: "Check that the ticket is the latest one, and that `easel host` runs there."
    case .unreadable: "It may be another program, or another version of Easel."
    }
  }
}

extension AddressScheme {
  /// The form of an address, for the user.
  fileprivate var form: String {
    switch self {
    case .tcp: "tcp://HOST:PORT"
    case .unix: "unix:///PATH"
    }
  }
}

extension TransportFault.FolderFlaw {
  fileprivate var words: String {
    switch self {
    case .link: "is a symbolic link"
    case .noFolder: "is no folder"
    case .foreign: "belongs to another user"
    case .open(let mode): "is open to others, with mode \(String(mode, radix: 8))"
    case .system(let reason): "cannot be used: \(reason)"
    }
  }
}

extension TransportFault.Refusal {
  fileprivate var sentence: String {
    switch reason {
    case LinkRefusal.oneself: "that is your own address."
    case LinkRefusal.ownSubtree, LinkRefusal.double: "you are connected with them already."
    case let error as SecurityError: error.description
    default: SafeText("\(reason)").string
    }
  }
}
