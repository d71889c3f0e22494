import BoardClient
import BoardDocument
import BoardRendering
import CellFrame
import EaselBase

// Invites guests, and reports whether the other participants are still in reach.
extension Whiteboard {
  mutating func connected(_ tickets: Tickets?) {
    let isFirst = together.tickets == nil
    together.tickets = tickets
    if setup.arrival == .joining, !together.hasAwaited {
      (together.awaitsSince, together.hasAwaited) = (now.uptime, true)
    }
    guard isFirst, sharesWithWhoComes, together.seat == nil, !board.isReadOnly else { return }
    effects.append(.call(.stage(invitation)))
    if tickets != nil { sheet = Sheet(.invite) }
  }

  /// Whether the board is shared with the next person who comes. A host does so, and so does a user
  /// who makes tickets from an open board; but not if another person is here already, who is not
  /// called by it.
  private var sharesWithWhoComes: Bool {
    switch setup.arrival {
    case .hosting: true
    case .free: together.tickets != nil && !together.isEligible
    case .joining: false
    }
  }

  // MARK: The sheet

  var invitePage: SheetPage {
    if together.seat != nil {
      let rows = ticketRows + [SheetRow("Close", "c", .closeSheet)] + making
      let state = text("Whoever is in the call can join this session.")
      return SheetPage(
        title: "Invite others", heading: (ticketText(at: rows) ?? state) + around, rows: rows)
    }
    if let staging = together.staging {
      let rows =
        [SheetRow("Go on waiting", "g", .closeSheet)] + ticketRows
        + making + [SheetRow("Wait no longer", "w", .together(.unstage))]
      return SheetPage(
        title: "Waiting for \(staging.shownName)",
        heading: text("Your board is shared as soon as they come. Draw on meanwhile.")
          + (ticketText(at: rows) ?? []) + around,
        rows: rows)
    }
    let sharing =
      together.isEligible
      ? SheetRow("Share this board with them", "s", .together(.share))
      : SheetRow("Share when somebody comes", "s", .together(.stage))
    let state =
      together.isEligible ? "Somebody is in the call already." : "Nobody else is in the call yet."
    let rows =
      ticketRows + (together.mayShare ? [sharing] : []) + making
      + [SheetRow("Not now", "n", .closeSheet)]
    return SheetPage(
      title: "Invite others", heading: (ticketText(at: rows) ?? text(state)) + around, rows: rows)
  }

  /// The people in the call, the member that links them, and the address for users with a login.
  private var around: [SheetHeading] {
    var lines: [SheetHeading] = []
    if let login = setup.loginAddress {
      lines += text("Over ssh, or from this machine:") + text("easel join \(login.string)")
    }
    var others = together.surroundings.people.map(\.string)
    let here = guestsInOrder.filter(\.isPerson)
    for name in here.compactMap({ ($0.callName ?? $0.name)?.string }) {
      others.firstIndex(of: name).map { _ = others.remove(at: $0) }
    }
    let watching = Set(together.members.filter { !$0.mayDraw }.map(\.name.string))
    others = others.filter { !watching.contains($0) } + others.filter { watching.contains($0) }
    if !here.isEmpty { lines += text("On this board: \(here.map(name).joined(separator: ", ")).") }
    if !others.isEmpty {
      let besides = here.isEmpty ? "In the call" : "In the call besides"
      lines += text("\(besides): \(others.joined(separator: ", ")).")
    }
    switch together.surroundings.hub {
    case nil: break
    case .oneself: lines += text("It hangs on you: without you the others lose each other.")
    case .other(let name):
      lines += text("It hangs on \(name.string): without them the others lose each other.")
    }
    return lines
  }

  /// The whole text of a ticket, for users whose clipboard is out of reach: the watching ticket
  /// while its row is selected, else the most useful ticket.
  private func ticketText(at rows: [SheetRow]) -> [SheetHeading]? {
    guard let tickets = together.tickets else { return nil }
    let isAtWatching = sheet.map {
      rows.indices.contains($0.selected)
        && rows[$0.selected].command == .together(.copyTicket(toDraw: false))
    }
    let drawing = isAtWatching == true ? nil : tickets.drawing
    let ticket = drawing ?? tickets.watching
    let heading = text(
      drawing == nil
        ? "Others come to watch with: easel join" : "Others come to draw with: easel join")
    let width = max(min(view.columns - 4, 72), 8)
    return heading + ticket.string.split(into: width).map { .text($0) }
  }

