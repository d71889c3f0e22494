import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import BoardSync
import EaselBase
import GroupBase
import Testing

@testable import SessionCore

@Suite struct SessionDriverTests {
  /// Notes what the driver asks for, and causes further events meanwhile.
  private final class Port: SessionPort {
    private(set) var asked: [String] = []
    /// Runs once, when the driver asks for this.
    var reactions: [String: () -> Void] = [:]

    private func note(_ name: String) {
      asked.append(name)
      reactions.removeValue(forKey: name)?()
    }

    func send(
      _ message: SharedBoardMessage, to recipients: Recipients, _ mode: DeliveryMode,
      in session: SessionUUID
    ) {
      guard case .event(let bytes) = message else { return note("send in \(session.raw.low)") }
      note("send \(bytes) in \(session.raw.low)")
    }

    func sendPaced(
      _ message: SharedBoardMessage, to participant: ParticipantID, in session: SessionUUID
    ) {
      note("send paced in \(session.raw.low)")
    }

    func readEntries(
      _ ranges: [EntryRange]?, for participant: ParticipantID, in session: SessionUUID
    ) {
      note("read in \(session.raw.low)")
    }

    func sendBase(_ message: BaseMessage, to participant: ParticipantID, in session: SessionUUID) {
      note("send base in \(session.raw.low)")
    }

    func readBase(for participant: ParticipantID) { note("read base") }
    func open(_ beginning: BoardBeginning, for session: SessionUUID) {
      note("open in \(session.raw.low)")
    }
    func store(_ received: Received) { note("store") }
    func show(_ change: BoardChange) { note("show") }
    func show(_ event: SessionEvent, of session: SessionUUID) {
      note("event in \(session.raw.low)")
    }
    func note(_ refused: RefusalCounts) { note("refused") }
    func rebuild(reading: Int) { note("rebuild \(reading)") }
  }

  private func driver(in session: UInt64? = 1) -> SessionDriver {
    let driver = SessionDriver(SessionClient(board: ClientWorld.replica(0)))
    if let session { enter(session, driver) }
    return driver
  }

  private func enter(_ session: UInt64, _ driver: SessionDriver) {
    driver.client.enter(
      SessionUUID(Bytes16(high: 0, low: session)), as: ClientWorld.participant(0), isFounder: true,
      lacking: nil,
      rights: .open, at: Uptime(milliseconds: 0))
  }

  private func message(_ number: UInt8) -> SessionClient.Output {
    .send(.event([number]), to: .all, .reliable)
  }

  @Test("Outputs are performed in their order; entries are stored before they are shown")
  func order() {
    let (driver, port) = (driver(), Port())
    driver.step(through: port) { _ in
      [
        message(1), .merged(Received()), .event(.caughtUp),
        .readBase(for: ClientWorld.participant(1)),
        .rebuild(reading: 7), message(2),
      ]
    }
    #expect(
      port.asked == [
        "send [1] in 1", "store", "show", "event in 1", "read base", "rebuild 7", "send [2] in 1",
      ])
  }

  @Test("Outputs that an output causes come after all earlier outputs")
  func reentrancy() {
    let (driver, port) = (driver(), Port())
    port.reactions["send [1] in 1"] = { [unowned port] in
      driver.step(through: port) { _ in [message(3)] }
      // The event was handled, and its output waits.
      #expect(port.asked == ["send [1] in 1"])
    }
    port.reactions["send [3] in 1"] = { [unowned port] in
      driver.step(through: port) { _ in [message(4)] }
    }
    driver.step(through: port) { _ in [message(1), message(2)] }
    #expect(port.asked == [1, 2, 3, 4].map { "send [\($0)] in 1" })
    driver.step(through: port) { _ in [message(5)] }
    #expect(port.asked.last == "send [5] in 1")
  }

  @Test("An output belongs to the session in which its event came")
  func sessions() {
    let (driver, port) = (driver(), Port())
    port.reactions["send [1] in 1"] = { [unowned port] in
      enter(2, driver)
      driver.step(through: port) { _ in [message(3)] }
    }
    driver.step(through: port) { _ in [message(1), message(2)] }
    #expect(port.asked == ["send [1] in 1", "send [2] in 1", "send [3] in 2"])
  }

  @Test("Outside of a session nothing is sent, and merged entries are stored and shown")
  func outside() {
    let (driver, port) = (driver(in: nil), Port())
    driver.step(through: port) { _ in
      [message(1), .event(.caughtUp), .merged(Received()), .shown(BoardChange())]
    }
    #expect(port.asked == ["store", "show", "show"])
  }
}
