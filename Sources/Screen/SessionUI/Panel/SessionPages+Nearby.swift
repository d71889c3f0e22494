import BoardContract
import BoardView
import CellFrame
import ScreenContract

// The people nearby on the sheet that invites guests, and the sheet of a meeting.
extension SessionPages {
  /// The row that looks for people in this network, or the row that chooses their ticket.
  var looking: [SheetRow] {
    guard panel.mayShare else { return [] }
    guard panel.nearby.isLooking else {
      return [SheetRow("Look for people nearby", "n", .session(.lookAround))]
    }
    let role = panel.nearby.mayDraw ? "draw" : "watch"
    return [SheetRow("People you meet here: \(role)", "m", .session(.toggleMeetingTicket))]
  }

  var nearbyRows: [SheetRow] {
    let nearby = panel.nearby
    guard nearby.isLooking, panel.people.query == nil else { return [] }
    let title: String
    switch nearby.search {
    case .noMulticast:
      title = "No multicast in this network: nobody is found."
    case .notFindable(let reason): title = "Nobody can find you: \(reason.clause)."
    case nil: title = "Nearby: looking. Both of you press n."
    case .found(let people) where people.isEmpty:
      title = "Nobody yet. A firewall may hide people."
    case .found: title = "Nearby (Enter meets)"
    }
    return [SheetRow(heading: title)]
      + nearby.people.map { person in
        SheetRow(
          "\(name(of: person)), \(person.mayDraw ? "lets you draw" : "lets you watch")",
          nearby.asked == person ? "asks" : "", .session(.meet(person)))
      }
  }

  /// Only the mark speaks for the name, and the meeting proves it.
  private func name(of person: NearbyPerson) -> String {
    let known = person.author.flatMap { presence.people[$0] }
    let host = person.address.string.dropFirst("tcp://".count).prefix { $0 != ":" }
    return known.map { "perhaps \($0.fullName)" } ?? "somebody at \(host)"
  }

  var meetingPage: SheetPage {
    guard let meeting = panel.nearby.meeting else {
      return SheetPage(
        title: "The meeting is over", rows: [SheetRow("Close", "c", .closeSheet)])
    }
    let known = presence.people.recognised(in: meeting)
    let name = known?.fullName ?? meeting.name.string
    let right = meeting.mayDraw ? "draw" : "watch"
    let ticket =
      meeting.isHost ? "\(name) gets your ticket to \(right)." : "You get the ticket to \(right)."
    let waiting = meeting.isConfirmed ? "You confirmed. \(name) has to confirm, too." : ""
    return SheetPage(
      title: known == nil ? "Meet somebody who says “\(name)”" : "Meet \(name)",
      heading: [.text(""), .text("  \(meeting.words.joined(separator: "  "))"), .text("")]
        + heading(presence.people.advice(on: meeting)) + heading(ticket) + heading(waiting),
      rows: (meeting.isConfirmed
        ? []
        : [
          SheetRow(
            known == nil ? "Yes, both screens show these words" : "Yes", "y",
            .session(.answerMeeting(true)))
        ]) + [SheetRow(meeting.isConfirmed ? "Cancel" : "No", "n", .session(.answerMeeting(false)))]
    )
  }
}
