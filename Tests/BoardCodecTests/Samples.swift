import BoardLog
import BoardModel
import BoardPaper
import EaselBase
import FrameTesting
import GroupTesting

@testable import BoardCodec

func replica(_ byte: UInt8) -> ReplicaID { ReplicaID(Bytes16(high: UInt64(byte), low: 7)) }

func id(_ byte: UInt8, _ number: UInt64) -> EntryID {
  EntryID(replica(byte), SequenceNumber(number))
}

/// One operation of every kind, and the edges of what each may hold.
func samples() -> [BoardModel.Operation] {
  strokes() + changes() + papers() + [
    Operation(.cancel(id(1, 1))),
    Operation(.restore(EntryID(replica(255), .max)), gesture: .max),
    Operation(
      .make(
        .label(
          Label(
            origin: BoardPoint(x: -BoardPoint.limit, y: BoardPoint.limit), columnWidth: 1,
            rowHeight: BoardPoint.limit, color: InkColor(rgba: .max),
            text: SafeText("two\nlines 日本 👩‍🚀", limit: .label))))),
  ] + looks() + [
    Operation(
      .make(
        .label(
          Label(
            origin: BoardPoint(x: 1, y: 2), columnWidth: 3, rowHeight: 4,
            color: InkColor(rgba: 5), letterSize: .large, text: SafeText("Title"))))),
    Operation(.takeBack(from: SequenceNumber(1), upTo: id(3, 300))),
    Operation(
      .takeBack(from: .max, upTo: EntryID(replica(255), .max)), gesture: SequenceNumber(2)),
  ] + attachments() + images()
}

private func images() -> [BoardModel.Operation] {
  let box = BoardRect(minX: -7, minY: 8, maxX: 100, maxY: 300)
  let limit = BoardPoint.limit
  let all = BoardRect(minX: -limit, minY: -limit, maxX: limit, maxY: limit)
  return [
    Operation(
      .make(.image(BoardImage(box: box, size: PixelSize(columns: 2, rows: 3), piece: [1, 2, 3])))),
    Operation(.make(.imagePiece([4, 5])), gesture: SequenceNumber(1)),
    Operation(.make(.image(BoardImage(box: box, copyOf: id(2, 9))))),
    Operation(.make(.image(BoardImage(box: all, size: .zero, piece: [], isPaper: true)))),
  ]
}

private func attachments() -> [BoardModel.Operation] {
  let edge = BoxPoint(u: BoxPoint.one, v: 0) ?? .middle
  let all = [
    PointAttachment(.start, to: .nothing), PointAttachment(.end, to: .thing(id(2, 9), .middle)),
    PointAttachment(.middle, to: .thing(EntryID(replica(255), .max), edge)),
    PointAttachment(.end, to: .board(BoardPoint(x: -BoardPoint.limit, y: BoardPoint.limit))),
    PointAttachment(.start, to: .board(BoardPoint(x: 0, y: 0))),
  ]
  let line = PackedPoints([BoardPoint(x: 1, y: 2), BoardPoint(x: 3, y: 4)], stepExponent: 0)
  let stroke = line.map {
    Stroke(
      kind: .arrow, ink: Ink(color: InkColor(rgba: 5), width: 1), points: $0,
      look: [.dashed, .elbow])
  }
  return all.map { Operation(.attach(id(1, 1), $0), gesture: SequenceNumber(1)) }
    + [StrokeLook.plain, [.rounded, .dashed, .elbow, .solid, .straight]].map {
      Operation(.change(.items([id(1, 1), id(2, 9)]), .setLook($0)))
    } + (stroke.map { [Operation(.make(.stroke($0)))] } ?? [])
}

private func looks() -> [BoardModel.Operation] {
  let edge = BoardScaling.limit
  let scalings = [
    BoardScaling(scaleX: edge, scaleY: -edge, shiftX: -edge, shiftY: edge),
    BoardScaling(scaleX: 0, scaleY: 0, shiftX: 0, shiftY: 0), .identity,
  ]
  let effects: [BoardModel.Operation.Effect] =
    scalings.compactMap { $0.map(BoardModel.Operation.Effect.resize) } + [
      .setGroup(nil), .setGroup(EntryID(replica(255), .max)), .setWidth(1), .setWidth(8),
      .setFilled(true), .setFilled(false), .reorder(.front),
      .reorder(.back),
    ]
  let texts = ["", "two\nlines 日本", String(repeating: "é", count: Limits.labelScalars)]
  return effects.map { Operation(.change(.items([id(1, 1), id(2, 9)]), $0)) }
    + texts.map {
      Operation(
        .change(.items([id(1, 1)]), .setText(TextEdit(RawText($0), replacing: id(2, 9)))))
    }
}

