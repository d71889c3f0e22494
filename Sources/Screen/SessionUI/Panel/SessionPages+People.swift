import BoardEvents
import BoardView
import CellFrame
import ScreenCommands

// The people on the sheet that invites guests, and the sheet of a person who rings.
extension SessionPages {
  /// The users of this machine whom this user can ring.
  var peopleRows: [SheetRow] {
    let people = panel.people
    guard panel.mayShare, !people.here.isEmpty else { return [] }
    let rows = people.found(setup.knownPeople).map { person in
      SheetRow(
        person.shownName(setup.knownPeople), people.isRinging(person) ? "rings" : "",
        .session(.ring(person)))
    }
    guard !rows.isEmpty else { return [SheetRow(heading: "Nobody here has such a name.")] }
    return [SheetRow(heading: "On this machine (Enter rings, / finds)")] + rows
  }

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
      heading: surface.picture(invitation.miniature) + heading(fateOfOwn),
      rows: [
        SheetRow(
          invitation.mayDraw ? "Join: draw together" : "Join: watch", "j", answer(true)),
        SheetRow("Not now", "n", answer(false)),
      ])
  }
}
