import Codec
import Drawing
import Log
import Vocabulary

/// The picture a board began from: what was seen on another board, without its history.
struct BoardBase: Sendable {
  /// Makes only, bottom to top. Who made what is kept; the replicas are the base's own.
  private(set) var operations: [(stamp: Stamp, operation: Operation)] = []
  private var counts: [ReplicaID: UInt64] = [:]

  /// - Parameter log: the hash of the log whose picture it is.
  init(_ picture: Picture, of log: Digest) {
    var laying: SequenceNumber?
    for piece in PaperText(lines: picture.paper).pieces {
      let id = add(
        .lay(piece), as: AuthorID(Bytes16(high: 0, low: 0)), at: 0, lasted: 0, of: log,
        gesture: laying)
      laying = laying ?? id.sequence
    }
    for thing in picture.things {
      var head: SequenceNumber?
      for item in thing.standing {
        let id = add(
          .make(item), as: thing.stamp.author, at: thing.stamp.at, lasted: thing.stamp.lasted,
          of: log, gesture: head)
        head = head ?? id.sequence
      }
    }
  }

  private mutating func add(
    _ action: Operation.Action, as author: AuthorID, at: Int64, lasted: UInt32, of log: Digest,
    gesture: SequenceNumber? = nil
  ) -> EntryID {
    let half = Bytes16(log.bytes.prefix(16)) ?? Bytes16(high: 0, low: 0)
    let replica = ReplicaID(
      Bytes16(high: half.high ^ author.raw.high, low: half.low ^ author.raw.low))
    counts[replica, default: 0] += 1
    let id = EntryID(replica, SequenceNumber(counts[replica, default: 1]))
    let stamp = Stamp(
      id: id, author: author, lamport: Lamport(UInt64(operations.count) + 1), at: at,
      lasted: lasted)
    operations.append((stamp, Operation(action, gesture: gesture)))
    return id
  }

  /// A log that begins after the base, so that what is drawn next lies on top of it.
  static func log(_ base: BoardBase?, of digest: Digest?) -> Log {
    let last = base?.operations.last?.stamp.lamport ?? Lamport(0)
    return Log(Log.Snapshot(base: digest, lamport: last, heads: []))
  }

  /// Entries one after another, each after its length in four bytes.
  func encoded() -> [UInt8] {
    operations.flatMap { stamp, operation in
      let entry = Entry(stamp: stamp, previous: nil, birth: nil, payload: operation.encoded())
      let bytes = entry.encoded()
      let length = UInt32(clamping: bytes.count)
      return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + bytes
    }
  }

  /// Nil for bytes that no base gives.
  init?(decoding bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard rest.count >= 4 else { return nil }
      let length = Int(rest.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
      rest = rest.dropFirst(4)
      guard length <= Entry.encodedBytesMax, rest.count >= length else { return nil }
      do {
        let entry = try Entry(decoding: Array(rest.prefix(length)))
        operations.append((entry.stamp, try Operation(decoding: entry.payload)))
      } catch {
        return nil
      }
      rest = rest.dropFirst(length)
    }
  }
}

extension PaperText {
  /// The same lines in pieces that fit one operation each.
  fileprivate var pieces: [PaperText] {
    var pieces: [PaperText] = []
    var size = Int.max
    for line in lines {
      let bytes = line.runs.reduce(8) { $0 + $1.text.string.utf8.count + 24 }
      if size > Limits.paperBytesPerOperation - bytes {
        pieces.append(PaperText(lines: []))
        size = 0
      }
      pieces[pieces.count - 1].lines.append(line)
      size += bytes
    }
    return pieces
  }
}

extension Thing {
  /// What it is made of as it stands: moved and recoloured for good.
  fileprivate var standing: [Item] {
    switch item {
    case .label(let label):
      [
        .label(
          Label(
            origin: label.origin.moved(by: offset), columnWidth: label.columnWidth,
            rowHeight: label.rowHeight, color: inkColor, text: label.text))
      ]
    case .stroke(let stroke):
      ([stroke] + pieces).compactMap { piece in
        piece.points.moved(by: offset).map {
          .stroke(
            Stroke(
              kind: piece.kind, ink: Ink(color: inkColor, width: piece.ink.width),
              filled: piece.filled, points: $0, continues: piece.continues))
        }
      }
    }
  }
}

extension PackedPoints {
  /// The same points elsewhere, in the coarsest step that keeps each in its place.
  fileprivate func moved(by offset: BoardOffset) -> PackedPoints? {
    guard offset != .zero else { return self }
    let fit = Swift.min((offset.dx | offset.dy).trailingZeroBitCount, Int(stepExponent))
    return PackedPoints(map { $0.moved(by: offset) }, stepExponent: UInt8(clamping: fit))
  }
}
