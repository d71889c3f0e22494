import GroupCore
import SocketTransports

/// Another user's door, as `@USER` names it.
struct DoorOf: Sendable {
  let name: String
  let place: KnockingPlace

  /// - Throws: where this machine has no such user.
  init(_ text: String) throws(Refusal) {
    let shown = Refusal.shown(text)
    guard text.hasPrefix("@"), let name = UserName(text.dropFirst()) else {
      throw Refusal("“\(shown)” names no user: write @NAME.", code: Refusal.usage)
    }
    guard let place = KnockingPlace(of: name, temporaryFolder: Connection.doors) else {
      throw Refusal("there is no user “\(name.string)” on this machine.")
    }
    (self.name, self.place) = (name.string, place)
  }

  func refusal(_ fault: TransportFault) -> Refusal {
    switch fault.cause {
    case .nobody:
      Refusal("\(name) has no door open: `easel` opens one, unless its user takes no knocks.")
    case .folder(let path, .foreign), .folder(let path, .link):
      Refusal("\(Refusal.shown(path)) is not \(name)'s: somebody else may wait for you there.")
    case .stranger: Refusal("who answers there is not \(name).")
    default: Refusal(fault.description)
    }
  }
}
