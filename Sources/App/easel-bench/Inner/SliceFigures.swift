import BoardCodec
import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import BoardSync
import EaselBase
import GroupBase
import SessionCore

/// The worst 1 MiB of entries that a member of a session can send: the goals are 1 s of processor
/// in all, and at most 50 ms in one piece, between which keys and signals are handled.
///
/// The receiver is the client that Easel runs, with all checks of signatures, but without a screen.
/// Ann drew as many things as one action may name, and Mal has moved all of them two hundred times.
enum SliceFigures {
  private static let things = Limits.targets
  private static let gestures = 200
  private static let weight = 1 << 20

  static func all() throws -> [Figure] {
    var desk = try Desk()
    let made = try desk.record(Loads.dots(things) + [label("words")], by: desk.ann)
    let ids = made.prefix(things).map(\.id)
    let moves = try desk.record(
      Array(repeating: Loads.move(ids), count: gestures), by: desk.mal)
    let kinds = kinds(of: ids, label: made.last?.id, moves: moves.map(\.id))
    return try kinds.flatMap { what, action in
      var desk = desk
      let load = try desk.record(upToWeight: weight, by: desk.mal, action)
      return try [(what, false), ("\(what), each signed", true)].flatMap { what, isSigned in
        // Only small entries are many, so that their signatures count.
        isSigned && load.count < 1_000
          ? [] : try figures(what, load, after: made + moves, eachSigned: isSigned)
      }
    }
  }

  /// The kinds of actions, each as the action with a number.
  private static func kinds(
    of ids: [EntryID], label: EntryID?, moves: [EntryID]
  ) -> [(String, (Int) -> Operation.Action)] {
    let last = SequenceNumber(UInt64(gestures))
    let all = VersionVector(
      Dictionary(ids.map { ($0.replica, $0.sequence) }) { max($0, $1) })
    let text = String(repeating: "word ", count: Limits.labelScalars / 5)
    return [
      ("moves", { _ in Loads.move(ids) }),
      ("recolours", { _ in Loads.recolour(ids) }),
      ("moves of one thing", { Loads.move([ids[$0 % ids.count]]) }),
      ("toggles of one move", { Loads.toggle(moves[0], $0) }),
      ("toggles of \(gestures) moves", { Loads.toggle(moves[$0 % gestures], $0 / gestures) }),
      (
        "takings back",
        {
          let first = SequenceNumber(UInt64($0 % gestures + 1))
          return .takeBack(from: first, upTo: EntryID(moves[0].replica, last))
        }
      ),
      ("clears", { _ in .change(.upTo(all), .hide) }),
      ("clears of made-up replicas", Loads.clearOfUnknown),
      ("strokes of one point", { _ in Loads.dots(1)[0] }),
      ("long texts", { _ in Self.label(text) }),
      (
        "edits of one text",
        {
          let id = label ?? moves[0]
          return .change(.items([id]), .setText(TextEdit(RawText("\($0)"), replacing: id)))
        }
      ),
      ("reorderings", { .change(.items(ids), .reorder($0 % 2 == 0 ? .front : .back)) }),
    ]
  }

  private static func label(_ text: String) -> Operation.Action {
    .make(
      .label(
        Label(
          origin: BoardPoint(x: 0, y: 0), columnWidth: 500, rowHeight: 1_000,
          color: PaletteColor.red.color, text: SafeText(text))))
  }

  private static func figures(
    _ what: String, _ load: [Entry], after earlier: [Entry], eachSigned: Bool
  ) throws -> [Figure] {
    var receiver = try Receiver(earlier)
    let runs = eachSigned ? load.flatMap { EntryRun.encoded([$0]) } : EntryRun.encoded(load)
    let pieces = receiver.receive(runs)
    guard receiver.count == earlier.count + load.count else { throw Unmerged() }
    return [
      Figure(
        row: "", what: "1 MiB of \(what)", value: pieces.reduce(0, +) * 1_000, unit: "ms",
        peers: "goal 1,000"),
      Figure(
        row: "", what: "  its longest piece", value: (pieces.max() ?? 0) * 1_000, unit: "ms",
        peers: "goal 50"),
    ]
  }

  private struct Unmerged: Error {}

  /// Ann and Mal, who know all entries of each other.
  private struct Desk {
    let ann: History.Person
    let mal: History.Person
    private var log = Log()
    private var now: Int64 = 1_700_000_000_000

    init() throws { (ann, mal) = (try History.Person(seed: 1), try History.Person(seed: 2)) }

    mutating func record(
      _ actions: [Operation.Action], by person: History.Person
    ) throws -> [Entry] {
      try actions.compactMap { action in
        now += 1
        return try person.record(Operation(action), in: &log, at: now)
      }
    }

    mutating func record(
      upToWeight limit: Int, by person: History.Person, _ action: (Int) -> Operation.Action
    ) throws -> [Entry] {
      var (entries, weight) = ([Entry](), 0)
      while weight < limit {
        let new = try record([action(entries.count)], by: person)
        guard !new.isEmpty else { throw Unmerged() }
        entries += new
        weight += new.reduce(0) { $0 + $1.payload.count + Log.entryOverhead }
      }
      return entries
    }
  }

  /// A member that receives entries from another one.
  private struct Receiver {
    private var client: SessionClient
    private var chance = SystemRandomNumberGenerator()
    private let now = Uptime(milliseconds: 1_000)
    /// The number of entries that count.
    private(set) var count = 0

    init(_ entries: [Entry]) throws {
      let genesis = ReplicaGenesis(
        publicKey: Array(repeating: 3, count: 32), nonce: Array(repeating: 3, count: 16))
      let opened = LoadedBoard(
        path: nil, name: SafeText("plan"), log: Log(), replicaGenesis: genesis, picture: Picture())
      let coding = EntryCoding(
        encode: { $0.encoded() }, decode: { OperationReading($0) }, verify: History.verify)
      client = SessionClient(
        board: BoardReplica(opened, author: genesis.author, coding: coding))
      client.enter(
        SessionUUID(Bytes16(high: 0, low: 0)), as: ParticipantID(MemberID(1), join: 1),
        isFounder: true,
        lacking: nil, rights: .open, at: now)
      _ = receive(EntryRun.encoded(entries))
    }

    /// Receives runs of entries, and merges and shows them as the loop of the program does.
    ///
    /// - Returns: the seconds of the processor that each piece of work takes.
    mutating func receive(_ runs: [[UInt8]]) -> [Double] {
      let sender = ParticipantID(MemberID(2), join: 1)
      var pieces = runs.map { run in
        let message = SharedBoardMessage.entries(run).encoded()
        return measure { $0.received(message, from: sender, at: $1, using: &$2) }
      }
      repeat {
        pieces.append(measure { $0.showNews(at: $1, using: &$2) })
      } while client.isBehind
      return pieces
    }

    private mutating func measure(
      _ work: (inout SessionClient, Uptime, inout SystemRandomNumberGenerator)
        -> [SessionClient.Output]
    ) -> Double {
      var outputs: [SessionClient.Output] = []
      let seconds = Measure.processor { outputs = work(&client, now, &chance) }
      for case .merged(let received) in outputs { count += received.applied.count }
      return seconds
    }
  }
}
