import BoardCodec
import BoardContract
import BoardLog
import BoardModel
import BoardPaper
import BoardRendering
import BoardScript
import BoardStore
import EaselBase
import Foundation

// Readers of boards.
extension FuzzTarget {
  /// The first byte says what the rest is to be.
  func checkEntries(_ bytes: [UInt8]) throws {
    guard let kind = bytes.first else { return }
    let bytes = Array(bytes.dropFirst())
    switch kind % 6 {
    case 0:
      guard let entry = accepted({ try Entry(decoding: bytes) }) else { return }
      try hold("an entry has one form", entry.encoded() == bytes)
      try merge([entry])
    case 1: try merge(accepted { try EntryRun.decode(bytes) } ?? [])
    case 2: try checkOperation(bytes)
    case 3:
      guard let item = accepted({ try WetItem(decoding: bytes) }) else { return }
      try hold("wet ink", try WetItem(decoding: item.encoded()) == item)
    case 4:
      guard let shown = accepted({ try ParticipantPresence(decoding: bytes) }) else { return }
      try hold("an appearance", try ParticipantPresence(decoding: shown.encoded()) == shown)
    default:
      _ = accepted { try SessionNotice(decoding: bytes) }
      guard let invitation = accepted({ try Invitation(decoding: bytes) }) else { return }
      try hold("an invitation", try Invitation(decoding: invitation.encoded()) == invitation)
    }
  }

  private func merge(_ entries: [Entry]) throws {
    var log = Log()
    _ = log.merge(entries) { _, _, _ in true }
    let hash = log.hash
    _ = log.merge(entries) { _, _, _ in true }
    try hold("merging twice changes nothing", log.hash == hash)
  }

  private func checkOperation(_ bytes: [UInt8]) throws {
    guard let operation = accepted({ try BoardModel.Operation(decoding: bytes) }) else { return }
    try hold("an operation", try BoardModel.Operation(decoding: operation.encoded()) == operation)
    var picture = Picture()
    for number in 1...2 as ClosedRange<UInt64> {
      let id = EntryID(ReplicaID(Bytes16(high: 9, low: 9)), SequenceNumber(number))
      let author = AuthorID(Bytes16(high: 1, low: 1))
      _ = picture.apply(
        operation,
        Stamp(id: id, author: author, lamport: Lamport(number), at: 0, lasted: 0))
    }
    var canvas = Canvas(
      columns: 24, rows: 8, viewport: .fit(columns: 24, rows: 8), raster: .braille, theme: .terminal
    )
    canvas.repaint(picture)
  }

  func entrySeeds() throws -> [[UInt8]] {
    let entries = Sample.entries
    let runs = EntryRun.encoded(entries)
    let kinds: [[UInt8]] =
      entries.map { [0] + $0.encoded() } + runs.map { [1] + $0 } + entries.map { [2] + $0.payload }
    let label = Label(
      origin: BoardPoint(x: 10, y: 20), columnWidth: 819, rowHeight: 1_638,
      color: PaletteColor.red.color, text: SafeText("words"))
    let shown = ParticipantPresence(
      author: AuthorID(Bytes16(high: 1, low: 1)), name: SafeText("Ann"),
      color: PaletteColor.red.color, sign: 3, since: 1)
    return kinds + [[3] + WetItem.label(label).encoded(), [4] + shown.encoded()]
  }

  /// A first byte of 0 says that the rest is the file; else it is what is changed in a sound one,
  /// as a place in two bytes and what stands there then.
  func checkBoard(_ bytes: [UInt8]) throws {
    guard let kind = bytes.first else { return }
    var file = Array(bytes.dropFirst())
    if kind != 0 {
      var sound = try Sample.board.get()
      for change in file.pieces(of: 3) where change.count == 3 {
        let change = Array(change)
        sound[(Int(change[0]) << 8 | Int(change[1])) % sound.count] = change[2]
      }
      file = sound
    }
    let path = Sample.folder + "/board.easel"
    try Data(file).write(to: URL(fileURLWithPath: path))
    let contents = accepted { try BoardFile.read(at: path, decode: Sample.decode) }
    _ = accepted { try BoardFile.summary(at: path) }
    if let contents {
      try merge(contents.entries)
      for entry in contents.entries.prefix(20) { try checkOperation(entry.payload) }
    }
    try hold(
      "reading changes nothing", try Data(contentsOf: URL(fileURLWithPath: path)) == Data(file))
  }