  /// The row that makes tickets. It never comes first, because a user may take the first row
  /// without reading it, and this row opens the call to others.
  private var making: [SheetRow] {
    guard together.tickets == nil, setup.makesTickets, together.mayShare else { return [] }
    return [SheetRow("Let others come by ticket", "t", .together(.makeTickets))]
  }

  private var ticketRows: [SheetRow] {
    guard let tickets = together.tickets else { return [] }
    let drawing = tickets.drawing.map { _ in
      SheetRow("Copy the ticket to draw", "d", .together(.copyTicket(toDraw: true)))
    }
    let watching = SheetRow(
      "Copy the ticket to watch", "v", .together(.copyTicket(toDraw: false)))
    let file = SheetRow("Write the tickets to a file", "f", .together(.writeTickets))
    let code = SheetRow("Show it as a QR code", "q", .together(.showCode(toDraw: true)))
    let asking = SheetRow(
      together.asksFirst ? "Let in whoever has a ticket" : "Ask me before anybody comes in", "a",
      .together(.toggleAsking))
    let renewing =
      together.canModerate
      ? SheetRow("New tickets: these end", "r", .together(.askToRenew)) : nil
    return [drawing, watching, file, code, asking, renewing].compactMap { $0 }
  }

  mutating func makeTickets() {
    sheet = Sheet(.invite)
    guard together.tickets == nil else { return }
    effects.append(.call(.makeTickets))
  }

  mutating func renewTickets() {
    sheet = Sheet(.invite)
    guard together.canModerate else { return say("Only who hosts the call can renew its tickets.") }
    effects.append(.call(.renewTickets))
    say("New tickets. The ones before let nobody in any more; whoever is here stays.")
  }

  mutating func toggleAsking() {
    together.asksFirst.toggle()
    effects.append(.call(.askFirst(together.asksFirst)))
    say(
      together.asksFirst
        ? "You are asked before anybody comes in with a ticket."
        : "Whoever has a ticket is let in at once.")
  }

  mutating func copyTicket(toDraw: Bool) {
    guard let tickets = together.tickets,
      let ticket = toDraw ? tickets.drawing : tickets.watching
    else { return say("There is no ticket to give.") }
    effects.append(.copy(ticket.string))
    // The terminal does not report whether the clipboard received it.
    say("Sent to the terminal's clipboard. Nothing to paste? I, then f.")
  }

  func text(_ sentence: String) -> [SheetHeading] {
    guard !sentence.isEmpty else { return [] }
    return Chrome(raster).wrap(sentence, min(view.columns - 4, 44)).map(SheetHeading.text)
  }

  // MARK: Nothing to join

  /// A session that is shared is offered within this time after the user comes in.
  static let awaitedMilliseconds: Int64 = 2_000

  var awaitedDue: Int64? { together.awaitsSince?.later(by: Self.awaitedMilliseconds) }

  mutating func tellAwaited() {
    guard let due = awaitedDue, due <= now.uptime else { return }
    together.awaitsSince = nil
    guard together.seat == nil, together.offers.isEmpty else { return }
    let sharing = together.mayShare ? "; or share with S" : ""
    say(
      together.isEligible
        ? "Nothing is shared there yet. It opens here once it is\(sharing)."
        : "Nobody draws there yet. You wait for them, and may draw meanwhile.")
  }

  // MARK: Out of reach

  /// The time in milliseconds after which a loss is reported: a neighbour that left is replaced
  /// sooner.
  static let lossMilliseconds: Int64 = 1_500

  mutating func handle(_ reach: Reach) {
    switch reach {
    case .lost:
      // Outside of a session a loss does not matter, since no other participant sees the drawing.
      if together.seat != nil { together.lostSince = together.lostSince ?? now.uptime }
    case .back, .givenUp:
      if together.isLossSaid, reach == .back { say("The others are back.") }
      (together.lostSince, together.isLossSaid) = (nil, false)
    }
  }

  /// The uptime in milliseconds at which the loss is reported; nil when there is nothing to report.
  var lossDue: Int64? {
    together.isLossSaid ? nil : together.lostSince?.later(by: Self.lossMilliseconds)
  }

  mutating func tellLoss() {
    guard let due = lossDue, due <= now.uptime else { return }
    together.isLossSaid = true
    let meanwhile =
      mayDraw
      ? "Draw on: all is sent when they are back." : "What they draw comes when they are back."
    // Some or all participants are out of reach. Their names are known only after a long silence.
    say("Others are out of reach. \(meanwhile)", isWarning: true)
  }
}

extension String {
  /// Returns pieces of `count` letters; the last piece has the rest.
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
