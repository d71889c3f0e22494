import BoardContract
import BoardDocument
import BoardModel
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import ScreenContract

// The sheets that invite guests.
extension SessionPages {
  /// - Parameter selected: the selected row.
  func invitePage(selected: Int) -> SheetPage {
    if session != nil {
      let rows = ticketRows + making + looking + [SheetRow("Close", "c", .closeSheet)]
      let state = heading("People on this machine can join now.")
      return SheetPage(
        title: "Invite others", heading: (ticketText(of: rows, at: selected) ?? state) + around,
        rows: rows)
    }
    if panel.awaitsGuest {
      let rows =
        ticketRows + making + looking + [SheetRow("Close", "c", .closeSheet)]
        + [
          SheetRow(
            panel.canWithdraw ? "Withdraw the ticket" : "Stop waiting", "w", .session(.unstage))
        ]
      return SheetPage(
        title: "Waiting for a guest",
        heading: (ticketText(of: rows, at: selected) ?? offline)
          + continued
          + heading("Keep drawing. Sharing begins when a guest arrives.")
          + around,
        rows: rows)
    }
    let sharing =
      panel.hasAudience
      ? SheetRow("Share this board with them", "s", .session(.share))
      : SheetRow("Wait for people on this machine", "s", .session(.stage))
    let state =
      panel.isEligible
      ? isOnlyOwn ? "Your other window is open." : "Another person is connected."
      : panel.hasAudience
        ? "A screen is connected."
        : panel.mayShare && panel.people.here.isEmpty
          ? "Nobody is connected. Make a ticket, and send it to your guest." : ""
    let rows =
      ticketRows + making + looking + (panel.mayShare ? [sharing] : [])
      + [SheetRow("Close", "c", .closeSheet)]
    return SheetPage(
      title: "Invite others",
      heading: (ticketText(of: rows, at: selected) ?? heading(state)) + around, rows: rows
    )
  }

  /// The people in the call, the member that relays between them, and the address for people with a
  /// login on this machine.
  private var around: [SheetLine] {
    var lines: [SheetLine] = []
    if let login = setup.loginAddress {
      lines +=
        heading("Somebody with an account here types:")
        + heading("easel join \(login.string)")
    }
    var others = panel.surroundings.people.map(\.string)
    let here = (session?.guestsInOrder ?? []).filter(\.isPerson)
    for name in here.compactMap({ $0.givenName?.string }) {
      others.firstIndex(of: name).map { _ = others.remove(at: $0) }
    }
    let watching = Set(panel.members.all.filter { !$0.mayDraw }.map(\.name.string))
    others = others.filter { !watching.contains($0) } + others.filter { watching.contains($0) }
    if !here.isEmpty {
      lines += heading("On this board: \(here.map { name(of: $0) }.joined(separator: ", ")).")
    }
    if !others.isEmpty {
      let besides = here.isEmpty ? "Connected" : "Also connected"
      lines += heading("\(besides): \(others.joined(separator: ", ")).")
    }
    switch panel.surroundings.hub {
    case nil: break
    case .oneself: lines += heading("If you leave, the session ends for them.")
    case .other(let name):
      lines += heading("If \(name.string) leaves, the session ends for the others.")
    }
    return lines
  }

  /// Says that guests of an earlier run can come back.
  private var continued: [SheetLine] {
    guard let begun = setup.continuedCall else { return [] }
    return heading("This continues the session of \(begun.string): its tickets still work.")
  }

  /// The reason why a host has no tickets.
  private var offline: [SheetLine] {
    setup.arrival == .hosting
      ? heading(Self.condition(of: [], hasNetwork: false)) : []
  }

  /// Whether all other people in the call are this user's own other windows.
  private var isOnlyOwn: Bool {
    let around = panel.surroundings
    return around.ownWindows > 0 && around.ownWindows == around.people.count
  }

  /// The whole text of a ticket, for users whose clipboard the terminal cannot reach. It is the
  /// watching ticket while the row of that ticket is selected, else the most useful ticket.
  private func ticketText(of rows: [SheetRow], at selected: Int) -> [SheetLine]? {
    guard let tickets = panel.tickets else { return nil }
    let isAtWatching =
      rows.indices.contains(selected)
      && rows[selected].command == .session(.copyTicket(toDraw: false))
    let drawing = isAtWatching ? nil : tickets.drawing
    let ticket = drawing ?? tickets.watching
    let heading = heading(
      drawing == nil
        ? "Ticket to watch. Your guest types:" : "Ticket to draw. Your guest types:")
    let width = max(min(surface.view.columns - 4, 72), 8)
    return heading
      + "easel join '\(ticket.string)'".split(into: width).map { .text($0) }
      + self.heading(
        Self.condition(of: tickets.addresses.map(\.string), hasNetwork: tickets.hasNetwork))
      + self.heading(panel.invitations.life == .oneGuest ? Invitations.severalGuests : "")
  }