private func strokes() -> [BoardModel.Operation] {
  var all: [BoardModel.Operation] = []
  let far = BoardPoint.limit
  let paths: [[BoardPoint]] = [
    [BoardPoint(x: 0, y: 0)], [BoardPoint(x: far, y: -far), BoardPoint(x: -far, y: far)],
    (0..<Int32(Limits.pointsPerOperation)).map { BoardPoint(x: $0 * 3, y: -$0) },
  ]
  for kind in Stroke.Kind.allCases {
    for (index, path) in paths.enumerated() {
      guard let points = PackedPoints(path, stepExponent: UInt8(index * 6)) else { continue }
      let ink = Ink(color: InkColor(rgba: 0x11_22_33_80), width: UInt8(index * 3 + 2))
      all.append(
        Operation(
          .make(
            .stroke(
              Stroke(
                kind: kind, ink: ink, filled: index == 1, points: points, continues: index == 2))),
          gesture: index == 2 ? SequenceNumber(5) : nil))
    }
  }
  return all
}

private func changes() -> [BoardModel.Operation] {
  let many = (0..<Limits.targets).map { id(UInt8($0 % 3), UInt64($0) + 1) }
  let vector = VersionVector([replica(1): .max, replica(2): SequenceNumber(3)])
  let targets: [BoardModel.Operation.Targets] = [
    .items([]), .items([id(2, 9), id(1, 1), id(1, 2), id(2, 1)]), .items(many), .upTo(vector),
    .upTo(VersionVector()),
  ]
  let effects: [BoardModel.Operation.Effect] = [
    .hide, .move(BoardOffset(dx: -2 * BoardPoint.limit, dy: 5)), .move(.zero),
    .recolour(InkColor(rgba: 0)),
  ]
  return targets.flatMap { targets in effects.map { Operation(.change(targets, $0)) } }
    .filter(\.action.isAllowed)
}

private func papers() -> [BoardModel.Operation] {
  let look = PaperText.Look(
    foreground: .rgb(0), background: .indexed(255), attributes: [.bold, .reverse])
  let lines: [[PaperText.Line]] = [
    [], [PaperText.Line(runs: [])],
    [
      PaperText.Line(runs: [
        PaperText.Run(text: SafeText("plain ")), PaperText.Run(text: SafeText("日本"), look: look),
      ]), PaperText.Line(runs: [PaperText.Run(text: SafeText(""))]),
    ],
  ]
  return lines.map { Operation(.setPaper(PaperText(lines: $0))) }
}

/// An entry that could stand in any log, with a signature of the right length.
func sampleEntry(first: Bool, payload: [UInt8] = [1, 2, 3]) -> Entry {
  let replicaGenesis = ReplicaGenesis(
    publicKey: [UInt8](repeating: 5, count: 32), nonce: [UInt8](repeating: 6, count: 16))
  let stamp = Stamp(
    id: EntryID(
      replicaGenesis.replica(on: BoardGenesis.unowned.id), SequenceNumber(first ? 1 : 300)),
    author: replicaGenesis.author,
    lamport: Lamport(1_000), at: -5, lasted: 250)
  return Entry(
    stamp: stamp, previous: first ? nil : Digest(0..<32),
    replicaGenesis: first ? replicaGenesis : nil,
    payload: payload, signature: [UInt8](repeating: 9, count: 64))
}

/// Entries that several people wrote in turns, each with a signature that `isSigned` admits.
func written(_ payloads: [[UInt8]], people: Int) -> [Entry] {
  var log = Log()
  return payloads.enumerated().compactMap { index, payload in
    let replicaGenesis = ReplicaGenesis(
      publicKey: [UInt8](repeating: UInt8(index % people + 1), count: 32),
      nonce: [UInt8](repeating: 6, count: 16))
    let at = Int64(1_700_000_000_000 + index * 500)
    guard
      var entry = log.record(payload, as: replicaGenesis, at: at, lasted: UInt32(300 + index % 200))
    else { return nil }
    entry.signature = standInSignature(entry.digest, replicaGenesis.publicKey)
    return entry
  }
}

/// Stands in for Ed25519, with signatures of the same length.
private func standInSignature(_ digest: Digest, _ publicKey: [UInt8]) -> [UInt8] {
  digest.bytes + publicKey
}

func isSigned(_ digest: Digest, _ signature: [UInt8], _ publicKey: [UInt8]) -> Bool {
  signature == standInSignature(digest, publicKey)
}
