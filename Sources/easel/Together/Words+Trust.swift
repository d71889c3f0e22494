import Trust
import Vocabulary
import Whiteboard

// What the call says about itself, in the whiteboard's words.
extension Tickets {
  init(_ tickets: (drawing: Ticket?, watching: Ticket)) {
    self.init(
      drawing: tickets.drawing.map { SafeText($0.text) }, watching: SafeText(tickets.watching.text))
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
