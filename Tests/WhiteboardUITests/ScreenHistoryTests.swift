import BoardCodec
import BoardContract
import BoardLog
import BoardModel
import BoardRendering
import BoardSync
import CellFrame
import EaselBase
import FrameTesting
import GroupBase
import GroupTesting
import SessionCore
import Testing

@testable import WhiteboardUI

/// Hashes of the frames, kept entries and sent messages of 200 random runs. A change that only
/// moves code must not change them; if a change means to, record new ones.
@Suite struct ScreenHistoryTests {
  @Test("random runs give the same frames, entries and messages as before")
  func histories() throws {
    let histories = (1...200).map { seed in
      var history = History(seed: UInt64(seed))
      history.run(steps: 16)
      return (name: "seed.\(seed)", history: history)
    }
    #expect(histories.count { $0.history.keptCount > 0 } > 190)
    for kind in ["entries", "wet", "presence"] {
      #expect(histories.count { $0.history.kinds.contains(kind) } > 50, "\(kind)")
    }
    try assertBytes(histories.map { (name: $0.name, bytes: $0.history.hash) })
  }
}

/// One participant's whiteboard in a session with a second participant, made from a seed.
private struct History {
  private var chaos: Chaos
  private var desk: Desk
  private var chance: SplitMix64
  /// Encodes the messages to the second participant.
  private var shared: SharedBoard
  private var frames: [UInt8] = []
  private var entries: [UInt8] = []
  private var sent: [UInt8] = []
  /// Entries that are on the disk but not sent yet.
  private var unsent: [Entry] = []
  private(set) var keptCount = 0
  /// The kinds of the sent messages.
  private(set) var kinds: Set<String> = []
  private static let me = ParticipantID(MemberID(1), join: 1)
  private static let peer = ParticipantID(MemberID(2), join: 1)

  init(seed: UInt64) {
    chaos = Chaos(seed: seed)
    chance = SplitMix64(seed: seed)
    let rasters = Raster.allCases
    desk = Desk(
      columns: 60, rows: 20, raster: rasters[Int(seed) % rasters.count], coding: Desk.believing
    ) { $0.hasCall = true }
    shared = SharedBoard(Self.me, isFounder: true, knowing: [], at: Uptime(milliseconds: 0))
    let present = [Self.me, Self.peer].map { SharedBoard.Participant($0, mayDraw: true) }
    send(shared.participantsChanged(to: present, at: now, using: &chance))
    let session = SessionUUID(Bytes16(high: 0, low: 0))
    let ids = (0...1).map { ParticipantUUID(Bytes16(high: 0, low: $0)) }
    let entrance = Entrance(session: session, me: ids[0], mayDraw: true)
    handle(.call(.entered(entrance)))
    let participants = ids.map { SessionParticipant(id: $0, name: nil, mayDraw: true) }
    handle(.session(.participants(participants), in: session))
  }

  /// The first eight bytes of the hash of frames, of entries and of messages.
  var hash: [UInt8] {
    [frames, entries, sent].flatMap { Digest.sha256(of: $0).bytes.prefix(8) }
  }

  private var now: Uptime { Uptime(milliseconds: desk.now.uptime) }

  /// A stroke first, which a random run seldom finishes by itself.
  mutating func run(steps: Int) {
    let actions: [MouseEvent.Action] = [.press(.left), .drag(.left), .drag(.left), .release(.left)]
    for action in actions {
      desk.pass(chaos.pause())
      let cell = CellPoint(column: chaos.number(2...57), row: chaos.number(2...17))
      handle(.input(.mouse(MouseEvent(action, at: Pointer(cell)))))
    }
    for step in 1...steps {
      desk.pass(chaos.pause())
      perform(chaos.deed(columns: desk.frame.columns, rows: desk.frame.rows))
      if let deadline = shared.deadline, deadline <= now {
        send(shared.woke(at: now, using: &chance))
      }
      if step.isMultiple(of: 8) { frames += FrameGolden.text(of: desk.frame).utf8 }
    }
  }

  private mutating func handle(_ event: Event) { perform(.event(event)) }

  private mutating func handle(_ event: BoardEvent) { handle(.board(event)) }

  private mutating func perform(_ deed: Deed) {
    desk.effects = []
    for entry in desk.perform(deed) { entries += entry.encoded() }
    let effects = desk.effects
    for effect in effects {
      switch effect {
      case .board(.keep(let entry)): keep(entry)
      case .board(.session(let effect, _)): perform(effect)
      default: break
      }
    }
  }

  /// The disk answers at once.
  private mutating func keep(_ entry: Entry) {
    var signed = entry
    signed.signature = [UInt8](repeating: 1, count: 64)
    entries += signed.encoded()
    keptCount += 1
    unsent.append(signed)
    if desk.board.isInSession {
      for run in EntryRun.encoded(unsent) { send(shared.wrote(run)) }
      unsent = []
    }
    desk.effects = []
    desk.kept(entry.id)
  }

  private mutating func perform(_ effect: SessionEffect) {
    switch effect {
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
    case .notify(let notice): send(shared.sendEvent(notice.encoded(), to: .all))
    }
  }

  private mutating func send(_ actions: [SharedBoard.Action]) {
    for case .send(let message, let recipients, let mode) in actions {
      let readers: String
      switch recipients {
      case .all: readers = "all"
      case .only(let some):
        readers = some.sorted().map { "\($0.member.raw)" }.joined(separator: " ")
      }
      sent +=
        Array("\(readers) \(mode == .reliable ? "for sure" : "maybe") ".utf8) + message.encoded()
      kinds.insert(String("\(message)".prefix { $0 != "(" }))
    }
  }
}
