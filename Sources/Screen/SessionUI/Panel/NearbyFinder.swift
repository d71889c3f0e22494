import BoardContract
import BoardDocument
import BoardEditor
import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// The people in this network whom this user can meet, and the meeting with one of them.
package struct NearbyFinder {
  /// Whether this run looks for others.
  package private(set) var isLooking = false
  /// The latest result of the search; nil before the first one.
  private(set) var search: NearbySearch?
  package private(set) var meeting: Meeting?
  /// The uptime in milliseconds since which the words stand on the screen; nil if they do not.
  private var shownSince: Int64?
  /// The person whom this user chose, until the words stand.
  private(set) var asked: NearbyPerson?
  /// Whether a guest gets the ticket to draw; otherwise the one to watch.
  private(set) var mayDraw = true
  /// Whether this run is findable without the sheet.
  private var staysFindable = false
  /// The known people whom a mark can show.
  private var known: [AuthorID] = []
  private let requests: Requests

  /// In the first second, a key that was meant for something else does not confirm the words.
  static let reading: Int64 = 1_000

  init(_ requests: Requests) { self.requests = requests }

  private var mode: NearbyMode {
    if isLooking { return .looking(mayDraw: mayDraw, knowing: known) }
    return staysFindable ? .findable(mayDraw: mayDraw) : .off
  }

  private func discover() { requests.append(.call(.discover(mode))) }

  mutating func stayFindable() {
    guard !staysFindable else { return }
    staysFindable = true
    discover()
  }

  /// - Parameter known: the people whom this user met before.
  mutating func lookAround(knowing known: [AuthorID]) {
    (isLooking, self.known, search) = (true, known, nil)
    discover()
  }

  /// Ends the search with its sheet. A meeting goes on only in its sheet.
  mutating func follow(_ sheet: Sheet.Kind?, at uptime: Int64) {
    shownSince = sheet == .meeting ? shownSince ?? uptime : nil
    guard isLooking, sheet?.looksAround != true else { return }
    // Without a listener, the words would stand for nobody.
    if meeting != nil || asked != nil {
      requests.append(.call(.answerMeeting(meeting, accepts: false)))
    }
    (isLooking, search, asked, meeting) = (false, nil, nil, nil)
    discover()
  }

  mutating func toggleTicket() {
    guard meeting == nil else { return }
    mayDraw.toggle()
    if isLooking || staysFindable { discover() }
  }

  mutating func show(_ search: NearbySearch) {
    guard isLooking else { return }
    guard case .found(let found) = search else { return self.search = search }
    // The row under the cursor stays the same person: newcomers stand below.
    let shown = people.filter(found.contains)
    self.search = .found(shown + found.filter { !shown.contains($0) })
  }

  var people: [NearbyPerson] {
    if case .found(let people) = search { people } else { [] }
  }

  mutating func meet(_ person: NearbyPerson) {
    guard asked == nil, meeting == nil else {
      return requests.notify("You meet somebody already.")
    }
    asked = person
    requests.append(.call(.meet(person)))
  }

  func answer(_ accepts: Bool, at uptime: Int64) {
    guard let meeting else { return }
    if accepts {
      guard !meeting.isConfirmed, let shownSince, uptime - shownSince >= Self.reading
      else { return }
    }
    requests.append(.call(.answerMeeting(meeting, accepts: accepts)))
  }

  func openSheet() {
    guard meeting != nil else { return requests.notify("Nobody wants to meet you now.") }
    // Enter declines, until the user chooses the other row.
    requests.open(Sheet(.meeting, selected: 1))
  }

  // MARK: Events

  mutating func begin(_ meeting: Meeting) {
    (self.meeting, asked, shownSince) = (meeting, nil, nil)
    requests.ringBell()
    if isLooking { return openSheet() }
    requests.notify(
      "\(meeting.name.string) wants to meet you. Press S to compare the words.",
      command: .show(.meeting))
  }

  mutating func confirm() { meeting?.isConfirmed = true }

  mutating func end(_ outcome: MeetingOutcome) {
    let name = meeting?.name.string ?? "The other person"
    let isHost = meeting?.isHost == true
    (meeting, asked) = (nil, nil)
    requests.leaveSheet { $0 == .meeting }
    switch outcome {
    case .done: requests.notify(isHost ? "\(name) comes in now." : "You join \(name).")
    case .left: requests.notify("You did not confirm. No ticket passed.")
    case .declined: requests.notify("\(name) declined: the words differ, or it is not the time.")
    case .busy: requests.notify("They meet somebody else now. Try again in a minute.")
    case .tooManyTries: requests.notify("Three tries failed there. Try again in a minute.")
    case .noAnswer: requests.notify("There was no answer within a minute. No ticket passed.")
    case .oneself: requests.notify("That is your own Easel.")
    case .gone: requests.notify("\(name) is gone. No ticket passed.")
    case .forged:
      requests.notify(
        "No ticket passed: a message was changed. Somebody may be between you.", .warning)
    case .failed(let reason): requests.notify("No ticket passed: \(reason.clause).", .warning)
    }
  }
}

// Commands and events of the panel.
extension SessionPanel {
  /// Notes which sheet is open.
  package mutating func follow(_ sheet: Sheet.Kind?, at uptime: Int64) {
    nearby.follow(sheet, at: uptime)
  }

  /// - Parameter known: the people whom this user met before.
  mutating func lookAround(knowing known: [AuthorID], in recorder: BoardRecorder) {
    guard mayShare, recorder.mayDraw else {
      return requests.notify("You are watching: only people who may draw can invite others.")
    }
    nearby.lookAround(knowing: known)
    requests.open(Sheet(.invite))
  }

  mutating func handle(_ event: MeetingEvent, in recorder: BoardRecorder) {
    switch event {
    case .began(let meeting): nearby.begin(meeting)
    case .confirmed:
      nearby.confirm()
      // The guest wants to see this board.
      if nearby.meeting?.isHost == true { prepareSession(recorder) }
    case .busy(let name):
      requests.notify("\(name.string) also wanted to meet you, and was told that you are busy.")
    case .ended(let outcome): nearby.end(outcome)
    }
  }
}
