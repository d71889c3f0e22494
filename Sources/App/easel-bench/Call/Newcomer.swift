import BoardClient
import BoardCodec
import BoardDocument
import BoardEvents
import BoardLog
import BoardModel
import BoardSync
import EaselBase
import GroupBase

/// A member that joins a session late and merges all existing entries, with the client that Easel
/// runs.
final class Newcomer {
  private let member: Member
  private var driver: SessionDriver?
  private var chance = SystemRandomNumberGenerator()
  /// Whether a participant came or left since the newcomer last read the clock.
  private var hasNews = false
  /// The number of other authors' entries that count.
  private(set) var count = 0

  init(_ member: Member) {
    self.member = member
    member.changed = { [unowned self] in hasNews = true }
    member.deliver = { [unowned self] in
      let (message, sender) = ($0, $1)
      step { $0.received(message.bytes, from: sender, at: $1, using: &$2) }
    }
  }

  /// Whether all entries of the board have arrived.
  var isComplete: Bool { driver?.client.session?.shared.isComplete ?? false }

  func wake(at now: Uptime) {
    if hasNews { present() }
    if let due = driver?.client.deadline, due <= now { step { $0.woke(at: $1, using: &$2) } }
  }

  private func present() {
    hasNews = false
    guard let seat = member.seat else { return }
    if driver == nil { driver = enter(as: seat) }
    // This member has no entries to give to a newcomer, so it never names itself as the nearest.
    let members = member.participants.map { participant in
      let neighbour = member.neighbour(towards: participant.member)
      return SessionClient.Member(
        SharedBoard.Participant(
          participant, mayDraw: member.membership.mayDraw(participant.member),
          nearest: member.participants.first { $0.member == neighbour }),
        named: Bytes16(high: participant.member.raw, low: UInt64(participant.join)))
    }
    step { $0.participantsChanged(to: members, at: $1, using: &$2) }
  }

  private func enter(as seat: ParticipantID) -> SessionDriver {
    let nonce = (0..<ReplicaGenesis.nonceLength).map { _ in UInt8.random(in: 0...255) }
    let replicaGenesis = ReplicaGenesis(publicKey: member.identity.publicKey, nonce: nonce)
    let opened = OpenedBoard(
      path: nil, name: SafeText("late"), log: Log(member.genesis ?? .unowned),
      replicaGenesis: replicaGenesis,
      picture: Picture())
    let coding = EntryCoding(
      encode: { $0.encoded() }, decode: { OperationReading($0) },
      verify: History.verify)
    var client = SessionClient(
      board: BoardReplica(opened, author: replicaGenesis.author, coding: coding))
    client.enter(
      Bytes16(high: 0, low: 0), as: seat, isFounder: false, lacking: nil, rights: .open,
      at: Reactor.uptime)
    return SessionDriver(client)
  }

  /// Handles an event and shows the result at once, since no screen limits the rate of frames.
  private func step(
    _ event: (inout SessionClient, Uptime, inout SystemRandomNumberGenerator)
      -> [SessionClient.Output]
  ) {
    guard let driver else { return }
    driver.step(through: self) { event(&$0, Reactor.uptime, &chance) }
    repeat {
      driver.step(through: self) { $0.showNews(at: Reactor.uptime, using: &chance) }
    } while driver.client.isBehind
  }
}

/// The newcomer has no board to give, no file and no screen.
extension Newcomer: SessionPort {
  func send(
    _ message: SharedBoardMessage, to recipients: Recipients, _ mode: DeliveryMode,
    in session: Bytes16
  ) {
    member.send(message.encoded(), to: recipients, mode)
  }

  func readEntries(
    _ ranges: [EntryRange]?, for participant: ParticipantID, in session: Bytes16
  ) {
    step {
      $0.entriesRead([], amountingTo: [], isLast: true, for: participant, at: $1, using: &$2)
    }
  }

  func store(_ received: Received) { count += received.applied.count }

  func sendPaced(
    _ message: SharedBoardMessage, to participant: ParticipantID, in session: Bytes16
  ) {}
  func sendBase(_ message: BaseMessage, to participant: ParticipantID, in session: Bytes16) {}
  func readBase(for participant: ParticipantID) {}
  func open(_ beginning: BoardBeginning, for session: Bytes16) {}
  func show(_ change: BoardChange) {}
  func show(_ event: SessionEvent, of session: Bytes16) {}
  func note(_ refused: RefusalCounts) {}
  func rebuild(reading: Int) {}
}
