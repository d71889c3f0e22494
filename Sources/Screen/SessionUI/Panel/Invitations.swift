import BoardEvents
import EaselBase
import ScreenCommands

/// The tickets with which guests can join.
struct Invitations: Sendable {
  /// Nil when only users of this machine can join.
  private(set) var tickets: Tickets?
  /// Whether the program asks the user before it admits a guest with a ticket.
  private(set) var asksFirst = false

  /// - Returns: whether these are the first tickets.
  package mutating func set(_ new: Tickets?) -> Bool {
    defer { tickets = new }
    return tickets == nil
  }

  func makeTickets(_ requests: inout Requests) {
    requests.open(Sheet(.invite))
    if tickets == nil { requests.append(.call(.makeTickets)) }
  }

  func renewTickets(canModerate: Bool, _ requests: inout Requests) {
    requests.open(Sheet(.invite))
    guard canModerate else {
      return requests.notify("Only the host of the session can renew its tickets.")
    }
    requests.append(.call(.renewTickets))
    requests.notify(
      "Tickets renewed. Old tickets no longer work; everyone who is here stays.")
  }

  /// Makes the tickets of this user void, although a guest may still hold one.
  func withdraw(_ requests: inout Requests) {
    requests.append(.call(.renewTickets))
    requests.notify("Ticket withdrawn: it no longer works.")
  }

  mutating func toggleAsking(_ requests: inout Requests) {
    asksFirst.toggle()
    requests.append(.call(.askFirst(asksFirst)))
    requests.notify(
      asksFirst
        ? "Easel asks you before a guest with a ticket comes in."
        : "Guests with a ticket come in at once.")
  }

  func copyTicket(toDraw: Bool, _ requests: inout Requests) {
    guard let tickets, let ticket = toDraw ? tickets.drawing : tickets.watching else {
      return requests.notify("There is no ticket yet.")
    }
    requests.copy(CopiedText("easel join '\(ticket.string)'", .ticket))
  }

  func showCode(toDraw: Bool, _ requests: inout Requests) {
    let canDraw = tickets?.drawing != nil
    requests.open(Sheet(.code(ShownCode(isToDraw: toDraw && canDraw))))
  }
}
