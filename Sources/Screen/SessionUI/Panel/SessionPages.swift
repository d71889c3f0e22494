import BoardContract
import BoardEditor
import BoardModel
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// The sheets about the call and the session.
package struct SessionPages {
  package let panel: SessionPanel
  package let presence: Presence
  package let films: SharedFilms
  let setup: WhiteboardSetup
  let recorder: BoardRecorder
  let surface: Surface
  /// The tool in this user's hand.
  let tool: Tool

  package init(
    panel: SessionPanel, presence: Presence, films: SharedFilms, setup: WhiteboardSetup,
    recorder: BoardRecorder, surface: Surface, tool: Tool
  ) {
    (self.panel, self.presence, self.films) = (panel, presence, films)
    (self.setup, self.recorder, self.surface, self.tool) = (setup, recorder, surface, tool)
  }

  package var session: SessionState? { presence.session }
  package var chrome: Chrome { surface.chrome }
  package var theme: Theme { surface.theme }

  package func page(of sheet: Sheet) -> SheetPage {
    switch sheet.kind {
    case .people: peoplePage
    case .about(let subject): aboutPage(subject)
    case .puttingOut(let id): puttingOutPage(id)
    case .locking(let spared): lockingPage(sparing: spared)
    case .invite:
      beside(people: peopleRows) { invitePage(selected: sheet.selected - $0) }
    case .renewing: renewingPage
    case .code(let shown): codePage(shown)
    case .otherScreen: otherScreenPage
    case .leaving: leavingPage
    case .ending: endingPage
    case .offer(let session): offerPage(session)
    case .ring(let invitation): ringPage(invitation)
    case .meeting: meetingPage
    case .knock(let request): AdmissionQueue.page(request, on: surface)
    case .target(let target): targetPage(target)
    case .filmChoice: filmChoicePage
    case .filmOffer(let id, let miniature): filmOfferPage(id, miniature)
    case .filmWait(let id): filmWaitPage(id)
    default: SheetPage(title: "", rows: [])
    }
  }

  package func heading(_ sentence: String) -> [SheetLine] { surface.heading(sentence) }
  package func sign(of id: ParticipantUUID) -> String { session?.sign(of: id, chrome) ?? "" }
  package func name(of id: ParticipantUUID) -> String { presence.name(of: id, chrome) }
  package func name(of guest: Guest) -> String { session?.name(of: guest, chrome) ?? "" }
  package func name(ofMember id: ParticipantUUID) -> String {
    panel.members.name(of: id, presence, chrome)
  }

  // MARK: People

  var peoplePage: SheetPage {
    guard let session else { return SheetPage(title: "People", rows: []) }
    let isWall = setup.purpose == .wall
    let activity = films.own == nil ? tool.title : "watches the film"
    let mine = SheetRow(
      "\(sign(of: session.me)) \(setup.person.name.string) "
        + (isWall ? "(this screen)" : "(you), \(activity)"),
      "", nil,
      swatch: session.looks[session.me]?.color ?? setup.person.color)
    let others = (session.guestsInOrder).enumerated().map { index, guest in
      SheetRow(
        "\(sign(of: guest.id)) \(session.fullName(besideSignOf: guest, chrome))\(own(guest))\(state(of: guest))"
          + (films.own == nil ? panel.members.way(to: guest.id) : ""),
        index < 9 ? "\(index + 1)" : "",
        films.own == nil ? .session(.about(.guest(guest.id))) : nil,
        swatch: session.looks[guest.id]?.color ?? PaletteColor.graphite.color,
        isCurrent: presence.following.leader == guest.id)
    }
    let title = peopleTitle(session.peopleCount, in: session, isWall: isWall)
    // Over a film the list only tells what the people do.
    guard films.own == nil else { return SheetPage(title: title, rows: [mine] + others) }
    return SheetPage(
      title: title, heading: heading(lockState),
      rows: [mine] + others + inTheCall + atTheDoor + leftBehind
        + refusals(in: session) + actions)
  }

  /// - Parameter count: the number of people with this user, who is none on a wall.
  private func peopleTitle(_ count: Int, in session: SessionState, isWall: Bool) -> String {
    if isWall { return count == 2 ? "1 person" : "\(count - 1) people" }
    guard count == 1 else { return "\(count) people" }
    return session.hasAudience ? "Only you and a screen" : "Only you, so far"
  }

  /// The refused entries and messages of each person, and of all who left.
  private func refusals(in session: SessionState) -> [SheetRow] {
    var gone = RefusalCounts()
    for (sender, refused) in session.refusals where sender.flatMap(session.guest) == nil {
      gone.add(refused)
    }
    let known = session.guestsInOrder.flatMap { guest in
      (session.refusals[guest.id]?.sentences ?? []).map {
        SheetRow("Refused from \(session.name(of: guest, chrome)): \($0)")
      }
    }
    return known + gone.sentences.map { SheetRow("Refused from others: \($0)") }
  }

  private func own(_ guest: Guest) -> String {
    guest.isPerson && guest.known?.author == recorder.me ? " (your other window)" : ""
  }

  private var inTheCall: [SheetRow] {
    panel.members.outsideSession.map { member in
      let watches = member.mayDraw ? "" : ", may only watch"
      return SheetRow(
        "\(chrome.dot) \(member.shownName)\(watches), connected, not in this session\(member.wayText)",
        "",
        panel.members.canModerate ? .session(.about(.member(member.id))) : nil)
    }
  }

  private var atTheDoor: [SheetRow] {
    guard let first = panel.admissions.waiting.first?.name.string else { return [] }
    let others = panel.admissions.waiting.count - 1
    let who = others > 0 ? "\(first) and \(others) more wait" : "\(first) waits"
    return [SheetRow("\(who) to be admitted", "S", .show(.knock))]
  }

  private func state(of guest: Guest) -> String {
    let trouble = guest.unsaved == nil ? "" : ", cannot save"
    if guest.kind == .display { return trouble }
    guard guest.isPerson else { return ", a host without a screen\(trouble)" }
    guard let appearance = guest.appearance else {
      return guest.known == nil ? ", joining" : ", not responding"
    }
    let hand =
      films.watcher(guest.id).map(filmState)
      ?? (appearance.replays
        ? "film" : guest.mayDraw ? Tool(number: appearance.tool)?.title ?? "" : "watches")
    let follows = appearance.following.map { ", follows \(name(of: $0))" } ?? ""
    return (hand.isEmpty ? "" : ", \(hand)") + follows + trouble
  }

  private var actions: [SheetRow] {
    var rows: [SheetRow] = []
    if panel.boards.own != nil, recorder.mayDraw {
      rows.append(SheetRow("Add your own board here", "b", .session(.bringAlong)))
    }
    if let previous = panel.boards.previous, recorder.mayDraw {
      let name = chrome.quoted(previous.name.string)
      rows.append(SheetRow("Back to \(name) for everyone", "<", .session(.previousBoard)))
    }
    rows.append(SheetRow("Say something", "\"", .session(.speak)))
    if recorder.mayDraw {
      rows.append(SheetRow("Show everyone this place", "!", .session(.lookHere)))
    }
    return rows + locking + [
      SheetRow("Invite others", "I", .show(.invite)),
      SheetRow("Leave", "Q", .show(.leaving)),
    ]
  }

  // MARK: Coming and going

  var leavingPage: SheetPage {
    let hasCompany = session?.guests.contains { $0.kind != .display } == true
    let end = SheetRow(
      "End the session for everyone", "e",
      .session(hasCompany ? .askToEnd : .endForEveryone))
    return SheetPage(
      title: "Leave? You keep the board.",
      rows: [
        SheetRow(
          hasCompany ? "Leave; the others go on" : "Leave", "l", .session(.leave))
      ]
        + (recorder.mayDraw ? [end] : [])
        + [SheetRow("Stay", "s", .closeSheet)])
  }

  /// The action cannot be undone, so the row selected at first is Cancel.
  var endingPage: SheetPage {
    let count = session?.peopleCount ?? 1
    return SheetPage(
      title: count == 2
        ? "End the session for both of you?" : "End the session for all \(count) people?",
      rows: [
        SheetRow("End the session for everyone", "e", .session(.endForEveryone)),
        SheetRow("Cancel", "c", .show(.leaving)),
      ])
  }

  func offerPage(_ session: SessionUUID) -> SheetPage {
    guard let offer = panel.offers.offer(of: session) else {
      return SheetPage(title: "The session is over", rows: [SheetRow("Close", "c", .closeSheet)])
    }
    return SheetPage(
      title: offer.invitation.headline(for: recorder.me, chrome),
      heading: surface.picture(offer.invitation.miniature) + heading(fateOfOwn),
      rows: [
        SheetRow(
          panel.mayShare ? "Join: draw together" : "Join: watch", "j",
          .session(.join(session))),
        SheetRow("Not now", "n", .session(.decline(session))),
      ])
  }

  /// Tells the user what happens to the open board when they join the session.
  var fateOfOwn: String {
    if session != nil { return "You leave the session you are in." }
    if recorder.board.isReadOnly, recorder.board.wouldLose {
      return "Your own board cannot be saved. Easel asks before it discards your ink."
    }
    let hasOwn = !panel.boards.isShared && !recorder.board.picture.things.isEmpty
    return hasOwn ? "Your own board stays in its file." : ""
  }

  // MARK: Other boards

  package var newBoardPage: SheetPage {
    func new(_ keepingPicture: Bool, everyone: Bool) -> Command {
      .session(.go(to: .new(keepingPicture: keepingPicture), everyone: everyone))
    }
    let forEveryone = [
      SheetRow("Empty, for everyone", "e", new(false, everyone: true)),
      SheetRow("This picture, for everyone", "k", new(true, everyone: true)),
    ]
    let back = panel.boards.previous.map {
      SheetRow(
        "Back to \(chrome.quoted($0.name.string)), for everyone", "<",
        .session(.previousBoard))
    }
    let alone = SheetRow("Empty, only for me: I leave", "m", new(false, everyone: false))
    return SheetPage(
      title: "New board (this one stays)",
      rows: (recorder.mayDraw ? forEveryone + [back].compactMap { $0 } : []) + [alone])
  }

  func targetPage(_ target: BoardTarget) -> SheetPage {
    let everyone = SheetRow(
      "Open it for everyone", "e", .session(.go(to: target, everyone: true)))
    return SheetPage(
      title: "Another board",
      rows: (recorder.mayDraw ? [everyone] : []) + [
        SheetRow("Only for me: I leave", "m", .session(.go(to: target, everyone: false))),
        SheetRow("Cancel", "c", .closeSheet),
      ])
  }
}
