import BoardFiles
import BoardSessions
import GroupCore
import SocketTransports

/// The door of another user of this machine, a Unix socket for guests. The user writes it as
/// `@USER`.
struct UserAddress: Sendable {
  let name: String
  let rendezvous: UserRendezvous

  /// - Throws: if this machine has no such user.
  init(_ text: String) throws(UserError) {
    let shown = UserError.shown(text)
    guard text.hasPrefix("@"), let name = LoginName(text.dropFirst()) else {
      throw UserError("“\(shown)” names no user: write @NAME.", code: UserError.usage)
    }
    guard let rendezvous = UserRendezvous(of: name, temporaryFolder: CallConnection.doors) else {
      throw UserError("there is no user “\(name.string)” on this machine.")
    }
    (self.name, self.rendezvous) = (name.string, rendezvous)
  }

  func refusal(_ fault: TransportFault) -> UserError {
    switch fault.cause {
    case .nobody:
      UserError(
        "\(name) admits no guests now. Ask \(name) to start easel, with `knocks = true` in its "
          + "settings, and try again.")
    case .broken:
      UserError("\(name)'s Easel closed the connection. Try again, or ask \(name) for a ticket.")
    case .notEasel, .unreadable:
      UserError(
        "another program of \(name) answers there. Ask \(name) to start easel, and try again.")
    case .folder(let path, .foreign), .folder(let path, .link):
      UserError("\(UserError.shown(path)) does not belong to \(name); another user may wait there.")
    case .stranger: UserError("the program that answers there does not belong to \(name).")
    default: UserError(fault.description)
    }
  }
}
