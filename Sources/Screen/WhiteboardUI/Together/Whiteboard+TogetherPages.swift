import BoardDocument
import BoardModel
import CellFrame
import EaselBase

// The sheets about the call and the session.
extension Whiteboard {
  mutating func showTogether(_ name: SheetName) {
    switch name {
    case .people where together.seat != nil:
      sheet = Sheet(.people, selected: together.isAmongOthers ? 1 : 0)
    case .leaving where together.seat != nil: sheet = Sheet(.leaving)
    case .people, .leaving: say("You draw alone. \(shareHint)")
    case .offer:
      guard let offer = together.offers.last else { return say("Nothing is shared here now.") }
      sheet = Sheet(.offer(offer.session))
    case .knock:
      guard let visitor = together.visitors.first else { return say("Nobody knocks.") }
      sheet = Sheet(.knock(visitor), selected: knockPage(visitor).rows.count - 1)
    default: sheet = Sheet(.invite)
    }
  }

  private var shareHint: String {
    if !together.offers.isEmpty { return "S shows what you can join." }
    return together.canShare ? "S shares this board." : "I invites others."
  }

  var togetherMenu: [(String, Command)] {
    guard hasCall else { return [] }
    let door: [(String, Command)] =
      together.visitors.isEmpty ? [] : [("Who waits at the door", .show(.knock))]
    guard together.seat != nil else {
      let sharing = !together.offers.isEmpty ? "Join" : together.mayShare ? "Share this board" : nil
      return door + (sharing.map { [($0, .together(.share))] } ?? [])
        + [("Invite others", .show(.invite))]
    }
    let looking: [(String, Command)] = mayDraw ? [("Look here", .together(.lookHere))] : []
    return door + [("People", .show(.people)), ("Say something", .together(.speak))] + looking + [
      ("Follow somebody", .together(.toggleFollow)), ("Invite others", .show(.invite)),
      ("Leave", .show(.leaving)),
    ]
  }

  // MARK: People

  var peoplePage: SheetPage {
    guard let seat = together.seat else { return SheetPage(title: "People", rows: []) }
    let mine = SheetRow(
      "\(signed(seat.me)) \(setup.person.name.string) (you), \(kit.tool.title)", "", nil,
      swatch: seat.looks[seat.me]?.color ?? setup.person.color)
    let others = guestsInOrder.enumerated().map { index, guest in
      SheetRow(
        "\(signed(guest.id)) \(name(of: guest.id))\(state(of: guest))",
        index < 9 ? "\(index + 1)" : "", .together(.about(.guest(guest.id))),
        swatch: seat.looks[guest.id]?.color ?? PaletteColor.graphite.color,
        isCurrent: together.guidance.map { $0.follows && $0.person == guest.id } ?? false)
    }
    let count = seat.peopleCount
    return SheetPage(
      title: count == 1 ? "You alone, so far" : "\(count) people; Enter: about one",
      rows: [mine] + others + inTheCall + atTheDoor + leftBehind + deeds)
  }

  private var inTheCall: [SheetRow] {
    callers.map { caller in
      let watches = caller.mayDraw ? "" : ", may only watch"
      return SheetRow(
        "\(Chrome(raster).dot) \(caller.shownName)\(watches), in the call, not in this session", "",
        together.canModerate ? .together(.about(.caller(caller.id))) : nil)
    }
  }

  private var atTheDoor: [SheetRow] {
    guard let first = together.visitors.first?.name.string else { return [] }
    let others = together.visitors.count - 1
    let who = others > 0 ? "\(first) and \(others) more wait" : "\(first) waits"
    return [SheetRow("\(who) at the door", "S", .show(.knock))]
  }

  private func state(of guest: Guest) -> String {
    let trouble = guest.unsaved == nil ? "" : ", cannot save"
    guard guest.isPerson else { return ", hosts; nobody sits there\(trouble)" }
    guard let appearance = guest.appearance else {
      return guest.known == nil ? ", coming" : ", not heard just now"
    }
    let hand = guest.mayDraw ? Tool(number: appearance.tool)?.title ?? "" : "watches"
    let follows = appearance.following.map { ", follows \(name(of: $0))" } ?? ""
    return (hand.isEmpty ? "" : ", \(hand)") + follows + trouble
  }

