import BoardClient
import BoardCodec
import BoardEvents
import BoardLog
import BoardModel
import BoardSync
import EaselBase
import EaselPlatform
import GroupBase
import GroupCore
import GroupSecurity

/// A member that takes part in the session's board as Easel does. While it draws, it sends wet ink;
/// for each finished stroke it sends a signed entry. It also reports which entries it knows.
///
/// It stores no entries, so it has nothing to send to participants that ask for entries.
final class StrokeSender {
  let member: Member
  private var board: SharedBoard?
  private var log = Log()
  private let replicaGenesis: ReplicaGenesis
  private var replica: ReplicaID { replicaGenesis.replica(on: log.board) }
  private var chance = SystemRandomNumberGenerator()
  private var due: Uptime?
  private var isStale = true
  /// Whether a participant came or left since the robot last read the clock.
  private var hasNews = false
  private var pen: Pen?
  private(set) var pointsDrawn = 0
  private(set) var strokesDrawn = 0
  private(set) var entriesHeard = 0
  /// Called with each received run of entries; returns the heads that the run brings.
  var merged: ([UInt8]) -> [ReplicaHead] = { _ in [] }

  private struct Pen {
    let entry: EntryID
    var points: [BoardPoint]
    let began: Int64
  }

  static let style = WetStyle(
    kind: .pen, ink: Ink(color: PaletteColor.graphite.color, width: 1), stepExponent: 5)
  static let pointsPerStroke = 60
  /// The points left in the stroke in progress. The first stroke has a random length, so that the
  /// robots do not all lift their pens at once.
  private var pointsLeft = Int.random(in: 2...pointsPerStroke)

  init(_ member: Member) {
    self.member = member
    let nonce = (0..<ReplicaGenesis.nonceLength).map { _ in UInt8.random(in: 0...255) }
    replicaGenesis = ReplicaGenesis(publicKey: member.identity.publicKey, nonce: nonce)
    member.changed = { [unowned self] in hasNews = true }
    member.deliver = { [unowned self] in delivered($0, from: $1) }
  }

  var isReady: Bool { board != nil }
  var isComplete: Bool { board?.isComplete ?? false }

  // MARK: Others

  private func present() {
    hasNews = false
    guard let seat = member.seat else { return }
    if board == nil {
      log = Log(member.genesis ?? .unowned)
      board = SharedBoard(seat, isFounder: false, knowing: [], at: Reactor.uptime)
    }
    // This member has no entries to give to a newcomer, so it never names itself as the nearest.
    let all = member.participants.map { participant in
      let neighbour = member.neighbour(towards: participant.member)
      return SharedBoard.Participant(
        participant, mayDraw: member.membership.mayDraw(participant.member),
        nearest: member.participants.first { $0.member == neighbour })
    }
    handle { $0.participantsChanged(to: all, at: $1, using: &$2) }
  }

  private func delivered(_ message: SessionMessage, from sender: ParticipantID) {
    do {
      guard let said = try SharedBoardMessage(decoding: message.bytes) else { return }
      handle { $0.received(said, from: sender, at: $1, using: &$2) }
    } catch {
      // The message comes from another program, or is not a board message.
      return
    }
  }

  private func handle(
    _ event: (inout SharedBoard, Uptime, inout SystemRandomNumberGenerator) -> [SharedBoard.Action]
  ) {
    isStale = true
    guard var board else { return }
    self.board = nil
    let actions = event(&board, Reactor.uptime, &chance)
    self.board = board
    for action in actions { perform(action) }
  }

  private func perform(_ action: SharedBoard.Action) {
    switch action {
    case .send(let message, let recipients, let mode):
      member.send(message.encoded(), to: recipients, mode)
    case .merge(let run, _):
      entriesHeard += 1
      let heads = merged(run)
      if !heads.isEmpty { handle { $0.knows(heads, at: $1, using: &$2) } }
    case .supply(_, let participant):
      handle { board, _, _ in board.supplied([], to: participant) }
    case .showWet, .hideWet, .refuseWet, .show, .hide, .happened, .alarm, .rebuild: break
    }
  }

  func wake(at now: Uptime) {
    if hasNews { present() }
    if isStale { (due, isStale) = (board?.deadline, false) }
    if let due, due <= now { handle { $0.woke(at: $1, using: &$2) } }
  }

  // MARK: Drawing

  /// Draws to this point, or begins a stroke there. Rounds the point as the finished stroke does;
  /// Easel also sends rounded points.
  func draw(at hand: BoardPoint) {
    let point = PackedPoints.rounded(hand, stepExponent: Self.style.stepExponent)
    pointsDrawn += 1
    pointsLeft -= 1
    guard pen != nil else { return begin(at: point) }
    self.pen?.points.append(point)
    handle { board, now, _ in board.penMoved(through: [WetPoint(x: point.x, y: point.y)], at: now) }
    if pointsLeft <= 0 { finish() }
  }

  private func begin(at point: BoardPoint) {
    let number = log.head(of: replica)?.sequence.next ?? SequenceNumber(1)
    let entry = EntryID(replica, number)
    pen = Pen(entry: entry, points: [point], began: Reactor.now())
    handle { board, now, _ in
      board.penBegan(
        entry, style: WetItem.stroke(Self.style).encoded(), at: WetPoint(x: point.x, y: point.y),
        now: now)
    }
  }

  func finish() {
    guard let pen else { return }
    self.pen = nil
    pointsLeft = Self.pointsPerStroke
    let lasted = UInt32(clamping: (Reactor.now() - pen.began) / 1_000_000)
    guard let stroke = Self.style.stroke(through: pen.points),
      var entry = log.record(
        Operation(.make(.stroke(stroke))).encoded(), as: replicaGenesis,
        at: Int64(time(nil)) * 1_000,
        lasted: lasted)
    else { return }
    do { entry.signature = try member.identity.sign(entry.digest.bytes) } catch { return }
    strokesDrawn += 1
    let heads = log.head(of: replica).map { [ReplicaHead($0)] } ?? []
    handle { $0.knows(heads, at: $1, using: &$2) }
    for run in EntryRun.encoded([entry]) { handle { board, _, _ in board.wrote(run) } }
    handle { board, _, _ in
      board.penFinished()
      return []
    }
  }
}
