import EaselBase

/// Why a transport could not listen somewhere, could not make a link, or lost one.
public struct TransportFault: Error, Hashable, Sendable {
  /// What was dialled or listened at; nil for a link that others dialled.
  public let address: String?
  public let cause: Cause

  public enum Cause: Hashable, Sendable {
    /// Not an address, or not of this transport's kind.
    case malformed
    /// A socket's path is longer than the system takes.
    case pathTooLong(bytesMax: Int)
    /// No machine is known by the name.
    case unknownHost
    /// Nobody listens there.
    case nobody
    /// The network leads nowhere, or nothing came back.
    case unreachable
    case forbidden
    /// More knock already than whoever listens there lets in.
    case busy
    /// The link was there, and is no more.
    case broken
    /// Somebody listens there already.
    case inUse
    /// Something stands at a socket's path that is no socket.
    case occupied
    /// The folder in which a socket should stand is not there.
    case noFolder
    /// Not an address of this machine.
    case elsewhere
    /// Of another user than is admitted.
    case stranger
    /// A folder in which only this user may be is none such.
    case folder(String, FolderFlaw)
    /// A program could not be started.
    case notStarted(String)
    /// A program at the other end is over, with this status; of one that a signal ended 128 more
    /// than its number, as shells say it.
    case ended(status: Int32)
    /// What came was no message, or one larger than there are.
    case unreadable
    /// Those there speak another version of what goes over links than this program.
    case version(theirs: UInt32, ours: UInt32)
    /// Those there do not let one in, or are not whom one looked for: a sentence that says why.
    case notAdmitted(String)
    /// In the system's words.
    case system(String)
  }

  /// Why a folder is not this user's alone.
  public enum FolderFlaw: Error, Hashable, Sendable {
    case link
    case noFolder
    case foreign
    /// Others may read, write or enter it.
    case open(mode: UInt32)
    /// In the system's words.
    case system(String)
  }

  public init(_ address: String?, _ cause: Cause) {
    self.address = address
    self.cause = cause
  }
}

extension TransportFault: CustomStringConvertible {
  /// What happened, to what, and what to try. Nothing in it can steer a terminal.
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