  private var deeds: [SheetRow] {
    var rows: [SheetRow] = []
    if together.own != nil, mayDraw {
      rows.append(SheetRow("Bring your own drawing along", "b", .together(.bringAlong)))
    }
    if let previous = together.previous, mayDraw {
      let name = Chrome(raster).quoted(previous.name.string)
      rows.append(SheetRow("Back to \(name) for everyone", "<", .together(.previousBoard)))
    }
    rows.append(SheetRow("Say something", "\"", .together(.speak)))
    if mayDraw { rows.append(SheetRow("Show everyone this place", "!", .together(.lookHere))) }
    return rows + [
      SheetRow("Invite others", "I", .show(.invite)),
      SheetRow("Leave", "Q", .show(.leaving)),
    ]
  }

  // MARK: Coming and going

  var leavingPage: SheetPage {
    let end = SheetRow(
      "End it for everyone", "e", .together(together.isAmongOthers ? .askToEnd : .endForEveryone))
    return SheetPage(
      title: "Leave (the picture stays)",
      rows: [SheetRow("Leave; the others go on", "l", .together(.leave))] + (mayDraw ? [end] : [])
        + [SheetRow("Stay", "s", .closeSheet)])
  }

  /// The action cannot be undone, so the row selected at first is Cancel.
  var endingPage: SheetPage {
    SheetPage(
      title: "End it for all \(together.seat?.peopleCount ?? 1) people?",
      rows: [
        SheetRow("End it for everyone", "e", .together(.endForEveryone)),
        SheetRow("Cancel", "c", .show(.leaving)),
      ])
  }

  func offerPage(_ session: Bytes16) -> SheetPage {
    guard let offer = together.offers.first(where: { $0.session == session }) else {
      return SheetPage(title: "It is over", rows: [SheetRow("Close", "c", .closeSheet)])
    }
    let title = Chrome(raster).quoted(offer.invitation.title.string)
    return SheetPage(
      title: "\(offer.invitation.shownName) shares \(title)",
      heading: pictured(offer.invitation.miniature) + text(fateOfOwn),
      rows: [
        SheetRow(
          together.mayShare ? "Join: draw together" : "Join: watch", "j",
          .together(.join(session))),
        SheetRow("Not now", "n", .together(.decline(session))),
      ])
  }

  /// Says what happens to the open board when the user joins the session.
  private var fateOfOwn: String {
    if together.seat != nil { return "You leave the session you are in." }
    if board.isReadOnly, board.wouldLose {
      return "Your own board cannot be written: you are asked before what you drew goes."
    }
    let hasOwn = !together.isShared && !board.picture.things.isEmpty
    return hasOwn ? "Your own drawing stays in its file." : ""
  }

  /// Returns the board as it looked when the session began, in the shades of this user's theme.
  private func pictured(_ miniature: Miniature) -> [SheetHeading] {
    guard !miniature.isBlank else { return [] }
    let ground = theme[.sheet]
    return (0..<Miniature.rows).map { row in
      .cells(
        (0..<Miniature.columns).map { column in
          let place = row * Miniature.columns + column
          let dots = miniature.dots[place]
          let glyph = Chrome(raster).glyph(dots)
          return Cell(glyph, ground.showing(InkColor(rgb: miniature.colors[place]), in: theme))
        })
    }
  }

  // MARK: Other boards

  var newBoardPage: SheetPage {
    func new(_ keepingPicture: Bool, everyone: Bool) -> Command {
      .together(.go(to: .new(keepingPicture: keepingPicture), everyone: everyone))
    }
    let forEveryone = [
      SheetRow("Empty, for everyone", "e", new(false, everyone: true)),
      SheetRow("This picture, for everyone", "k", new(true, everyone: true)),
    ]
    let back = together.previous.map {
      SheetRow(
        "Back to \(Chrome(raster).quoted($0.name.string)), for everyone", "<",
        .together(.previousBoard))
    }
    let alone = SheetRow("Empty, only for me: I leave", "m", new(false, everyone: false))
    return SheetPage(
      title: "New board (this one stays)",
      rows: (mayDraw ? forEveryone + [back].compactMap { $0 } : []) + [alone])
  }

  func destinationPage(_ destination: Destination) -> SheetPage {
    let everyone = SheetRow(
      "Open it for everyone", "e", .together(.go(to: destination, everyone: true)))
    return SheetPage(
      title: "Another board",
      rows: (mayDraw ? [everyone] : []) + [
        SheetRow("Only for me: I leave", "m", .together(.go(to: destination, everyone: false))),
        SheetRow("Cancel", "c", .closeSheet),
      ])
  }
}

extension Together.Staging {
  var shownName: String {
    guard let name, !name.string.isEmpty else { return "somebody" }
    return name.string
  }
}
