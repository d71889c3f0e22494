/// The reason why a transport could not listen somewhere, could not make a link, or lost one.
public struct TransportFault: Error, Hashable, Sendable {
  /// The address that was dialled or listened at; nil for a link that a neighbour dialled.
  public let address: String?
  /// The reason for the fault.
  public let cause: Cause

  /// The reasons for a fault.
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
    /// The system does not permit it.
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
    /// The address leads to this machine or stays on its link, and only another member named it.
    case onlyAnnounced
    /// The socket or the process there belongs to a user that is not admitted.
    case stranger
    /// A folder that has to be private to this user is not private.
    case folder(String, FolderFlaw)
    /// A program could not be started; the text is the system's.
    case notStarted(String)
    /// A program at the other end ended, with this status. If a signal ended it, the status is 128
    /// plus the signal's number, as in shells.
    case ended(status: Int32)
    /// The program at the other end answered like another program, or not at all.
    case notEasel
    /// The received bytes were not a message, or the message was larger than allowed.
    case unreadable
    /// The other side uses another version of the link protocol than this program.
    case version(theirs: UInt32, ours: UInt32)
    /// The other side is of a version that was never released.
    case unreleasedVersion
    /// The other side does not admit this member, or is not the side that the user looked for.
    case notAdmitted(Refusal)
    /// Standard input and output are a terminal, and not the ends of pipes.
    case terminal
    /// The error text of the system.
    case system(String)
  }

  /// The reason why a member is not admitted: a ``LinkRefusal``, or the error of a layer that
  /// admits members.
  public struct Refusal: Hashable, Sendable {
    /// The error of the layer that refused.
    public let reason: any Error & Hashable

    /// Creates a refusal with this reason.
    public init(_ reason: any Error & Hashable) { self.reason = reason }

    /// Compares the reasons, which may have different types.
    public static func == (one: Refusal, other: Refusal) -> Bool {
      AnyHashable(one.reason) == AnyHashable(other.reason)
    }

    /// Hashes the reason.
    public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(reason)) }
  }

  /// The reason why a folder is not private to this user.
  public enum FolderFlaw: Error, Hashable, Sendable {
    /// It is a symbolic link.
    case link
    /// It is not a folder.
    case noFolder
    /// Another user owns it.
    case foreign
    /// Others may read, write or enter it.
    case open(mode: UInt32)
    /// The error text of the system.
    case system(String)
  }

  /// Creates a fault.
  ///
  /// - Parameter address: the address that was dialled or listened at; nil if there is none.
  public init(_ address: String?, _ cause: Cause) {
    self.address = address
    self.cause = cause
  }
}
