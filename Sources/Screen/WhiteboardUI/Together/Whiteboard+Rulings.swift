import BoardClient
import BoardLog
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

// Rulings about members: only the members that the sheet has named get new keys.
extension Whiteboard {
  /// A member of the call that is not in the session.
  func caller(_ id: Bytes16) -> CallMember? {
    together.members.first { $0.id == id && $0.place == .call }
  }

  /// The members of the call that are not in the session; those that may draw come first.
  var callers: [CallMember] {
    let callers = together.members.filter { $0.place == .call }
    return callers.filter(\.mayDraw) + callers.filter { !$0.mayDraw }
  }

  /// The other participants in the session; those that may draw come first.
  var guestsInOrder: [Guest] {
    let guests = together.seat?.guests ?? []
    return guests.filter(\.mayDraw) + guests.filter { !$0.mayDraw }
  }

  /// Returns the member that a moderator can rule on; nil for a member that has left, and for other
  /// runs of this user.
  func ruled(_ subject: Subject) -> (id: Bytes16, mayDraw: Bool)? {
    switch subject {
    case .guest(let id):
      together.seat?.guest(id).flatMap { $0.known?.author == me ? nil : (id, $0.mayDraw) }
    case .caller(let id): caller(id).map { (id, $0.mayDraw) }
    case .author: nil
    }
  }

  // MARK: Before a ruling

  /// The action cannot be undone, so the row selected at first is Cancel.
  func puttingOutPage(_ id: Bytes16) -> SheetPage {
    let subject = together.seat?.guest(id) == nil ? Subject.caller(id) : .guest(id)
    let back = SheetRow("Cancel", "c", .together(.about(subject)))
    guard ruled(subject) != nil else {
      return SheetPage(title: "They have left", rows: [back])
    }
    let name = called(member: id)
    let others = companions(of: id)
    let go = others.count == 1 ? "goes" : "go"
    let companions =
      others.isEmpty
      ? ""
      : "\(listed(others.map(called(member:)))) came in only through them, and \(go) with them."
    let fate = "They read nothing from then on. What they drew stays. All tickets end with it."
    return SheetPage(
      title: "Put \(name) out?",
      heading: [companions, hostsPart, fate, stays(without: [id] + others), lost]
        .flatMap(text),
      rows: [SheetRow("Put them out", "x", .together(.rule(.putOut, id))), back])
  }

  /// Describes the effect of any ruling on the other members.
  func foresight(about subject: Subject) -> String {
    guard let (id, _) = ruled(subject) else { return "" }
    let others = companions(of: id)
    let companions =
      others.isEmpty
      ? ""
      : "\(listed(others.map(called(member:)))) came in only through them, and"
        + " \(others.count == 1 ? "is" : "are") put out or made a watcher with them. "
    return companions + "Any change ends all tickets. " + stays(without: [id] + others)
  }

  /// The action cannot be undone, so the row selected at first is Cancel.
  var renewingPage: SheetPage {
    let away = together.members.filter { $0.place == .away }.map(\.shownName)
    let canReturn =
      away.isEmpty
      ? "" : "\(listed(away)) \(away.count == 1 ? "is" : "are") out of reach, and can come back."
    return SheetPage(
      title: "New tickets?",
      heading: [
        "The tickets until now let nobody in any more.", stays(without: []), canReturn,
      ].flatMap(text),
      rows: [
        SheetRow("Make new ones", "r", .together(.renewTickets)),
        SheetRow("Cancel", "c", .show(.invite)),
      ])
  }

  /// A note for the case that another run is the host: that host decides by what it knows itself.
  private var hostsPart: String {
    together.isHost || together.members.isEmpty
      ? "" : "Those whom the host knows to have come in through them go, too."
  }

  /// Names all members that get new keys.
  private func stays(without gone: [Bytes16]) -> String {
    let names = staying(without: gone).map(called(member:))
    let verb = names.count == 1 ? "stays" : "stay"
    let stay = names.isEmpty ? "" : "\(listed(names)) \(verb)."
    let left = together.isHost ? [] : callers.filter { !gone.contains($0.id) }.map(\.shownName)
    guard !left.isEmpty else { return stay }
    let needs = left.count == 1 ? "is only in the call and needs" : "are only in the call and need"
    return "\(stay) \(listed(left)) \(needs) a new ticket."
  }

  private var lost: String {
    let away = together.members.filter { $0.place == .away }.map(\.shownName)
    guard !away.isEmpty else { return "" }
    let needs = away.count == 1 ? "is out of reach and needs" : "are out of reach and need"
    return "\(listed(away)) \(needs) a new ticket."
  }

  /// Lists some names in a sentence; of many names, it says how many more there are.
  func listed(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    guard names.count > Self.namesMax else {
      return names.dropLast().joined(separator: ", ") + " and " + last
    }
    let shown = names.prefix(Self.namesMax)
    return shown.joined(separator: ", ") + " and \(names.count - shown.count) more"
  }

  private static let namesMax = 6

  private func called(member id: Bytes16) -> String {
    if let caller = caller(id) { return "\(caller.shownName) (only in the call)" }
    return name(of: id)
  }

  /// Returns the members that the sheet shows and to whom a ruling about this member also applies.
  private func companions(of id: Bytes16) -> [Bytes16] {
    let all = together.members.first { $0.id == id }?.companions ?? []
    return staying(without: []).filter { all.contains($0) }
  }

  /// Returns the members that get new keys: those in the session, and, when this run changes the
  /// keys itself, those only in the call. The latter come first, since the user may not expect
  /// them. Members that only watch come last.
  private func staying(without gone: [Bytes16]) -> [Bytes16] {
    let callers = together.isHost ? callers.map { ($0.id, $0.mayDraw) } : []
    let all = callers + guestsInOrder.map { ($0.id, $0.mayDraw) }
    return (all.filter(\.1) + all.filter { !$0.1 }).map(\.0).filter { !gone.contains($0) }
  }

  // MARK: Carrying out a ruling

  /// Every ruling changes the keys, so all earlier tickets end.
  private static let endedTickets = "All tickets until now have ended."

  /// Carries out a ruling. It announces a removal before the keys change, because the removed
  /// member receives nothing afterwards; it announces any other ruling after that.
  mutating func rule(_ ruling: Ruling, _ id: Bytes16) {
    sheet = nil
    guard together.canModerate, together.seat?.guest(id) != nil || caller(id) != nil else {
      return say("Only who hosts the call can do that, while they are here.")
    }
    let subjects = ruling == .draws ? [id] : [id] + companions(of: id)
    let names = listed(subjects.map(called(member:)))
    let news = subjects.filter { together.seat?.guest($0) != nil }.map {
      SessionNotice.ruled(ruling, $0)
    }
    if ruling == .putOut { for subject in news { emit(.tell(subject)) } }
    let staying = staying(without: ruling == .putOut ? subjects : [])
    effects.append(.call(.rule(ruling, RulingSubject(id, staying: staying))))
    if ruling != .putOut { for subject in news { emit(.tell(subject)) } }
    switch ruling {
    case .putOut:
      for subject in subjects { together.seat?.change(subject) { $0.isPutOut = true } }
      say("You put \(names) out. \(Self.endedTickets)")
    case .watches:
      let watch = subjects.count == 1 ? "only watches" : "only watch"
      say("\(names) \(watch) from now on. \(Self.endedTickets)")
    case .draws: say("\(names) may draw from now on. \(Self.endedTickets)")
    }
  }
}

extension CallMember {
  var shownName: String { name.string.isEmpty ? "Somebody" : name.string }
}
