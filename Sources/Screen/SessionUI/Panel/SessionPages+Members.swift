import BoardModel
import BoardRendering
import CellFrame
import EaselBase
import ScreenContract

// The sheets about one person: the possible actions, and the questions before a ruling.
extension SessionPages {
  /// Rows for authors of this board who are no longer in the session, up to a maximum.
  var leftBehind: [SheetRow] {
    guard let session else { return [] }
    let here = Set(session.guests.compactMap { $0.known?.author } + [recorder.me])
    return recorder.board.picture.authors.filter { !here.contains($0) && $0 != .nobody }.suffix(
      Self.leftBehindMax
    ).map {
      SheetRow(
        "\(chrome.dot) \(recorder.called($0)), not here", "", .session(.about(.author($0))),
        swatch: recorder.board.people[$0]?.color ?? PaletteColor.graphite.color)
    }
  }

  private static let leftBehindMax = 12

  func aboutPage(_ subject: Subject) -> SheetPage {
    let back = SheetRow("Back", "b", .show(.people))
    guard let name = panel.members.shownName(of: subject, presence, in: recorder, chrome) else {
      return SheetPage(title: "They have left", rows: [back])
    }
    let ruling = ruling(subject)
    return SheetPage(
      title: name,
      heading: heading(acquaintance(with: subject))
        + (ruling.isEmpty ? [] : heading(foresight(about: subject))),
      rows: following(subject) + hiding(subject, name) + ruling + [back])
  }

  /// Says that this user met the person before; the key shows it. Empty for a person who is not known.
  private func acquaintance(with subject: Subject) -> String {
    guard let author = panel.members.author(of: subject, presence),
      let person = presence.people[author]
    else { return "" }
    let age = Age(from: person.lastMet, to: recorder.now.wall).words
    return "You met \(person.fullName) before: \(age), \(person.way.words)."
  }

  private func following(_ subject: Subject) -> [SheetRow] {
    guard case .guest(let id) = subject, session?.guest(id)?.isPerson == true else {
      return []
    }
    let isFollowed = presence.following.leader == id
    return [
      SheetRow(
        isFollowed ? "See your own view again" : "See what they see", "f", .session(.follow(id)))
    ]
  }

  private func hiding(_ subject: Subject, _ name: String) -> [SheetRow] {
    guard recorder.mayDraw, let author = panel.members.author(of: subject, presence) else {
      return []
    }
    var rows: [SheetRow] = []
    let hasDrawn = recorder.board.picture.things.contains { $0.author == author }
    let hasChanged = recorder.board.picture.hasChangedOthers(author)
    if hasDrawn {
      rows.append(SheetRow("Hide all that they drew", "h", .session(.hideAll(subject))))
    }
    if hasChanged {
      rows.append(SheetRow("Take back what they changed", "t", .session(.takeBack(subject))))
    }
    if hasDrawn, hasChanged {
      rows.append(SheetRow("Hide all, and take back", "a", .session(.hideAndTakeBack(subject))))
    }
    if !recorder.board.picture.hidesOfAll(by: author).isEmpty {
      rows.append(SheetRow("Show again what they drew", "s", .session(.showAll(subject))))
    }
    return rows
  }

  private func ruling(_ subject: Subject) -> [SheetRow] {
    guard panel.members.canModerate,
      let (id, mayDraw) = panel.members.subject(subject, presence, me: recorder.me)
    else { return [] }
    let change =
      mayDraw
      ? SheetRow("Make them a watcher", "w", .session(.rule(.watches, id)))
      : SheetRow("Let them draw", "d", .session(.rule(.draws, id)))
    // A display draws nothing.
    return (session?.guest(id)?.kind == .display ? [] : [change]) + [
      SheetRow("Remove them from the session", "x", .session(.askToPutOut(id)))
    ]
  }

  // MARK: Before a ruling

