import BoardDocument
import BoardLog
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

// Acts on another author or member: hides what they drew, and changes what they may do.
extension Whiteboard {
  mutating func moderate(_ command: TogetherCommand) {
    switch command {
    case .about(let subject): sheet = Sheet(.about(subject))
    case .askToPutOut(let id): sheet = Sheet(.puttingOut(id), selected: 1)
    case .hideAll(let subject): hideAll(by: subject)
    case .showAll(let subject): showAll(by: subject)
    case .rule(let ruling, let id): rule(ruling, id)
    default: break
    }
  }

  // MARK: Sheets

  /// Rows for the authors on this board who are not here any more, limited in number.
  var leftBehind: [SheetRow] {
    guard let seat = together.seat else { return [] }
    let here = Set(seat.guests.compactMap { $0.known?.author } + [me])
    return board.picture.authors.filter { !here.contains($0) && $0 != .nobody }.suffix(
      Self.leftBehindMax
    ).map {
      SheetRow(
        "\(Chrome(raster).dot) \(called($0)), not here", "", .together(.about(.author($0))),
        swatch: board.people[$0]?.color ?? PaletteColor.graphite.color)
    }
  }

  private static let leftBehindMax = 12

  func aboutPage(_ subject: Subject) -> SheetPage {
    let back = SheetRow("Back", "b", .show(.people))
    guard let name = shownName(of: subject) else {
      return SheetPage(title: "They have left", rows: [back])
    }
    let ruling = ruling(subject)
    return SheetPage(
      title: name, heading: ruling.isEmpty ? [] : text(foresight(about: subject)),
      rows: following(subject) + hiding(subject, name) + ruling + [back])
  }

  private func following(_ subject: Subject) -> [SheetRow] {
    guard case .guest(let id) = subject, together.seat?.guest(id)?.isPerson == true else {
      return []
    }
    let isFollowed = together.guidance.map { $0.follows && $0.person == id } ?? false
    return [
      SheetRow(
        isFollowed ? "See your own view again" : "See what they see", "f", .together(.follow(id)))
    ]
  }

  private func hiding(_ subject: Subject, _ name: String) -> [SheetRow] {
    guard mayDraw, let author = author(of: subject) else { return [] }
    var rows: [SheetRow] = []
    if board.picture.things.contains(where: { $0.author == author }) {
      rows.append(SheetRow("Hide all that they drew", "h", .together(.hideAll(subject))))
    }
    if board.picture.hideOfAll(by: author) != nil {
      rows.append(SheetRow("Show again what they drew", "s", .together(.showAll(subject))))
    }
    return rows
  }

  private func ruling(_ subject: Subject) -> [SheetRow] {
    guard together.canModerate, let (id, mayDraw) = ruled(subject) else { return [] }
    return [
      mayDraw
        ? SheetRow("Make them a watcher", "w", .together(.rule(.watches, id)))
        : SheetRow("Let them draw", "d", .together(.rule(.draws, id))),
      SheetRow("Put them out of the call", "x", .together(.askToPutOut(id))),
    ]
  }

  private func shownName(of subject: Subject) -> String? {
    switch subject {
    case .guest(let id): together.seat?.guest(id).map { _ in name(of: id) }
    case .caller(let id): caller(id)?.shownName
    case .author(let author): called(author)
    }
  }

  private func author(of subject: Subject) -> AuthorID? {
    switch subject {
    case .guest(let id): together.seat?.guest(id)?.known?.author
    case .caller: nil
    case .author(let author): author
    }
  }

  // MARK: Actions

  private mutating func hideAll(by subject: Subject) {
    sheet = nil
    guard mayDraw else { return sayOnlyWatching() }
    guard let author = author(of: subject), let name = shownName(of: subject),
      board.picture.things.contains(where: { $0.author == author })
    else { return say("There is nothing of theirs to hide.") }
    guard make(Operation.Action.hide(upTo: board.picture.vector(of: author))) else { return }
    say(done: "All that \(name) drew is hidden. u brings it back.")
  }

  private mutating func showAll(by subject: Subject) {
    sheet = nil
    guard mayDraw else { return sayOnlyWatching() }
    guard let author = author(of: subject), let name = shownName(of: subject),
      let hide = board.picture.hideOfAll(by: author)
    else { return say("Nothing of theirs is hidden.") }
    guard make([.cancel(hide)]) else { return }
    say("What \(name) drew is seen again.")
  }

  /// Reports a ruling that another participant announces.
  mutating func say(_ ruling: Ruling, about subject: Bytes16, by id: Bytes16) {
    guard let seat = together.seat, seat.guest(id)?.mayDraw == true else { return }
    let isHere = subject == seat.me || seat.guest(subject) != nil
    switch ruling {
    case .putOut: note(putOut: subject) { $0.by = id }
    case .watches: if isHere { say("\(name(of: id)) made \(name(of: subject)) a watcher.") }
    case .draws: if isHere { say("\(name(of: id)) lets \(name(of: subject)) draw.") }
    }
  }

  /// Notes that a change of keys has removed these participants from the call.
  mutating func note(putOutByKeys ids: [Bytes16]) {
    for id in ids { note(putOut: id) { $0.isProved = true } }
  }

  /// Notes news about a removal. Any participant who may draw can claim a removal, so the notice
  /// appears only once a change of keys proves it. The keys can change before or after the claim
  /// arrives, and the removed member may be gone by then.
  private mutating func note(putOut subject: Bytes16, _ change: (inout SessionState.PutOut) -> Void)
  {
    guard let by = together.seat?.note(putOut: subject, change), let seat = together.seat else {
      return
    }
    let gone = seat.gone.last { $0.id == subject }?.name.string
    guard let whom = seat.guest(subject) == nil ? gone : name(of: subject) else { return }
    together.seat?.change(subject) { $0.isPutOut = true }
    say("\(name(of: by)) put \(whom) out of the call.")
  }
}
