import BoardClient
import EaselBase
import GroupSecurity
import OpenGroupActivities

// What the call says about itself, in the whiteboard's words.
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
  /// Nil where nothing is allowed.
  var role: Role? {
    switch self {
    case .draw: .draw
    case .watch: .watch
    case .nothing: nil
    }
  }
}
