import BoardClient
import EaselBase
import GroupSecurity
import OpenGroupActivities

// Converts the call's tickets, names and answers to the whiteboard's types.
extension Tickets {
  init(_ tickets: (drawing: Ticket?, watching: Ticket)) {
    let (drawing, watching) = (tickets.drawing?.text, tickets.watching.text)
    self.init(
      drawing: drawing.map { SafeText($0) }, watching: SafeText(watching),
      drawingCode: drawing.flatMap { QRCode(of: $0) }, watchingCode: QRCode(of: watching))
  }
}

extension GroupPerson {
  var shownName: SafeText { name.map { SafeText($0, limit: .name) } ?? SafeText("somebody") }
}

extension Surroundings.Hub {
  init(_ hub: CallHub) {
    switch hub {
    case .oneself: self = .oneself
    case .other(let person): self = .other(person.shownName)
    }
  }
}

extension DoorAnswer {
  /// The role to give; nil if the answer gives none.
  var role: Role? {
    switch self {
    case .draw: .draw
    case .watch: .watch
    case .nothing: nil
    }
  }
}
