import BoardContract
import BoardView
import EaselBase
import ScreenContract

/// The other users of this machine whom this user can ring, the search among them, and the rings
/// that have no answer yet.
package struct PeoplePicker {
  package private(set) var here: [PersonHere] = []
  /// The text of the search; nil if the user does not search.
  package private(set) var query: String?
  private var ringing: Set<UInt32> = []
  /// Whether the ring that the command line asked for is still due.
  private var isStart = true
  private let requests: Requests

  init(_ requests: Requests) { self.requests = requests }

  mutating func show(_ people: [PersonHere]) { here = people }

  mutating func search(for query: String?) {
    self.query = query.map { SafeText($0, limit: .name).string }
  }

  mutating func removeIsStart() -> Bool {
    defer { isStart = false }
    return isStart
  }

  /// Whether the search finds its text in a name. Without a search it finds each name.
  func finds(_ name: String) -> Bool {
    guard let query = query?.lowercased(), !query.isEmpty else { return true }
    return name.lowercased().contains(query)
  }

  /// Whether a person who was rung has not answered yet.
  var isRinging: Bool { !ringing.isEmpty }

  func isRinging(_ person: PersonHere) -> Bool { ringing.contains(person.user) }

  mutating func ring(_ person: PersonHere, _ invitation: Invitation) {
    query = nil
    ringing.insert(person.user)
    requests.append(.call(.ring(person, invitation)))
    requests.notify("You ring \(person.login.string), who has a minute to answer.")
  }

  /// Notes the end of a ring.
  mutating func handle(_ outcome: RingOutcome, of person: PersonHere) {
    ringing.remove(person.user)
    let name = person.login.string
    switch outcome {
    case .accepted: requests.notify("\(name) accepts, and comes in now.")
    case .declined: requests.notify("\(name) does not come now.")
    case .unanswered: requests.notify("\(name) did not answer.")
    case .tooSoon: requests.notify("\(name) cannot be rung now. Try again in a minute.")
    case .away(let line):
      requests.notify(
        "\(name)'s Easel does not answer. Send \(name) this line: \(line.string)", .warning)
    case .older(let line):
      requests.notify(
        "\(name)'s Easel is older. Send \(name) this line: \(line.string)", .warning)
    case .failed(let reason):
      requests.notify("Not rung: \(reason.clause).", .warning)
    }
  }
}

/// The invitations of users of this machine who ring, in order of arrival.
package struct RingInvitations {
  package private(set) var waiting: [RingInvitation] = []
  private let requests: Requests

  init(_ requests: Requests) { self.requests = requests }

  mutating func receive(_ invitation: RingInvitation, _ chrome: Chrome) {
    waiting.append(invitation)
    requests.notify("\(invitation.headline(chrome)). Press S to answer.", command: .show(.ring))
  }

  mutating func withdraw(_ number: UInt64) {
    guard let invitation = remove(number) else { return }
    requests.leaveSheet { $0 == .ring(invitation) }
    requests.notify("\(invitation.name.string) no longer invites you.")
  }

  mutating func answer(_ number: UInt64, accepts: Bool) {
    requests.leaveSheet()
    guard let invitation = remove(number) else { return }
    requests.append(.call(.answerRing(number, accepts: accepts)))
    requests.notify(accepts ? "You join \(invitation.name.string)." : "Not now.")
  }

  private mutating func remove(_ number: UInt64) -> RingInvitation? {
    let index = waiting.firstIndex { $0.number == number }
    return index.map { waiting.remove(at: $0) }
  }

  func openSheet() {
    guard let invitation = waiting.first else { return requests.notify("No one invites you now.") }
    requests.open(Sheet(.ring(invitation)))
  }
}

extension RingInvitation {
  func headline(_ chrome: Chrome) -> String {
    "\(name.string) invites you to \(chrome.quoted(title.string))"
  }
}
