import BoardContract
import EaselBase
import ScreenContract

/// The tickets with which guests can join.
struct Invitations {
  /// Nil when only users of this machine can join.
  private(set) var tickets: Tickets?
  /// Whether the program asks the user before it admits a guest with a ticket.
  private(set) var asksFirst = false
  /// How long the tickets last.
  private(set) var life = TicketLife.untilRenewed
  private let requests: Requests

  init(_ requests: Requests) { self.requests = requests }

  /// - Returns: whether these are the first tickets.
  package mutating func set(_ new: Tickets?) -> Bool {
    defer { tickets = new }
    return tickets == nil
  }

  func makeTickets() {
    requests.open(Sheet(.invite))
    if tickets == nil { requests.append(.call(.makeTickets)) }
  }

  func renewTickets(canModerate: Bool) {
    requests.open(Sheet(.invite))
    guard canModerate else {
      return requests.notify("Only the host of the session can renew its tickets.")
    }
    requests.append(.call(.renewTickets))
    requests.notify(
      "Tickets renewed. Old tickets no longer work; everyone who is here stays.")
  }

  // MARK: Tickets that end

  func chooseNextLife() { requests.append(.call(.keepTickets(life.next))) }

  mutating func set(_ new: TicketLife) {
    life = new
    switch new {
    case .untilRenewed: requests.notify("The tickets last until you renew them.")
    case .oneGuest:
      requests.notify("The tickets last until a guest comes in. \(Self.severalGuests)")
    case .oneHour: requests.notify("The tickets last one hour.")
    }
  }

  static let severalGuests =
    "Guests who come in at the same moment through others can be more than one."

  /// Tells the user that the tickets ended by themselves.
  func noteEnded(_ life: TicketLife) {
    let cause =
      switch life {
      case .oneGuest: "A guest came in, so"
      case .oneHour: "Their hour is over, so"
      case .untilRenewed: "Now"
      }
    requests.notify(
      "\(cause) the old tickets no longer work. I shows the new ones.", command: .show(.invite))
  }

  /// Makes the tickets of this user void, although a guest may still hold one.
  func withdraw() {
    requests.append(.call(.renewTickets))
    requests.notify("Ticket withdrawn: it no longer works.")
  }

  mutating func toggleAsking() {
    asksFirst.toggle()
    requests.append(.call(.askFirst(asksFirst)))
    requests.notify(
      asksFirst
        ? "Easel asks you before a guest with a ticket comes in."
        : "Guests with a ticket come in at once.")
  }

  func copyTicket(toDraw: Bool) {
    guard let tickets, let ticket = toDraw ? tickets.drawing : tickets.watching else {
      return requests.notify("There is no ticket yet.")
    }
    requests.copy(CopiedText("easel join '\(ticket.string)'", .ticket))
  }

  /// The command that shows the board on another screen; nil if there is no ticket yet.
  var screenCommand: String? {
    tickets.map { "ssh -t HOST easel view --wall '\($0.watching.string)'" }
  }

  func copyScreenCommand() {
    guard let command = screenCommand else { return requests.notify("There is no ticket yet.") }
    requests.copy(CopiedText(command, .ticket))
  }

  func showCode(toDraw: Bool) {
    let canDraw = tickets?.drawing != nil
    requests.open(Sheet(.code(ShownCode(isToDraw: toDraw && canDraw))))
  }
}