  /// The ways to remove a member. Without an author who is known, nothing of theirs can be chosen.
  func removals(of id: ParticipantUUID) -> [SheetRow] {
    func row(_ label: String, _ key: String, _ choice: RemovalChoice) -> SheetRow {
      SheetRow(label, key, .session(.remove(id, choice)))
    }
    guard let author = session?.guest(id)?.known?.author else {
      return [row("Remove them", "x", .keepsAll)]
    }
    var rows = [row("Remove them; their work stays", "x", .keepsAll)]
    if recorder.mayDraw, recorder.board.picture.hasChangedOthers(author) {
      rows.append(row("Remove; take back what they changed", "t", .takesChangesBack))
    }
    if recorder.board.isOwner {
      rows += [
        row("Remove, with all since they came in", "e", .keepsEarlier),
        row("Remove, with all that they ever did", "n", .keepsNone),
      ]
    }
    return rows
  }

  /// The action cannot be undone, so the row selected at first is Cancel.
  func puttingOutPage(_ id: ParticipantUUID) -> SheetPage {
    let subject = session?.guest(id) == nil ? Subject.member(id) : .guest(id)
    let back = SheetRow("Cancel", "c", .session(.about(subject)))
    guard panel.members.subject(subject, presence, me: recorder.me) != nil else {
      return SheetPage(title: "They have left", rows: [back])
    }
    let name = name(ofMember: id)
    let others = panel.members.companions(of: id, presence)
    let go = others.count == 1 ? "goes" : "go"
    let companions =
      others.isEmpty
      ? ""
      : "\(listed(others.map(name(ofMember:)))) came in only through them, and \(go) too."
    let fate = "They can no longer read the session. All tickets stop working."
    return SheetPage(
      title: "Remove \(name)?",
      heading: [companions, hostsPart, fate, stays(without: [id] + others), lost]
        .flatMap(heading),
      rows: [back] + removals(of: id))
  }

  /// Describes the effect of any ruling on the other members.
  func foresight(about subject: Subject) -> String {
    guard let (id, _) = panel.members.subject(subject, presence, me: recorder.me) else { return "" }
    let others = panel.members.companions(of: id, presence)
    let companions =
      others.isEmpty
      ? ""
      : "\(listed(others.map(name(ofMember:)))) came in only through them, and"
        + " \(others.count == 1 ? "is" : "are") removed or made a watcher too. "
    return companions + "If you change their right or remove them, old tickets stop working. "
      + stays(without: [id] + others)
  }

  /// The action cannot be undone, so the row selected at first is Cancel.
  var renewingPage: SheetPage {
    let away = panel.members.away.map(\.shownName)
    let canReturn =
      away.isEmpty
      ? "" : "\(listed(away)) \(away.count == 1 ? "is" : "are") out of reach, and can come back."
    return SheetPage(
      title: "New tickets?",
      heading: [
        "Old tickets no longer work.", stays(without: []), canReturn,
      ].flatMap(heading),
      rows: [
        SheetRow("Renew them", "r", .session(.renewTickets)),
        SheetRow("Cancel", "c", .show(.invite)),
      ])
  }

  /// A note for a user who is not the host: the host decides by its own records which other members
  /// also go.
  private var hostsPart: String {
    panel.members.isHost || panel.members.all.isEmpty
      ? "" : "The host also removes everyone who came in only through them."
  }

  /// Names all members that get new keys.
  private func stays(without gone: [ParticipantUUID]) -> String {
    let names = panel.members.staying(without: gone, presence).map(name(ofMember:))
    let verb = names.count == 1 ? "stays" : "stay"
    let stay = names.isEmpty ? "" : "\(listed(names)) \(verb)."
    let left =
      panel.members.isHost
      ? [] : panel.members.outsideSession.filter { !gone.contains($0.id) }.map(\.shownName)
    guard !left.isEmpty else { return stay }
    let needs =
      left.count == 1 ? "is not in this session and needs" : "are not in this session and need"
    return "\(stay) \(listed(left)) \(needs) a new ticket."
  }

  private var lost: String {
    let away = panel.members.away.map(\.shownName)
    guard !away.isEmpty else { return "" }
    let needs = away.count == 1 ? "is out of reach and needs" : "are out of reach and need"
    return "\(listed(away)) \(needs) a new ticket."
  }
}
