import Codec
import Drawing
import EaselTesting
import Log
import Rendering
import Sharing
import Testing
import Vocabulary
import Wire

@testable import Whiteboard

/// What the screen shows, keeps and says in 200 random runs, hashed: code that only moves changes none of
/// it. A change that means to records new hashes.
@Suite struct ScreenHistoryTests {
  @Test("random runs show the frames, keep the entries and send the bytes that they always did")
  func histories() throws {
    try assertBytes(
      (1...200).map { seed in
        var history = History(seed: UInt64(seed))
        history.run(steps: 24)
        return ("seed.\(seed)", history.hash)
      })
  }
}

/// One person's screen in a session with one other, from a seed.
private struct History {
  private var chaos: Chaos
  private var desk: Desk
  private var chance: SplitMix64
  /// Makes the bytes that go to the other.
  private var shared: SharedBoard
  private var frames: [UInt8] = []
  private var entries: [UInt8] = []
  private var sent: [UInt8] = []
  /// Kept, and not yet sent.
  private var unsent: [Entry] = []
  private static let me = ParticipantID(MemberID(1), join: 1)
  private static let other = ParticipantID(MemberID(2), join: 1)

  init(seed: UInt64) {
    chaos = Chaos(seed: seed)
    chance = SplitMix64(seed: seed)
    let rasters = Raster.allCases
    desk = Desk(columns: 60, rows: 20, raster: rasters[Int(seed) % rasters.count]) { setup in
      setup.hasCall = true
      setup.encode = { $0.encoded() }
      setup.decode = { bytes in try? Drawing.Operation(decoding: bytes) }
      setup.verify = { _, _, _ in true }
    }
    shared = SharedBoard(Self.me, isFounder: true, knowing: [], at: Uptime(milliseconds: 0))
    let present = [Self.me, Self.other].map { SharedBoard.Participant($0, mayDraw: true) }
    send(shared.participantsChanged(to: present, at: now, using: &chance))
  }

  /// Eight bytes each of the frames, the entries and what was sent.
  var hash: [UInt8] {
    [frames, entries, sent].flatMap { Digest.sha256(of: $0).bytes.prefix(8) }
  }

  private var now: Uptime { Uptime(milliseconds: desk.now.uptime) }

  mutating func run(steps: Int) {
    for step in 1...steps {
      desk.pass(chaos.pause())
      handle(chaos.event(columns: desk.frame.columns, rows: desk.frame.rows))
      if let deadline = shared.deadline, deadline <= now {
        send(shared.woke(at: now, using: &chance))
      }
      if step.isMultiple(of: 4) { frames += FrameGolden.text(of: desk.frame).utf8 }
    }
  }

  private mutating func handle(_ event: Event) {
    desk.effects = []
    desk.handle(event)
    let effects = desk.effects
    for effect in effects {
      switch effect {
      case .keep(let entry): keep(entry)
      case .session(let effect, _): perform(effect)
      default: break
      }
    }
  }

  /// The disk answers at once.
  private mutating func keep(_ entry: Entry) {
    var signed = entry
    signed.signature = [UInt8](repeating: 1, count: 64)
    entries += signed.encoded()
    unsent.append(signed)
    handle(.kept(entry.id))
  }

  private mutating func perform(_ effect: SessionEffect) {
    switch effect {
    case .send:
      for run in EntryRun.encoded(unsent) { send(shared.wrote(run)) }
      unsent = []
    case .store(let others, _): for entry in others { entries += entry.encoded() }
    case .penBegan(let entry, let style, let point):
      let style = WetItem.stroke(style).encoded()
      send(shared.penBegan(entry, style: style, at: WetPoint(x: point.x, y: point.y), now: now))
    case .penMoved(let points):
      send(shared.penMoved(through: points.map { WetPoint(x: $0.x, y: $0.y) }, at: now))
    case .typed(let entry, let label):
      let (style, point) = (WetItem.label(label).encoded(), label.origin)
      send(shared.penShowed(entry, style: style, at: WetPoint(x: point.x, y: point.y), now: now))
    case .penFinished: shared.penFinished()
    case .penAbandoned: send(shared.penAbandoned())
    case .appear(let appearance): send(shared.shows(appearance.encoded(), at: now))
    case .tell(let happening): send(shared.tell(happening.encoded(), to: .all))
    case .rebuild, .met: break
    }
  }

  private mutating func send(_ actions: [SharedBoard.Action]) {
    for case .send(let message, _, _) in actions { sent += message.encoded() }
  }
}
