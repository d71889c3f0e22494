import BoardCodec
import BoardDocument
import BoardLog
import BoardModel
import BoardPaper
import EaselBase
import Testing

/// Ink of a base, and whose it is.
@Suite struct BoardBaseTests {
  private let log = Digest.sha256(of: [5])
  private let ann = AuthorID(Bytes16(high: 1, low: 1))

  private func picture(by author: AuthorID) -> Picture {
    var picture = Picture()
    let label = Label(
      origin: BoardPoint(x: 0, y: 0), columnWidth: 500, rowHeight: 500,
      color: PaletteColor.red.color, text: SafeText("hi"))
    let id = EntryID(ReplicaID(Bytes16(high: 1, low: 1)), SequenceNumber(1))
    _ = picture.apply(
      Operation(.make(.label(label))),
      Stamp(id: id, author: author, lamport: Lamport(1), at: 0, lasted: 0))
    return picture
  }

  @Test("The base has no author in the picture; only the user's own board says who drew it")
  func credits() throws {
    let base = BoardBase(picture(by: ann), of: log)
    #expect(base.operations.map(\.stamp.author) == [AuthorID.nobody])
    #expect(Array(base.credits.values) == [ann])
    let kept = try #require(
      BoardBase(decoding: base.encoded(), credits: base.encodedCredits()))
    #expect(kept.credits == base.credits)
    let sent = try #require(BoardBase(decoding: base.encoded()))
    #expect(sent.credits.isEmpty && sent.operations.count == 1)
  }

  /// An entry as a base has it, after its length.
  private func bytes(
    _ action: BoardModel.Operation.Action, replica: UInt64 = 1, author: AuthorID,
    number: UInt64 = 1,
    time: UInt64 = 1
  ) -> [UInt8] {
    let stamp = Stamp(
      id: EntryID(ReplicaID(Bytes16(high: 1, low: replica)), SequenceNumber(number)),
      author: author, lamport: Lamport(time), at: 0, lasted: 0)
    let entry = Entry(
      stamp: stamp, previous: nil, replicaGenesis: nil, payload: Operation(action).encoded()
    ).encoded()
    let length = UInt32(clamping: entry.count)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + entry
  }

  @Test("Size, width, fill and order are part of the ink of a base")
  func looks() throws {
    var board = Picture()
    let replica = ReplicaID(Bytes16(high: 2, low: 1))
    func act(_ action: BoardModel.Operation.Action) throws {
      let number = try #require(board.vector[replica].next)
      let stamp = Stamp(
        id: EntryID(replica, number), author: ann, lamport: Lamport(number.raw), at: 0, lasted: 0)
      _ = board.apply(Operation(action), stamp)
    }
    for kind in [Stroke.Kind.rectangle, .pen] {
      let points = try #require(
        PackedPoints([BoardPoint(x: 64, y: 32), BoardPoint(x: 640, y: 320)], stepExponent: 5))
      let ink = Ink(color: PaletteColor.red.color, width: 2)
      try act(.make(.stroke(Stroke(kind: kind, ink: ink, points: points))))
    }
    let both = Operation.Targets.items(board.things.map(\.id))
    let one = BoardScaling.one
    let scaling = try #require(
      BoardScaling(scaleX: one / 3, scaleY: -one * 2, shiftX: 7, shiftY: 9))
    try act(.change(both, .resize(scaling)))
    try act(.change(both, .move(BoardOffset(dx: 1, dy: 3))))
    try act(.change(both, .setWidth(7)))
    try act(.change(both, .setFilled(true)))
    try act(.change(.items([EntryID(replica, SequenceNumber(1))]), .reorder(.front)))
    var copy = Picture()
    for (stamp, operation) in BoardBase(board, of: log).operations {
      _ = copy.apply(operation, stamp)
    }
    #expect(copy.things.map(\.bounds) == board.things.map(\.bounds))
    for case (.stroke(let old), .stroke(let new)) in zip(board.things, copy.things).map({
      ($0.item, $1.item)
    }) {
      #expect(new.kind == old.kind && new.ink == old.ink && new.filled == old.filled)
    }
  }

  @Test("A base holds the bytes of an image once, also for copies whose original was erased")
  func images() throws {
    var board = Picture()
    let replica = ReplicaID(Bytes16(high: 2, low: 1))
    let box = BoardRect(minX: 0, minY: 0, maxX: 500, maxY: 700)
    let original = EntryID(replica, SequenceNumber(1))
    let size = PixelSize(columns: 3, rows: 4)
    let actions: [(Operation.Action, UInt64?)] = [
      (.make(.image(BoardImage(box: box, size: size, piece: [1, 2]))), nil),
      (.make(.imagePiece([3])), 1), (.make(.image(BoardImage(box: box, copyOf: original))), nil),
      (.make(.image(BoardImage(box: box, copyOf: original))), nil),
      (.change(.items([original]), .hide), nil),
      (
        .change(.items([EntryID(replica, SequenceNumber(3))]), .move(BoardOffset(dx: 9, dy: 0))),
        nil
      ),
    ]
    for (number, (action, gesture)) in actions.enumerated() {
      let number = SequenceNumber(UInt64(number) + 1)
      let stamp = Stamp(
        id: EntryID(replica, number), author: ann, lamport: Lamport(number.raw), at: 0, lasted: 0)
      _ = board.apply(Operation(action, gesture: gesture.map { SequenceNumber($0) }), stamp)
    }
    let base = try #require(BoardBase(decoding: BoardBase(board, of: log).encoded()))
    #expect(base.operations.count == 3)
    var copy = Picture()
    for (stamp, operation) in base.operations { _ = copy.apply(operation, stamp) }
    let images = copy.things.compactMap(\.item.asImage)
    #expect(images.map(\.bytes) == [[1, 2, 3], [1, 2, 3]])
    #expect(images.map(\.box) == [box.moved(by: BoardOffset(dx: 9, dy: 0)), box])
    #expect(images.allSatisfy { $0.size == size })
  }

  @Test("A base holds attached things as they lie, and the lines of a text in a shape")
  func attached() throws {
    var board = Picture()
    let replica = ReplicaID(Bytes16(high: 2, low: 1))
    func make(_ item: Item, _ attachments: PointAttachment...) throws {
      let actions =
        [.make(item)]
        + attachments.map { attachment in
          Operation.Action.attach(EntryID(replica, board.vector[replica].next ?? .max), attachment)
        }
      for action in actions {
        let number = try #require(board.vector[replica].next)
        let stamp = Stamp(
          id: EntryID(replica, number), author: ann, lamport: Lamport(number.raw), at: 0, lasted: 0)
        _ = board.apply(Operation(action), stamp)
      }
    }
    func stroke(_ kind: Stroke.Kind, _ x: Int32) throws -> Item {
      let corners = [BoardPoint(x: x, y: x), BoardPoint(x: x + 6_000, y: x + 6_000)]
      let points = try #require(PackedPoints(corners, stepExponent: 0))
      let ink = Ink(color: PaletteColor.red.color, width: 1)
      return .stroke(Stroke(kind: kind, ink: ink, points: points))
    }
    func anchor(_ number: UInt64) -> PointAttachment.Anchor {
      .thing(EntryID(replica, SequenceNumber(number)), .middle)
    }
    try make(stroke(.rectangle, 0))
    try make(stroke(.rectangle, 20_000))
    let words = SafeText("some words in a box that breaks their lines", limit: .label)
    try make(
      .label(
        Label(
          origin: BoardPoint(x: 0, y: 0), columnWidth: 512, rowHeight: 1_024,
          color: InkColor(rgb: 7), text: words)),
      PointAttachment(.middle, to: anchor(1)))
    try make(
      stroke(.arrow, 0), PointAttachment(.start, to: anchor(1)),
      PointAttachment(.end, to: anchor(2)))
    #expect(board.things.map(\.attachments.count) == [0, 0, 1, 2])
    var copy = Picture()
    for (stamp, operation) in BoardBase(board, of: log).operations {
      _ = copy.apply(operation, stamp)
    }
    #expect(copy.things.map(\.bounds) == board.things.map(\.bounds))
    let lines = copy.things.compactMap(\.item.asLabel).flatMap(\.lines)
    #expect(lines.count > 1 && lines.contains { $0.hasPrefix(" ") })
    #expect(
      copy.things.compactMap(\.item.asStroke).map(\.look)
        == board.things.compactMap(\.item.asStroke).map(\.look))
    #expect(copy.things.map(\.attachments.count) == [0, 0, 0, 0])
  }

  @Test("A base that names an author is none, and it holds ink only")
  func madeUp() throws {
    let paper = BoardModel.Operation.Action.setPaper(PaperText(lines: []))
    #expect(BoardBase(decoding: bytes(paper, author: ann)) == nil)
    #expect(BoardBase(decoding: bytes(paper, author: .nobody)) != nil)
    let vector = VersionVector([ReplicaID(Bytes16(high: 1, low: 1)): SequenceNumber(1)])
    #expect(BoardBase(decoding: bytes(.change(.upTo(vector), .hide), author: .nobody)) == nil)
  }

  /// The replica, number and time of the second entry of a base without authors.
  static let seconds: [(replica: UInt64, number: UInt64, time: UInt64, isRead: Bool)] = [
    (1, 2, 2, true), (1, 1, 2, false), (1, 3, 2, false), (1, 2, 1, false), (1, 2, 3, false),
    (2, 2, 2, false), (2, 1, 2, false),
  ]

  @Test("A base has one replica, whose numbers and times are 1, 2, 3 …", arguments: seconds)
  func numbers(second: (replica: UInt64, number: UInt64, time: UInt64, isRead: Bool)) {
    let paper = BoardModel.Operation.Action.setPaper(PaperText(lines: []))
    let base = BoardBase(
      decoding: bytes(paper, author: .nobody)
        + bytes(
          paper, replica: second.replica, author: .nobody, number: second.number, time: second.time)
    )
    #expect((base != nil) == second.isRead)
  }

  @Test("A base begins with number 1 at time 1", arguments: [UInt64(1), 2])
  func first(number: UInt64) {
    let paper = BoardModel.Operation.Action.setPaper(PaperText(lines: []))
    #expect(
      (BoardBase(decoding: bytes(paper, author: .nobody, number: number)) != nil) == (number == 1))
    #expect(
      (BoardBase(decoding: bytes(paper, author: .nobody, time: number)) != nil) == (number == 1))
  }

  @Test("Paper longer than one operation is begun from whole, every line in its place")
  func paper() {
    let lines = (0..<3_000).map { number in
      PaperText.Line(runs: [.init(text: SafeText("\(number) of many lines of one page"))])
    }
    var picture = Picture()
    let author = AuthorID(Bytes16(high: 1, low: 1))
    for number in UInt64(1)...6 {
      let part = PaperText(lines: Array(lines[Int(number - 1) * 500..<Int(number) * 500]))
      let id = EntryID(ReplicaID(Bytes16(high: 1, low: 1)), SequenceNumber(number))
      _ = picture.apply(
        Operation(.setPaper(part), gesture: number == 1 ? nil : SequenceNumber(1)),
        Stamp(id: id, author: author, lamport: Lamport(number), at: 0, lasted: 0))
    }
    #expect(picture.paper == lines)
    let base = BoardBase(picture, of: log)
    #expect(base.operations.count > 1)
    var begun = Picture()
    for (stamp, operation) in base.operations { _ = begun.apply(operation, stamp) }
    #expect(begun.paper == lines)
  }
}
