import BoardClient
import BoardCodec
import BoardLog
import BoardModel
import BoardSync
import EaselBase
import EaselPlatform
import GroupCore
import GroupSecurity

/// A member that takes part in the session's board as Easel does, and draws if it may: wet ink while
/// it draws, signed strokes when it is done, and word of what it knows.
///
/// It keeps no drawing, so that it has nothing to give to those who ask it.
final class StrokeSender {
  let member: Member
  private var board: SharedBoard?
  private var log = Log()
  private let birth: ReplicaGenesis
  private var replica: ReplicaID { birth.replica(on: log.board) }
  private var chance = SystemRandomNumberGenerator()
  private var due: Uptime?
  private var isStale = true
  /// Whether a participant came or left since the robot last read the clock.
  private var hasNews = false
  private var pen: Pen?
  private(set) var pointsDrawn = 0
  private(set) var strokesDrawn = 0
  private(set) var entriesHeard = 0
  /// Calls with what was said as a run of entries.
  var merged: ([UInt8]) -> [ReplicaHead] = { _ in [] }

  private struct Pen {
    let entry: EntryID
    var points: [BoardPoint]
    let began: Int64
  }

  static let style = WetStyle(
    kind: .pen, ink: Ink(color: PaletteColor.graphite.color, width: 1), stepExponent: 5)
  static let pointsPerStroke = 60
  /// The length of the stroke in progress, or of the first one: people do not all lift at once.
  private var pointsLeft = Int.random(in: 2...pointsPerStroke)

  init(_ member: Member) {
    self.member = member
    let nonce = (0..<ReplicaGenesis.nonceLength).map { _ in UInt8.random(in: 0...255) }
    birth = ReplicaGenesis(publicKey: member.identity.publicKey, nonce: nonce)
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
    // It has nothing to give to a newcomer, so that somebody else must be the nearest.
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
      // From another program, or no message of a board's.
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
    case .showWet, .hideWet, .show, .hide, .happened, .alarm, .rebuild: break
    }
  }

  func wake(at now: Uptime) {
    if hasNews { present() }
    if isStale { (due, isStale) = (board?.deadline, false) }
    if let due, due <= now { handle { $0.woke(at: $1, using: &$2) } }
  }

  // MARK: Drawing

  /// The pen is here now: where its stroke will keep it, as Easel says it.
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
        Operation(.make(.stroke(stroke))).encoded(), as: birth, at: Int64(time(nil)) * 1_000,
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
