import BoardCodec
import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import BoardSync
import EaselBase
import GroupBase
import SessionCore
import Testing
@testable import BoardFiles

@testable import BoardSessions

/// The order of the events of a session.
@MainActor @Suite struct EventOrderTests {
  private let session = SessionUUID(Bytes16(high: 9, low: 1))

  /// A user that only listens.
  private final class Listener: BoardUser {
    let person: Person
    let session: SessionUUID?
    private(set) var heard: [String] = []

    init(_ person: Person, in session: SessionUUID) {
      (self.person, self.session) = (person, session)
    }

    /// Runs once, as an effect of the next event.
    var custom: @MainActor () -> Void = {}

    func handle(
      _ event: BoardEvent, on board: inout BoardReplica, at now: Moment
    ) -> [BoardEffect] {
      switch event {
      case .session(let event, _): heard.append("\("\(event)".prefix { $0 != "(" })")
      case .merged: heard.append("merged")
      default: break
      }
      defer { custom = {} }
      return [.custom(custom)]
    }
  }

  private func controller(_ localAuthor: LocalAuthor) -> (BoardController, Listener) {
    let boards = InMemoryBoards(localAuthor: localAuthor)
    let listener = Listener(localAuthor.person(), in: session)
    let controller = BoardController(listener, boards.fresh(nil, nil), boards: boards)
    controller.driver.client.enter(
      session, as: ParticipantID(MemberID(1), join: 1), isFounder: true, lacking: nil,
      rights: .open, at: Uptime(milliseconds: 0))
    return (controller, listener)
  }

  /// Another author's entry comes and waits for the next frame. With that frame comes the event
  /// that this user has caught up.
  private func receiveEntry(_ controller: BoardController) throws {
    let ben = LocalAuthor.temporary("Ben")
    var log = controller.board.log
    let label = Label(
      origin: BoardPoint(x: 0, y: 0), columnWidth: 500, rowHeight: 1_000,
      color: PaletteColor.red.color, text: SafeText("so"))
    let operation = Operation(.make(.label(label)))
    let recorded = log.record(operation.encoded(), as: ben.replicaGenesis(), at: 1, lasted: 0)
    let entry = try ben.sign(try #require(recorded))
    let run = try #require(EntryRun.encoded([entry]).first)
    let message = SharedBoardMessage.entries(run)
    controller.step {
      $0.received(
        message.encoded(), from: ParticipantID(MemberID(2), join: 1), at: $1, using: &$2)
    }
  }

  @Test("A user hears of entries before an event that came after them")
  func entriesFirst() throws {
    let (controller, listener) = controller(LocalAuthor.temporary("Ada"))
    try receiveEntry(controller)
    #expect(listener.heard == ["caughtUp"] && controller.hasArrivals)
    controller.receive(.session(.vanished(ParticipantUUID(Bytes16(high: 1, low: 1))), in: session))
    #expect(listener.heard == ["caughtUp", "merged", "vanished"])
  }

  @Test("Events that come while an event is handled wait for its end, and keep their order")
  func waiting() throws {
    let (controller, listener) = controller(LocalAuthor.temporary("Ada"))
    try receiveEntry(controller)
    listener.custom = { [unowned controller, session] in
      controller.receive(
        .session(.vanished(ParticipantUUID(Bytes16(high: 1, low: 1))), in: session))
      controller.receive(
        .session(.alarm(with: ParticipantUUID(Bytes16(high: 1, low: 1))), in: session))
      #expect(listener.heard == ["caughtUp", "putOut"])
    }
    controller.handle(.session(.putOut([]), in: session))
    #expect(listener.heard == ["caughtUp", "putOut", "merged", "vanished", "alarm"])
  }
}
