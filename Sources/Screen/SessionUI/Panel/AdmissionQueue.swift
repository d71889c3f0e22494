import BoardContract
import BoardRendering
import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// The people who ask to join the call. People who want to draw come before people who want to
/// watch; each group is in order of arrival.
package struct AdmissionQueue {
  package private(set) var waiting: [AdmissionRequest] = []
  private let requests: Requests

  init(_ requests: Requests) { self.requests = requests }

  static let countMax = 8

  /// - Parameter session: the session that this user is in; nil outside of a session.
  mutating func receive(_ request: AdmissionRequest, in session: SessionUUID?) {
    if waiting.count >= Self.countMax {
      // If the queue is full, a request to draw replaces the last request to watch. Any other
      // request is refused.
      guard let last = waiting.last, request.wantsToDraw, !last.wantsToDraw else {
        return requests.append(.call(.answer(visitor: request.number, .nothing)))
      }
      answer(last.number, .nothing)
    }
    let index =
      request.wantsToDraw
      ? waiting.firstIndex { !$0.wantsToDraw } : nil
    waiting.insert(request, at: index ?? waiting.endIndex)
    let wish =
      switch request.origin {
      case .user(toDraw: true), .ticket(toDraw: true): "draw with"
      case .user(toDraw: false), .ticket(toDraw: false): "watch"
      }
    requests.notify(
      "\(request.name.string) asks to \(wish) you. Press S to answer.",
      about: .admission(request.number), command: .show(.knock))
    requests.requestForeground(of: session)
  }

  mutating func withdraw(_ number: UInt64) {
    guard let request = waiting.first(where: { $0.number == number }) else { return }
    waiting.removeAll { $0.number == number }
    requests.leaveSheet { $0 == .knock(request) }
    requests.notify("\(request.name.string) no longer asks to join.")
  }

  /// Answers a request.
  ///
  /// - Returns: whether the person is admitted and will see this board.
  @discardableResult
  mutating func answer(_ number: UInt64, _ answer: DoorAnswer) -> Bool {
    requests.leaveSheet()
    guard let request = waiting.first(where: { $0.number == number }) else { return false }
    waiting.removeAll { $0.number == number }
    requests.append(.call(.answer(visitor: number, answer)))
    let name = request.name.string
    switch answer {
    case .nothing:
      requests.notify("You did not admit \(name).")
      return false
    case .draw, .watch:
      requests.notify("\(name) is admitted to \(answer == .draw ? "draw" : "watch").")
      return true
    }
  }

  /// Admits all guests who wait with a ticket, as their tickets say, because the user no longer
  /// wants to be asked about them.
  mutating func admitTickets() {
    for request in waiting {
      guard case .ticket(let toDraw) = request.origin else { continue }
      requests.append(
        .call(.answer(visitor: request.number, toDraw ? .draw : .watch)))
      waiting.removeAll { $0.number == request.number }
      requests.notify("\(request.name.string) comes in now.")
    }
  }

  /// Shows the first request. The refusal is selected at first, so that a key pressed by mistake
  /// admits no person.
  package func openSheet() {
    guard let request = waiting.first else { return requests.notify("No one asks to join.") }
    requests.open(Sheet(.knock(request), selected: Self.admittingRows(for: request).count))
  }

  package static func page(_ request: AdmissionRequest, on surface: Surface) -> SheetPage {
    let heading =
      switch request.origin {
      case .user(toDraw: true): "A user of this machine asks to draw with you."
      case .user(toDraw: false): "A user of this machine asks to watch you."
      case .ticket(toDraw: true): "They chose this name. They have a ticket to draw."
      case .ticket(toDraw: false): "They chose this name. They have a ticket to watch."
      }
    return SheetPage(
      title: "\(request.name.string) asks to join", heading: surface.heading(heading),
      rows: admittingRows(for: request) + [
        SheetRow("Do not admit them", "n", .session(.answer(request.number, .nothing)))
      ])
  }

  /// The rows of the answers that admit the person.
  private static func admittingRows(for request: AdmissionRequest) -> [SheetRow] {
    func answer(_ answer: DoorAnswer) -> Command { .session(.answer(request.number, answer)) }
    let watching = SheetRow("Admit them to watch", "w", answer(.watch))
    return request.origin == .user(toDraw: true)
      ? [SheetRow("Admit them to draw", "y", answer(.draw)), watching]
      : request.wantsToDraw
        ? [SheetRow("Admit them to draw", "y", answer(.draw))] : [watching]
  }
}

extension AdmissionRequest {
  fileprivate var wantsToDraw: Bool {
    switch origin {
    case .user(let toDraw), .ticket(let toDraw): toDraw
    }
  }
}
