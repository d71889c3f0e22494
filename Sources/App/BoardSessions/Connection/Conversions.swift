import BoardContract
import CEaselQRencode
import EaselBase
import Foundation
import GroupCore
import GroupSecurity
import OpenGroupActivities

// Converts the call's tickets, names, answers and ids to the types of a user's events.
extension Tickets {
  init(_ tickets: (drawing: Ticket?, watching: Ticket), hasNetwork: Bool) {
    let (drawing, watching) = (tickets.drawing?.text, tickets.watching.text)
    self.init(
      drawing: drawing.map { SafeText($0) }, watching: SafeText(watching),
      addresses: tickets.watching.addresses.map { SafeText($0) }, hasNetwork: hasNetwork,
      drawingCode: drawing.flatMap { QRCode(of: $0) }, watchingCode: QRCode(of: watching))
  }
}

extension GroupPerson {
  var shownName: SafeText {
    let name = SafeText(name ?? "", limit: .name)
    return name.string.isEmpty ? SafeText("somebody") : name
  }
}

extension GroupSessionEvent {
  /// The participant's name and action.
  var words: SafeText {
    SafeText("\(originator.person.shownName.string) \(action.description)")
  }
}

extension ParticipantKind {
  /// A member says itself what it is. A display only watches, so a member that says so and may draw is
  /// shown as the person who may be behind it. So is a member that this run does not know yet.
  init(_ kind: MemberProfile.Kind?, mayDraw: Bool) {
    self =
      switch kind {
      case .relay: .program
      case .display where !mayDraw: .display
      case .display, .person, nil: .person
      }
  }
}

extension CallStatus.Hub {
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

extension QRCode {
  /// Makes the smallest code of a text, by libqrencode; returns nil if the text is too long.
  ///
  /// Uses the lowest level of error correction, which makes the code smaller; a screen has no dirt
  /// that would need correction.
  init?(of text: String) {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
    defer { QRcode_free(code) }
    guard let modules = code.pointee.data, let size = Int(exactly: code.pointee.width),
      Self.sizes.contains(size)
    else { return nil }
    // The lowest bit is the module; the other bits tell its purpose.
    self.init(size: size, dark: (0..<size * size).map { modules[$0] & 1 == 1 })
  }
}
