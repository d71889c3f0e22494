import BoardClient
import BoardDocument
import BoardRendering
import CellFrame
import EaselBase

// Handles requests of people who ask to come in.
extension Whiteboard {
  mutating func knocked(_ visitor: AdmissionRequest) {
    if together.visitors.count >= Together.visitorsMax {
      // A request to draw takes the place of the last request to watch.
      guard let last = together.visitors.last, visitor.wantsToDraw, !last.wantsToDraw else {
        return effects.append(.call(.answer(visitor: visitor.number, .nothing)))
      }
      answer(last.number, .nothing)
    }
    let place =
      visitor.wantsToDraw
      ? together.visitors.firstIndex { !$0.wantsToDraw } : nil
    together.visitors.insert(visitor, at: place ?? together.visitors.endIndex)
    let wish =
      switch visitor.way {
      case .user(toDraw: true), .ticket(toDraw: true): "draw with"
      case .user(toDraw: false), .ticket(toDraw: false): "watch"
      }
    say(
      "\(visitor.name.string) knocks and wants to \(wish) you: S answers.",
      command: .show(.knock))
  }

  /// Returns the sheet for a request. The row selected at first is the refusal, so that a key meant
  /// for something else admits no person.
  func knockPage(_ visitor: AdmissionRequest) -> SheetPage {
    func answer(_ answer: DoorAnswer) -> Command { .together(.answer(visitor.number, answer)) }
    let drawing = SheetRow("Let them in to draw", "y", answer(.draw))
    let watching = SheetRow("Let them in to watch", "w", answer(.watch))
    let (heading, ways) =
      switch visitor.way {
      case .user(toDraw: true):
        ("A user of this machine, who wants to draw with you.", [drawing, watching])
      case .user(toDraw: false):
        ("A user of this machine, who wants to watch you.", [watching])
      case .ticket(toDraw: true):
        ("So they call themselves. They have a ticket to draw.", [drawing])
      case .ticket(toDraw: false):
        ("So they call themselves. They have a ticket to watch.", [watching])
      }
    return SheetPage(
      title: "\(visitor.name.string) is at the door", heading: text(heading),
      rows: ways + [SheetRow("Do not let them in", "n", answer(.nothing))])
  }

  mutating func wentAway(_ number: UInt64) {
    guard let visitor = together.visitors.first(where: { $0.number == number }) else { return }
    together.visitors.removeAll { $0.number == number }
    if sheet?.kind == .knock(visitor) { sheet = nil }
    say("\(visitor.name.string) has gone from the door.")
  }

  mutating func answer(_ number: UInt64, _ answer: DoorAnswer) {
    sheet = nil
    guard let visitor = together.visitors.first(where: { $0.number == number }) else { return }
    together.visitors.removeAll { $0.number == number }
    effects.append(.call(.answer(visitor: number, answer)))
    let name = visitor.name.string
    switch answer {
    case .nothing: say("\(name) was not let in.")
    case .draw, .watch:
      // The person comes to see this board, so the board is shared.
      if together.seat == nil, together.staging == nil, !board.isReadOnly {
        effects.append(.call(.stage(invitation)))
      }
      say("\(name) comes in to \(answer == .draw ? "draw" : "watch").")
    }
  }
}

extension AdmissionRequest {
  fileprivate var wantsToDraw: Bool {
    switch way {
    case .user(let toDraw), .ticket(let toDraw): toDraw
    }
  }
}