  /// Says where the ticket works. Empty if the ticket names no address.
  ///
  /// - Parameter hasNetwork: whether this machine has an address at which others can reach it.
  static func condition(of addresses: [String], hasNetwork: Bool = true) -> String {
    guard hasNetwork else { return "This machine has no network: only people on it can join." }
    guard !addresses.isEmpty else { return "" }
    return addresses.allSatisfy { $0.hasPrefix("unix:") }
      ? "The guest must be on the same machine."
      : "Works in this network. From elsewhere: see `easel help reach`."
  }

  /// The row that makes tickets, and so opens the call to guests.
  private var making: [SheetRow] {
    guard panel.tickets == nil, setup.makesTickets, panel.mayShare else { return [] }
    return [SheetRow("Make a ticket", "t", .session(.makeTickets))]
  }

  private var ticketRows: [SheetRow] {
    guard let tickets = panel.tickets else { return [] }
    let drawing = tickets.drawing.map { _ in
      SheetRow("Copy the ticket to draw", "d", .session(.copyTicket(toDraw: true)))
    }
    let watching = SheetRow("Copy the ticket to watch", "v", .session(.copyTicket(toDraw: false)))
    let file = SheetRow("Write the tickets to a file", "f", .session(.writeTickets))
    let code = SheetRow("Show the ticket as a QR code", "q", .session(.showCode(toDraw: true)))
    let screen =
      setup.continuesOnDisplays
      ? SheetRow("Show on another screen", "o", .session(.showOnScreen)) : nil
    // A watcher's program admits no guests.
    let asking =
      panel.mayShare
      ? SheetRow(
        panel.invitations.asksFirst
          ? "Admit guests without asking me" : "Ask me before a guest comes in", "a",
        .session(.toggleAsking)) : nil
    let renewing =
      panel.members.canModerate
      ? SheetRow("Renew tickets (old ones stop working)", "r", .session(.askToRenew)) : nil
    return [drawing, watching, file, code, screen, asking, lasting, renewing].compactMap { $0 }
  }

  /// The command with which another screen shows the board.
  var otherScreenPage: SheetPage {
    let command = panel.invitations.screenCommand ?? ""
    let width = max(min(surface.view.columns - 4, 72), 8)
    return SheetPage(
      title: "Show on another screen",
      heading: heading("In a terminal of that screen, type:")
        + command.split(into: width).map { .text($0) }
        + heading("HOST is a machine with Easel. It is not needed if that screen has Easel itself."),
      rows: [
        SheetRow("Copy the command", "y", .session(.copyScreenCommand)),
        SheetRow("Back", "b", .show(.invite)),
      ])
  }

  /// The row that chooses how long the tickets last. Only a host makes new ones by itself.
  private var lasting: SheetRow? {
    guard panel.members.isHost else { return nil }
    let life =
      switch panel.invitations.life {
      case .untilRenewed: "until I renew it"
      case .oneGuest: "until a guest comes in"
      case .oneHour: "1 hour"
      }
    return SheetRow("Ticket lasts: \(life)", "l", .session(.nextTicketLife))
  }
}

extension Surface {
  /// Returns a sentence as lines above the rows of a sheet.
  package func heading(_ sentence: String) -> [SheetLine] {
    guard !sentence.isEmpty else { return [] }
    return chrome.wrap(sentence, min(view.columns - 4, 44)).map(SheetLine.text)
  }

  /// Returns a small picture of a board as lines of a sheet, in the shades of this user's theme.
  package func picture(_ miniature: Miniature) -> [SheetLine] {
    guard !miniature.isBlank else { return [] }
    let ground = theme[.sheet]
    return (0..<Miniature.rows).map { row in
      .cells(
        (0..<Miniature.columns).map { column in
          let index = row * Miniature.columns + column
          let glyph = chrome.glyph(miniature.dots[index])
          return Cell(glyph, ground.showing(InkColor(rgb: miniature.colors[index]), in: theme))
        })
    }
  }
}

extension String {
  /// Splits the text into pieces of `count` letters; the last piece may be shorter.
  fileprivate func split(into count: Int) -> [String] {
    var pieces: [String] = []
    var rest = self[...]
    while !rest.isEmpty {
      pieces.append(String(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return pieces
  }
}
