import BoardCodec
import BoardLog
import BoardModel
import BoardPaper
import EaselBase

/// The picture that a board began from: the visible things of another board, without that board's
/// history.
///
/// The ink of the base has no author in the picture, since the member that begins a board could
/// name any author. Some authors are known to this user from the user's own board; `credits` holds
/// them.
package struct BoardBase: Sendable {
  /// Only operations that make a thing or lay paper, from bottom to top. The base has a replica of
  /// its own for them.
  package private(set) var operations: [(stamp: Stamp, operation: Operation)] = []
  /// The authors of ink in the base that this user knows from the user's own board.
  package private(set) var credits: [EntryID: AuthorID] = [:]
  /// Whether the base has things that only a newer version can read. `operations` lacks them.
  package private(set) var hasUnreadable = false
  private let replica: ReplicaID

  /// - Parameters:
  ///   - log: the hash of the log that gave the picture.
  ///   - known: the known authors of ink in the base of the other board.
  package init(_ picture: Picture, of log: Digest, knowing known: [EntryID: AuthorID] = [:]) {
    replica = ReplicaID(log.half)
    var laying: SequenceNumber?
    for piece in PaperText(lines: picture.paper).pieces {
      let id = add(.setPaper(piece), at: 0, lasted: 0, gesture: laying)
      laying = laying ?? id.sequence
    }
    // The images with bytes of their own, by the images of which they are copies.
    var originals: [EntryID: EntryID] = [:]
    for thing in picture.things {
      let source = thing.item.asImage?.original ?? thing.id
      var head: EntryID?
      for item in originals[source].map(thing.copy) ?? thing.standing {
        let id = add(
          .make(item), at: thing.stamp.at, lasted: thing.stamp.lasted, gesture: head?.sequence)
        credits[id] = thing.author == .nobody ? known[thing.id] : thing.author
        head = head ?? id
      }
      if thing.item.asImage != nil, originals[source] == nil { originals[source] = head }
    }
  }

  private mutating func add(
    _ action: Operation.Action, at: Int64, lasted: UInt32, gesture: SequenceNumber?
  ) -> EntryID {
    let number = UInt64(operations.count) + 1
    let id = EntryID(replica, SequenceNumber(number))
    let stamp = Stamp(
      id: id, author: .nobody, lamport: Lamport(number), at: at, lasted: lasted)
    operations.append((stamp, Operation(action, gesture: gesture)))
    return id
  }

  /// The latest time in the base. Ink that is drawn on the board has a later time and lies above
  /// the base.
  package var time: Lamport { operations.last?.stamp.lamport ?? Lamport(0) }

  /// Returns the entries one after another. The length of each entry, in four bytes, stands before
  /// it.
  package func encoded() -> [UInt8] {
    operations.flatMap { stamp, operation in
      let entry = Entry(
        stamp: stamp, previous: nil, replicaGenesis: nil, payload: operation.encoded())
      let bytes = entry.encoded()
      let length = UInt32(clamping: bytes.count)
      return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + bytes
    }
  }

  /// Reads a base. Nil for bytes that are not a base: the numbers, times and replicas of its
  /// entries must follow the rule of `BaseSequence`.
  ///
  /// - Parameter credits: the bytes from `encodedCredits`. If they cannot be read, the base has no
  ///   credits.
  package init?(decoding bytes: [UInt8], credits: [UInt8] = []) {
    var rest = bytes[...]
    var replica = ReplicaID(Bytes16(high: 0, low: 0))
    var sequence = BaseSequence()
    while !rest.isEmpty {
      guard rest.count >= 4 else { return nil }
      let length = Int(rest.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
      rest = rest.dropFirst(4)
      guard length <= Entry.encodedBytesMax, rest.count >= length,
        let (stamp, reading) = Self.read(Array(rest.prefix(length))),
        sequence.isNext(stamp)
      else { return nil }
      if let operation = reading.operation {
        operations.append((stamp, operation))
      } else {
        hasUnreadable = true
      }
      replica = stamp.id.replica
      rest = rest.dropFirst(length)
    }
    self.replica = replica
    self.credits = readCredits(credits)
  }

  /// Returns nil for bytes that are no entry of a base in any version.
  private static func read(_ bytes: [UInt8]) -> (Stamp, OperationReading)? {
    do {
      let entry = try Entry(decoding: bytes)
      let reading = OperationReading(entry.payload)
      switch reading {
      case .malformed: return nil
      case .unknown: break
      case .operation(let operation):
        switch operation.action {
        case .make, .setPaper: break
        case .change, .cancel, .restore, .takeBack: return nil
        }
      }
      return (entry.stamp, reading)
    } catch {
      return nil
    }
  }

  /// Returns the author of each operation, 16 bytes each; empty if no author is known.
  package func encodedCredits() -> [UInt8] {
    if credits.isEmpty { return [] }
    return operations.flatMap { (credits[$0.stamp.id] ?? .nobody).raw.bytes }
  }

  private func readCredits(_ bytes: [UInt8]) -> [EntryID: AuthorID] {
    guard bytes.count == operations.count * 16 else { return [:] }
    var credits: [EntryID: AuthorID] = [:]
    for (index, (stamp, _)) in operations.enumerated() {
      guard let author = Bytes16(bytes[(index * 16)..<(index * 16 + 16)]).map(AuthorID.init),
        author != .nobody
      else { continue }
      credits[stamp.id] = author
    }
    return credits
  }
}

/// Checks the ids and times of a base's entries, one after the other.
///
/// A base has a single replica, and no author: a base has no signatures, so a member could name any
/// author in it. The numbers are 1, 2, 3 …, and the times are the same.
private struct BaseSequence {
  private var number: UInt64 = 0
  private var replica: ReplicaID?

  /// Returns whether an entry with this stamp may follow the entries so far.
  mutating func isNext(_ stamp: Stamp) -> Bool {
    number += 1
    let replica = replica ?? stamp.id.replica
    self.replica = replica
    return stamp.id.replica == replica && stamp.author == .nobody
      && stamp.id.sequence.raw == number && stamp.lamport.raw == number
  }
}

extension PaperText {
  /// The lines as pieces, each small enough for one operation.
  fileprivate var pieces: [PaperText] {
    var pieces: [PaperText] = []
    var size = Int.max
    for line in lines {
      let bytes = line.runs.reduce(8) { $0 + $1.content.utf8.count + 24 }
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

extension BoardItem {
  /// Returns the items of this image as a copy of an image.
  fileprivate func copy(of original: EntryID) -> [Item] {
    item.asImage.map { [.image(BoardImage(box: $0.box.moved(by: offset), copyOf: original))] } ?? []
  }

  /// The items that the thing consists of now. Its move and its colour are part of them.
  fileprivate var standing: [Item] {
    switch item {
    case .image(let image): image.moved(by: offset).items
    case .imagePiece: []
    case .label(let label):
      [.label(label.flattened.copied(movedBy: offset, color: inkColor))]
    case .stroke(let stroke):
      ([stroke] + pieces).compactMap { piece in
        piece.points.moved(by: offset).map {
          .stroke(
            Stroke(
              kind: piece.kind, ink: Ink(color: inkColor, width: piece.ink.width),
              filled: piece.filled, points: $0, continues: piece.continues, look: piece.look))
        }
      }
    }
  }
}

extension PackedPoints {
  /// The same points at another place, in the coarsest step that does not round any of them.
  fileprivate func moved(by offset: BoardOffset) -> PackedPoints? {
    guard offset != .zero else { return self }
    let fit = Swift.min((offset.dx | offset.dy).trailingZeroBitCount, Int(stepExponent))
    return PackedPoints(map { $0.moved(by: offset) }, stepExponent: UInt8(clamping: fit))
  }
}