  func checkScript(_ bytes: [UInt8]) throws {
    guard let script = accepted({ try Script(parsing: bytes) }) else { return }
    guard let again = accepted({ try Script(parsing: script.text) }) else {
      return try hold("what is written down can be read", false)
    }
    try hold("and reads the same", again.text == script.text)
    var replicas: [Script.Person: ReplicaID] = [:]
    for (index, person) in script.cast.enumerated() {
      replicas[person] = ReplicaID(Bytes16(high: 0, low: UInt64(index + 1)))
    }
    guard var player = accepted({ try ScriptPlayer(script, replicas: replicas) }) else { return }
    var picture = Picture()
    var (seen, time) = (VersionVector(), Lamport(0))
    while let step = accepted({ try player.next() }) {
      guard case .operation(let operation, let person) = step, let replica = replicas[person],
        let number = seen[replica].next, let now = time.next
      else { continue }
      time = now
      let id = EntryID(replica, number)
      seen.include(id)
      let author = AuthorID(Bytes16(high: 1, low: 1))
      _ = picture.apply(operation, Stamp(id: id, author: author, lamport: now, at: 0, lasted: 0))
    }
  }

  var scriptSeeds: [[UInt8]] {
    [
      "pen #ff8800 width 2\nstroke 0.10,0.20 0.30,0.40 0.35,0.20\n#7 rect 0.5,0.5 0.7,0.8\n",
      "as \"Ann\"\ntext 0.5,0.45 \"words\\nmore\"\n#1 line 0,0 1,1\nmove #1 0.1,0\nundo\nredo\nclear\n",
      "paper\n| \"a\" bold \"b\"\n#2 ellipse 0.1,0.1 0.2,0.2 filled\nerase #2\nrecolour #2 #00aaff\n",
      "#2 rect 0.1,0.1 0.2,0.2\nresize #2 2,-0.5 0.1,0\nwidth #2 3\nfill #2\nback all\nfront #2\n",
      "step 16\nwait 250ms\narrow 0.1,0.1 -5,9\nlabel-size 819 1638\n# words\n",
    ].map { Array($0.utf8) }
  }
}

/// A small board, the same in every run.
enum Sample {
  static let decode: EntryDecoder = { bytes in accepted { try Entry(decoding: bytes) } }

  static let entries: [Entry] = {
    let replicaGenesis = ReplicaGenesis(
      publicKey: Array(repeating: 7, count: 32), nonce: Array(repeating: 9, count: 16))
    let points = [BoardPoint(x: 3_000, y: 2_000), BoardPoint(x: 40_000, y: 30_000)]
    let stroke = PackedPoints(points, stepExponent: 4).map {
      Stroke(kind: .pen, ink: Ink(color: PaletteColor.red.color, width: 2), points: $0)
    }
    let label = Label(
      origin: BoardPoint(x: 10, y: 20), columnWidth: 819, rowHeight: 1_638,
      color: PaletteColor.red.color, text: SafeText("words"))
    let first = EntryID(replicaGenesis.replica(on: BoardGenesis.unowned.id), SequenceNumber(1))
    let paper = PaperText(lines: [.init(runs: [.init(text: SafeText("paper"))])])
    let both = VersionVector([
      replicaGenesis.replica(on: BoardGenesis.unowned.id): SequenceNumber(2)
    ])
    var actions: [BoardModel.Operation.Action] = [.make(.label(label)), .setPaper(paper)]
    if let stroke { actions.append(.make(.stroke(stroke))) }
    actions.append(.change(.items([first]), .move(BoardOffset(dx: 90, dy: -90))))
    actions.append(.change(.upTo(both), .hide))
    actions += [.cancel(first), .restore(first)]
    var log = Log()
    return actions.compactMap { action in
      var entry = log.record(
        BoardModel.Operation(action).encoded(), as: replicaGenesis, at: 5, lasted: 6)
      entry?.signature = Array(repeating: 8, count: 64)
      return entry
    }
  }()

  /// A folder of this process alone.
  static let folder: String = {
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()
    let folder = "\(parent)/easel-fuzz-\(getpid())"
    _ = mkdir(folder, 0o700)
    atexit { try? FileManager.default.removeItem(atPath: Sample.folder) }
    return folder
  }()

  static let board = Result<[UInt8], any Error> {
    let path = folder + "/sound.easel"
    let holder = Holder(process: getpid(), user: "fuzz", host: "here", terminal: "none")
    let file = try BoardFile.create(
      at: path, header: BoardHeader(name: "sound", created: 1), holder: holder)
    try file.append(entries.map { KeptEntry($0, bytes: $0.encoded()) })
    try file.close()
    return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}
