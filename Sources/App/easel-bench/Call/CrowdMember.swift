import BoardContract
import BoardFiles
import BoardModel
import BoardSessions
import EaselBase
import GroupCore
import GroupSecurity
import OpenGroupActivities
import SecureTransports
import SocketTransports
import SystemFiles

/// A member of a call, like `easel join TICKET` but without a screen and without files.
@MainActor final class CrowdMember {
  let membership: Membership
  let seal: SharedSeal
  let system: GroupSystem
  private let boards: InMemoryBoards

  /// - Parameter looks: whether the member sees ink and presence of other members.
  init(_ ticket: Ticket, named name: String, looks: Bool, _ envelopes: SharedSeal.Envelopes) {
    let author = LocalAuthor.temporary(name)
    boards = InMemoryBoards(localAuthor: author)
    membership = Membership(author.memberKeys(), ticket: ticket)
    seal = SharedSeal(membership, looks: looks, envelopes)
    let transports: [any Transport] = [TCPTransport(), UnixTransport()]
    system = GroupSystem(
      name: name, member: membership.member,
      over: transports.map { [membership] in SecureTransport($0, for: membership) }, sealedBy: seal)
  }

  /// Makes the part of this member in the session of the call's board. The member joins the session as
  /// soon as it is in the call.
  func takePart() -> BoardController {
    let user = ProgramUser(boards.localAuthor.person(), .joining, miniature: { _ in Miniature() })
    let controller = BoardController(user, boards.fresh(nil, nil), boards: boards)
    controller.call.enter(system, Rights(membership))
    return controller
  }

  func leave() { system.leaveCall() }
}

extension BoardController {
  /// Whether every entry that the other members had is merged.
  var isComplete: Bool { progress?.knowsWhatOthersDo == true }

  /// The things on the board.
  var strokes: Int { board.picture.seenCount }

  /// Does what is due: merges entries, and wakes the client.
  func attendIfDue(at now: Int64) {
    if hasArrivals || wakeAt.map({ $0 <= now }) == true { attend() }
  }
}
