import CellFrame
import EaselBase
import ScreenContract
import SocketTransports
import SystemFiles

/// The run whose seat can move.
@MainActor protocol SeatOwner: AnyObject {
  /// The public key of the user.
  var owner: [UInt8] { get }
  var mayMoveSeat: Bool { get }
  /// Nil if no other run can enter the call.
  var seatPromise: SeatPromise? { get }
  var seat: Seat { get }

  /// Finishes the stroke, writes all, and closes the board's file. Returns false if that fails.
  func closeBoard() async -> Bool
  /// Opens the board's file again. Returns false if another run has it open.
  func reopenBoard() -> Bool
  func seatMoved(to terminal: String)
}

/// Gives the seat of this run to another run of the same user. ``SeatHandover`` decides, and this
/// server does it.
@MainActor final class SeatServer {
  private let listener: SeatListener
  private unowned let owner: any SeatOwner
  /// The rings that move to or from other runs.
  private let rings: RingCarrier
  private var handover = SeatHandover()
  /// The run to which the seat moves.
  private var link: SeatLink?
  /// The terminal of that run.
  private var terminal = ""
  /// The runs that have connected, and have yet to say what they want.
  private var callers: [SeatLink] = []
  /// The user's input since the board closed. It counts here if the seat stays.
  private var heldInput: [InputEvent] = []
  /// The uptime in milliseconds at which the use of the terminal was noted last.
  private var notedAt = Int64.min

  private static let callersMax = 8
  /// The maximum number of events that are held; 10,000 are a minute of drawing.
  private static let heldInputMax = 10_000
  /// The time between two notes of use, in milliseconds.
  private static let noteEvery: Int64 = 1_000

  init(_ listener: SeatListener, for owner: any SeatOwner, _ rings: RingCarrier) {
    (self.listener, self.owner, self.rings) = (listener, owner, rings)
  }

  var descriptors: [Int32] {
    ([link].compactMap { $0 } + callers + rings.links).map(\.descriptor) + [listener.descriptor]
  }
  var deadline: Int64? { [handover.deadline, rings.deadline].compactMap { $0 }.min() }
  var hasClosedFile: Bool { handover.hasClosedFile }

  /// Notes that the user uses this terminal.
  func noteUse(at now: Int64) {
    guard now >= notedAt.addingReportingOverflow(Self.noteEvery).partialValue else { return }
    notedAt = now
    listener.noteUse()
  }

  /// Keeps an event while the seat moves, because input has no board then.
  ///
  /// - Returns: false if the event is not kept.
  func hold(_ event: InputEvent) -> Bool {
    guard handover.holdsInput else { return false }
    if heldInput.count < Self.heldInputMax { heldInput.append(event) }
    return true
  }

  /// Returns the events that were kept, once the seat stays here.
  func releasedInput() -> [InputEvent] {
    guard !heldInput.isEmpty, !handover.holdsInput else { return [] }
    defer { heldInput = [] }
    return heldInput
  }

  func wake(at now: Int64) {
    let actions = handover.woke(at: now)
    if !actions.isEmpty { link = nil }
    perform(actions)
    rings.wake(at: now)
  }

  /// Handles what has arrived.
  func attend() {
    while callers.count < Self.callersMax, let caller = listener.accept() {
      callers.append(caller)
    }
    callers.removeAll { caller in
      if let frame = caller.receive() {
        answer(SeatMessage(frame), of: caller)
        return true
      }
      return caller.isClosed
    }
    rings.attend()
    guard let link else { return }
    while let frame = link.receive() {
      switch SeatMessage(frame) {
      case .ready: perform(handover.ready(mayMove: owner.mayMoveSeat))
      case .seated: perform(handover.seated())
      case .take, .promised, .refused, .given, .ring, .shown, .answered, nil: break
      }
    }
    if link.isClosed, self.link === link {
      self.link = nil
      perform(handover.closed())
    }
  }

  /// Answers the first message of a run. A run of another version gets no answer, and finds the
  /// connection closed.
  private func answer(_ message: SeatMessage?, of caller: SeatLink) {
    if case .ring(let ring) = message { return rings.receive(ring, over: caller) }
    guard case .take(let request) = message else { return }
    guard request.owner == owner.owner else { return caller.send(.refused(.foreign)) }
    let actions = handover.asked(from: request.terminal, mayMove: owner.mayMoveSeat)
    guard actions == [.promise] else {
      if case .refuse(let refusal)? = actions.first { caller.send(.refused(refusal)) }
      return
    }
    (link, terminal) = (caller, request.terminal)
    perform(actions)
  }

  private func perform(_ actions: [SeatHandover.Action]) {
    for action in actions {
      switch action {
      case .promise:
        guard let promise = owner.seatPromise else { return refuse(.noWay) }
        send(.promised(promise))
      case .refuse(let refusal): refuse(refusal)
      case .save:
        Task {
          let isSaved = await owner.closeBoard()
          perform(handover.saved(isSaved, at: SystemClock.uptime()))
        }
      case .give: send(.given(owner.seat))
      case .resume: if !owner.reopenBoard() { perform(handover.held(by: terminal)) }
      case .end(let terminal): owner.seatMoved(to: terminal)
      }
    }
  }

  /// Tells the other run that the seat stays here, and forgets that run.
  private func refuse(_ refusal: SeatRefusal) {
    send(.refused(refusal))
    link = nil
    _ = handover.closed()
  }

  private func send(_ message: SeatMessage) { link?.send(message) }
}

extension SeatLink {
  func send(_ message: SeatMessage) {
    do { send(try message.encoded()) } catch {
      // The other run finds the connection closed, or gets no answer in time.
      return
    }
  }
}
