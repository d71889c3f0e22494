import BoardStore
import EaselBase
import EaselPlatform
import GroupSecurity

// The libraries report errors as facts. This file turns the facts about boards, identities, tickets
// and admission into sentences for the user: the problem, its place, and what to try. Nothing in a
// sentence can control a terminal. `TransportErrorSentences.swift` words the errors of links.

extension UserError {
  /// The reason why the file of a call is not used.
  static let unreleasedVersion = UserError("it \(UserError.isUnreleased).")

  /// The reason why the file of a ticket is not replaced.
  static func unreleasedTicketFile(_ path: String) -> UserError {
    UserError("\(shown(path)) \(UserError.isUnreleased). Move it away.")
  }
}

// MARK: Admission

extension SecurityError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .versions(let theirs, let ours):
      """
      the other side speaks version \(Self.list(theirs)) of easel's language, and this easel \
      \(Self.list(ours)); update the older one.
      """
    case .unreleasedVersion: "the other side \(UserError.isUnreleased); update it."
    case .wrongTicket: "the ticket is not for this session; ask for another."
    case .anotherHost:
      "the program that answers there is not the host of this ticket; ask for another ticket."
    case .renewed: "the ticket no longer works; ask for the new one."
    case .oldEpoch:
      "the program that answers there does not know the new tickets; try another address."
    case .mayNotDraw: "the ticket lets you watch and not draw; ask for one to draw."
    case .putOut: "you were removed from the session; to come back, ask for a new ticket."
    case .declined: "your request to join was refused."
    case .full: "the session is full; try again when a guest has left."
    case .busy: "too many guests join at this moment; try again in a few seconds."
    case .noAnswer: "no one answered your request to join."
    case .tooManyAttempts:
      "too many attempts from your address or user failed; try again in a minute."
    case .malformed: "the answer cannot be read; the other program may not be Easel."
    case .unknown: "the other side refused for a reason that this easel does not know; update it."
    case .notKept: "the new keys cannot be saved, so nothing was changed."
    case .cryptographyFailed: "the system could not compute a signature or a key."
    }
  }

  private static func list(_ versions: [UInt8]) -> String {
    versions.map(String.init).joined(separator: ", ")
  }
}

extension TicketError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notATicket: "that is not a ticket; one begins with easel:// and has a # in it."
    case .cutOff: "the ticket is cut off at its end; copy it whole."
    case .changed: "the ticket has a wrong character in it; copy it again."
    case .unknownVersion(let version):
      "the ticket is of version \(version), which this easel does not know; update it."
    case .unreleasedVersion: "the ticket \(UserError.isUnreleased); ask for a new one."
    case .unknownRole: "the ticket gives a role that this easel does not know; update it."
    case .noAddress: "the ticket does not say where to connect; ask for another."
    case .tooManyAddresses:
      "the ticket names more than \(Ticket.addressesMax) addresses; ask for another."
    case .badAddress: "the ticket names an address that cannot be one; ask for another."
    }
  }
}

// MARK: Boards

extension IdentityFileError: CustomStringConvertible {
  public var description: String {
    switch fault {
    case .cannotOpen(let errno):
      "your identity at \(path) cannot be read: \(Self.reason(errno))."
    case .cannotCreate(let errno):
      "no identity can be made at \(path): \(Self.reason(errno)). Make its folder writable."
    case .notAFile:
      "your identity at \(path) is not a plain file. Move it away."
    case .wrongOwner(let owner):
      "your identity at \(path) belongs to user \(owner). Take it back with chown."
    case .wrongMode(let mode):
      """
      your identity at \(path) is open to others (mode \(String(mode, radix: 8))). \
      Close it with chmod 600.
      """
    case .wrongLength(let bytes):
      """
      your identity at \(path) holds \(bytes.counted("byte")) instead of \(Identity.seedLength). \
      Put back a copy, or move it away to begin with a new identity.
      """
    }
  }

  private static func reason(_ errno: Int32) -> String { String(cString: strerror(errno)) }
}

extension BoardFileError: CustomStringConvertible {
  public var description: String { SafeText("\(problem). \(remedy)").string }

  private var problem: String {
    switch fault {
    case .missing: "there is no board at \(path)"
    case .exists: "there is a file at \(path) already"
    case .notABoard: "\(path) is not an Easel board"
    case .newerVersion(let version): "\(path) was written by a newer Easel (format \(version))"
    case .unreleasedVersion: "\(path) \(UserError.isUnreleased)"
    case .tooLarge: "\(path) is damaged, and larger than a board can be"
    case .held(let holder): "“\(name)” is open \(holder.words)"
    case .diskFull: "the disk is full, so \(path) cannot take more ink"
    case .readOnlyFile: "\(path) is read-only"
    case .readOnlyFolder: "the folder of \(path) is read-only"
    case .forbidden: "you may not read \(path)"
    case .system(let reason): "\(path) cannot be used: \(reason)"
    case .closed: "\(path) was closed"
    }
  }

  private var name: String { BoardFileName.shown(path: path).string }

  private var remedy: String {
    switch fault {
    case .missing: "`easel boards` lists your boards."
    case .exists: "Choose another name."
    case .notABoard: "Easel did not change it; choose another file."
    case .newerVersion: "Update Easel to open it."
    case .unreleasedVersion: "Easel did not change it; choose another file."
    case .tooLarge: "Easel did not change it; choose another file."
    case .held: "Close it there first, or open another one."
    case .diskFull: "Make room."
    case .readOnlyFile: "Make it writable, or draw on a duplicate."
    case .readOnlyFolder: "Make the folder writable, or draw on a duplicate elsewhere."
    case .forbidden: "Ask its owner, or change its mode."
    case .system: "Check the disk, then try again."
    case .closed: "Open it again."
    }
  }
}

extension Holder {
  /// Where the board is open, the shortest fact that leads there: the user's own terminal, or the
  /// process. A board in a shared folder may be open for another user or on another machine.
  fileprivate var words: String {
    let own = Holder.own
    let isOwn = user == own.user
    let elsewhere = host.isEmpty || host == own.host ? "" : " at \(host)"
    let name = terminal.hasPrefix("/dev/") ? String(terminal.dropFirst(5)) : terminal
    switch (isOwn, name.isEmpty) {
    case (true, false): return "in your terminal \(name)\(elsewhere)"
    case (false, false):
      return "in the terminal \(name) of \(user.isEmpty ? "somebody" : user)\(elsewhere)"
    case (_, true):
      let process = process > 0 ? "in process \(process)" : "in another program"
      return user.isEmpty || isOwn ? "\(process)\(elsewhere)" : "\(process) of \(user)\(elsewhere)"
    }
  }
}
