import BoardEvents
import EaselBase

/// The tickets with which guests can join.
struct Invitations: Sendable {
  /// Nil when only users of this machine can join.
  private(set) var tickets: Tickets?
  /// Whether the program asks the user before it admits a guest with a ticket.
  private(set) var asksFirst = false

  /// - Returns: whether these are the first tickets.
  mutating func set(_ new: Tickets?) -> Bool {
    defer { tickets = new }
    return tickets == nil
  }

  func makeTickets(in workspace: inout Workspace) {
    workspace.sheet = Sheet(.invite)
    if tickets == nil { workspace.effects.append(.call(.makeTickets)) }
  }

  func renewTickets(canModerate: Bool, in workspace: inout Workspace) {
    workspace.sheet = Sheet(.invite)
    guard canModerate else {
      return workspace.notify("Only the host of the call can renew its tickets.")
    }
    workspace.effects.append(.call(.renewTickets))
    workspace.notify(
      "Tickets renewed. Old tickets no longer work; everyone who is here stays.")
  }

  mutating func toggleAsking(in workspace: inout Workspace) {
    asksFirst.toggle()
    workspace.effects.append(.call(.askFirst(asksFirst)))
    workspace.notify(
      asksFirst
        ? "Easel asks you before a guest with a ticket comes in."
        : "Guests with a ticket come in at once.")
  }

  func copyTicket(toDraw: Bool, in workspace: inout Workspace) {
    guard let tickets, let ticket = toDraw ? tickets.drawing : tickets.watching else {
      return workspace.notify("There is no ticket yet.")
    }
    workspace.copy(CopiedText("easel join '\(ticket.string)'", .ticket))
  }

  func showCode(toDraw: Bool, in workspace: inout Workspace) {
    let canDraw = tickets?.drawing != nil
    workspace.sheet = Sheet(.code(ShownCode(isToDraw: toDraw && canDraw)))
  }
}
