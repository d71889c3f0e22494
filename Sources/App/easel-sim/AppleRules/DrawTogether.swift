import EaselBase
import GroupCore
import GroupTesting

/// The rules by which Apple's sample DrawTogether shares a canvas, rewritten from its behaviour.
///
/// Each point is a message of its own. Each participant that sees a newcomer sends it all finished
/// strokes. Of two canvases, the canvas with more points replaces the other.
struct DrawTogetherRules: Rules {
  func player(
    _ participant: ParticipantID, of session: SessionID, board: BoardNumber, isFounder: Bool,
    in context: PlayerContext
  ) -> any Player {
    DrawTogetherPlayer(participant, board: board)
  }
}

final class DrawTogetherPlayer: Player {
  let participant: ParticipantID
  let board: BoardNumber
  private(set) var present: [ParticipantID] = []
  private(set) var canvas: [CanvasStroke] = []
  private var active: CanvasStroke?
  /// Every point that was drawn here.
  private(set) var drawn: Set<UInt64> = []
  private var lastNumber: UInt64 = 0

  /// A stroke and its points; a point is a number that no other point has.
  struct CanvasStroke: Equatable {
    let id: UInt64
    var points: [UInt64]
  }

  init(_ participant: ParticipantID, board: BoardNumber) {
    self.participant = participant
    self.board = board
  }

  var deadline: Uptime? { nil }
  func woke(in context: PlayerContext) {}
  func linkCameUp(in context: PlayerContext) {}
  func check(in context: PlayerContext) {}
  func closed(in context: PlayerContext) {}

  /// Does not count the stroke in progress.
  private var pointCount: Int { canvas.reduce(0) { $0 + $1.points.count } }

  /// The points on this screen.
  var seen: Set<UInt64> { Set((canvas + [active].compactMap { $0 }).flatMap(\.points)) }

  func participants(_ present: [ParticipantID], in context: PlayerContext) {
    let new = Set(present).subtracting(self.present).subtracting([participant])
    self.present = present
    guard !new.isEmpty else { return }
    send(.canvas(canvas, pointCount: pointCount), to: .only(new), in: context)
  }

  func received(
    _ bytes: [UInt8], from sender: ParticipantID, _ mode: DeliveryMode, in context: PlayerContext
  ) {
    switch Message(bytes) {
    case .upsert(let stroke, let point):
      if let place = canvas.firstIndex(where: { $0.id == stroke }) {
        canvas[place].points.append(point)
      } else {
        canvas.append(CanvasStroke(id: stroke, points: [point]))
      }
    case .canvas(let strokes, let count):
      if count > pointCount { canvas = strokes }
    case nil: break
    }
  }

  func act(in context: PlayerContext) {
    guard active != nil || context.world.chance.percent(60) else { return }
    for _ in 0...context.world.chance.below(5) { addPoint(in: context) }
    if context.world.chance.percent(25) { rest(in: context) }
  }

  func rest(in context: PlayerContext) {
    if let active { canvas.append(active) }
    active = nil
  }

  private func addPoint(in context: PlayerContext) {
    let point = number(in: context)
    var stroke = active ?? CanvasStroke(id: number(in: context), points: [])
    stroke.points.append(point)
    active = stroke
    drawn.insert(point)
    send(.upsert(stroke.id, point), to: .all, in: context)
  }

  private func number(in context: PlayerContext) -> UInt64 {
    lastNumber += 1
    return UInt64(context.person.index) << 32 | lastNumber
  }

  private func send(_ message: Message, to recipients: Recipients, in context: PlayerContext) {
    context.world.send(message.bytes, to: recipients, .reliable, by: context.process)
  }
}

extension DrawTogetherPlayer {
  enum Message: Equatable {
    case upsert(UInt64, UInt64)
    case canvas([CanvasStroke], pointCount: Int)

    /// Words of eight bytes: a kind, then strokes and points after their counts.
    var bytes: [UInt8] {
      var words: [UInt64]
      switch self {
      case .upsert(let stroke, let point): words = [0, stroke, point]
      case .canvas(let strokes, let count):
        words = [1, UInt64(count)]
        for stroke in strokes { words += [stroke.id, UInt64(stroke.points.count)] + stroke.points }
      }
      return words.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
    }

    init?(_ bytes: [UInt8]) {
      var words = stride(from: 0, to: bytes.count - 7, by: 8).map { start in
        bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      }[...]
      guard let kind = words.popFirst(), let first = words.popFirst() else { return nil }
      if kind == 0 {
        guard let point = words.popFirst() else { return nil }
        self = .upsert(first, point)
        return
      }
      var strokes: [CanvasStroke] = []
      while let id = words.popFirst(), let count = words.popFirst() {
        let points = words.prefix(Int(clamping: count))
        words = words.dropFirst(points.count)
        strokes.append(CanvasStroke(id: id, points: Array(points)))
      }
      self = .canvas(strokes, pointCount: Int(clamping: first))
    }
  }
}
