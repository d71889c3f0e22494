import EaselBase

/// Why a transport could not listen somewhere, could not make a link, or lost one.
public struct TransportFault: Error, Hashable, Sendable {
  /// The address that was dialled or listened at; nil for a link that a neighbour dialled.
  public let address: String?
  public let cause: Cause

  public enum Cause: Hashable, Sendable {
    /// Not an address, or not of this transport's kind.
    case malformed
    /// A socket's path is longer than the system accepts.
    case pathTooLong(bytesMax: Int)
    /// No machine is known by the name.
    case unknownHost
    /// No process listens there.
    case nobody
    /// The network has no route, or no answer came.
    case unreachable
    case forbidden
    /// More connections wait there already than the listener admits.
    case busy
    /// The link existed and broke.
    case broken
    /// A process listens there already.
    case inUse
    /// A file that is not a socket is at the socket's path.
    case occupied
    /// The folder for the socket does not exist.
    case noFolder
    /// Not an address of this machine.
    case elsewhere
    /// It belongs to a user that is not admitted.
    case stranger
    /// A folder that has to be private to this user is not private.
    case folder(String, FolderFlaw)
    /// A program could not be started.
    case notStarted(String)
    /// A program at the other end ended, with this status. If a signal ended it, the status is 128
    /// plus the signal's number, as in shells.
    case ended(status: Int32)
    /// The received bytes were not a message, or the message was larger than allowed.
    case unreadable
    /// The other side uses another version of the link protocol than this program.
    case version(theirs: UInt32, ours: UInt32)
    /// The other side does not admit this member, or is not the side that the user looked for. The
    /// sentence gives the reason.
    case notAdmitted(String)
    /// The error text of the system.
    case system(String)
  }

  /// The reason why a folder is not private to this user.
  public enum FolderFlaw: Error, Hashable, Sendable {
    case link
    case noFolder
    case foreign
    /// Others may read, write or enter it.
    case open(mode: UInt32)
    /// The error text of the system.
    case system(String)
  }

  public init(_ address: String?, _ cause: Cause) {
    self.address = address
    self.cause = cause
  }
}

extension TransportFault: CustomStringConvertible {
  /// Describes the fault, the address, and a remedy. The text cannot control a terminal.
  public var description: String {
    if case .notAdmitted(let sentence) = cause { return SafeText(sentence).string }
    return SafeText([what + ".", remedy].compactMap { $0 }.joined(separator: " ")).string
  }

  private var place: String { address ?? "the other side" }

  private var what: String {
    switch cause {
    case .malformed: "\(place) is not an address that can be used here"
    case .pathTooLong(let most): "the path of \(place) is longer than \(most) bytes"
    case .unknownHost: "no machine is known by the name in \(place)"
    case .nobody: "nobody is drawing at \(place)"
    case .unreachable: "\(place) cannot be reached"
    case .forbidden: "\(place) may not be used by you"
    case .busy: "\(place) lets nobody in at the moment"
    case .broken: "the connection to \(place) broke"
    case .inUse: "somebody listens at \(place) already"
    case .occupied: "something that is no socket is in the way at \(place)"
    case .noFolder: "there is no folder for \(place)"
    case .elsewhere: "\(place) is not an address of this machine"
    case .stranger: "\(place) belongs to another user"
    case .folder(let path, let flaw): "the folder \(path) \(flaw.what)"
    case .notStarted(let reason): "the program for \(place) cannot be started: \(reason)"
    case .ended(let status): "the program for \(place) ended with status \(status)"
    case .unreadable: "\(place) says what cannot be read"
    case .version(let theirs, let ours):
      "\(place) speaks version \(theirs) of easel's language, and this easel \(ours)"
    case .notAdmitted(let sentence): sentence
    case .system(let reason): "\(place) cannot be used: \(reason)"
    }
  }

  private var remedy: String? {
    switch cause {
    case .malformed: "Write tcp://HOST:PORT or unix:///PATH."
    case .pathTooLong: "Choose a shorter one."
    case .unknownHost: "Look at its spelling."
    case .nobody: "Start with `easel host` there."
    case .unreachable: "Look after the network and the firewalls between, then try again."
    case .forbidden: "Ask whose it is, or choose another."
    case .busy: "Try again."
    case .inUse: "Join there with `easel join`, or choose another."
    case .occupied: "Choose another, or move that away."
    case .noFolder: "Make it, or choose another."
    case .elsewhere: "Choose one of its own, or tcp://0.0.0.0:PORT for all."
    case .folder(let path, .open): "Close it with `chmod 700 \(path)`."
    case .folder(_, .system): nil
    case .folder: "Move it away: it may have been laid out to listen to you."
    case .broken, .stranger, .notStarted, .ended, .notAdmitted, .system: nil
    case .version: "Update the older one."
    case .unreadable: "It may be no Easel, or another version."
    }
  }
}

extension TransportFault.FolderFlaw {
  fileprivate var what: String {
    switch self {
    case .link: "is a symbolic link"
    case .noFolder: "is no folder"
    case .foreign: "belongs to another user"
    case .open(let mode): "is open to others, with mode \(String(mode, radix: 8))"
    case .system(let reason): "cannot be used: \(reason)"
    }
  }
}
