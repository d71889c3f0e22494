import BoardContract
import BoardView
import CellFrame
import ScreenContract

// The people on the sheet that invites guests, and the sheet of a person who rings.
extension SessionPages {
  /// The users of this machine whom this user can ring, and the people met before, who get a line to
  /// send.
  var peopleRows: [SheetRow] {
    guard
      panel.mayShare,
      !panel.people.here.isEmpty || !presence.people.inOrder.isEmpty || panel.nearby.isLooking
    else {
      return []
    }
    let (here, met, near) = (hereRows, metRows, nearbyRows)
    guard !here.isEmpty || !met.isEmpty || !near.isEmpty else {
      return [SheetRow(heading: "Nobody has such a name.")]
    }
    return near
      + (here.isEmpty ? [] : [SheetRow(heading: "On this machine (Enter rings, / finds)")] + here)
      + (met.isEmpty ? [] : [SheetRow(heading: "Met before (Enter copies the line to send)")] + met)
  }

  private var hereRows: [SheetRow] {
    let people = panel.people
    return people.here.filter { people.finds($0.login.string) }.map { person in
      SheetRow(
        person.login.string, people.isRinging(person) ? "rings" : "", .session(.ring(person)))
    }
  }

  /// The people whom this user met last. Nobody knows where they are now.
  private var metRows: [SheetRow] {
    let present = Set((session?.guestsInOrder ?? []).compactMap { $0.known?.author })
    let line: SessionCommand =
      panel.tickets == nil ? .makeTickets : .copyTicket(toDraw: panel.tickets?.drawing != nil)
    return presence.people.inOrder
      .filter { !present.contains($0.author) && panel.people.finds($0.fullName) }
      .prefix(Self.metMax)
      .map { SheetRow("\($0.fullName), met \($0.way.words)", "", .session(line)) }
  }

  /// More people met before are found by a search.
  private static let metMax = 5

  /// Returns the sheet with the people before its other rows. During a search it has only people.
  ///
  /// - Parameter others: returns the sheet without people, whose first row has the given index.
  func beside(people: [SheetRow], others: (Int) -> SheetPage) -> SheetPage {
    guard !people.isEmpty else { return others(0) }
    let above = people + [SheetRow(heading: "Others")]
    var page = others(above.count)
    if let query = panel.people.query {
      (page.rows, page.heading) = (people, [])
      (page.query, page.querySign) = (query, "/")
    } else {
      page.rows = above + page.rows
    }
    return page
  }

  /// The login name stands in the title, because the kernel vouches for it.
  func ringPage(_ invitation: RingInvitation) -> SheetPage {
    func answer(_ accepts: Bool) -> Command {
      .session(.answerRing(invitation.number, accepts: accepts))
    }
    return SheetPage(
      title: invitation.headline(chrome),
      heading: surface.picture(invitation.miniature) + heading(recognition(of: invitation))
        + heading(fateOfOwn),
      rows: [
        SheetRow(
          invitation.mayDraw ? "Join: draw together" : "Join: watch", "j", answer(true)),
        SheetRow("Not now", "n", answer(false)),
      ])
  }

  /// Says whom this user may know by the key. The session proves the key only once this user joined.
  private func recognition(of invitation: RingInvitation) -> String {
    guard let known = presence.people[invitation.author] else { return "" }
    return "The key is \(known.fullName)'s. It is proved when you join."
  }
}
