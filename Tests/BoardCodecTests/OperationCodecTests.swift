import BoardModel
import EaselBase
import GroupTesting
import Testing

@testable import BoardCodec

struct OperationCodecTests {
  private func fault(_ bytes: [UInt8]) -> CodecError? {
    do {
      _ = try Operation(decoding: bytes)
      return nil
    } catch {
      return error
    }
  }

  private func fault(_ change: (inout ProtoOperation) -> Void) -> CodecError? {
    var message = ProtoOperation()
    change(&message)
    return fault(message.bytes)
  }

  private func fault(_ operation: BoardModel.Operation) -> CodecError? {
    fault(operation.encoded())
  }

  @Test("every kind of operation comes back as it was, and gives the same bytes again")
  func roundTrip() throws {
    for sample in samples() {
      let bytes = sample.encoded()
      let decoded = try Operation(decoding: bytes)
      #expect(decoded == sample)
      #expect(decoded.encoded() == bytes)
    }
  }

  @Test("every look comes back with its route")
  func routes() throws {
    let targets = samples().compactMap { sample -> Operation.Targets? in
      if case .change(let targets, .setLook) = sample.action { targets } else { nil }
    }
    let target = try #require(targets.first)
    for bits in UInt8.min...UInt8.max {
      let look = StrokeLook(rawValue: bits)
      let sample = BoardModel.Operation(.change(target, .setLook(look)))
      let decoded = try Operation(decoding: sample.encoded())
      guard case .change(_, .setLook(let read)) = decoded.action else {
        Issue.record("\(decoded)")
        continue
      }
      #expect(decoded == sample && read.route == look.route)
    }
  }

  @Test("a stroke with too many points, or with a point beyond the board, is refused")
  func points() {
    func stroke(_ bytes: [UInt8], style: UInt32 = 0) -> CodecError? {
      fault {
        $0.stroke = .init(bytes)
        $0.style = style
      }
    }
    let full = [UInt8](repeating: 2, count: Limits.pointsPerOperation * 2)
    #expect(stroke(full) == nil)
    #expect(stroke(full + [2, 2]) != nil && stroke(full + [2]) != nil)
    #expect(stroke([]) != nil && stroke([1]) != nil && stroke([0x80]) != nil)
    let edge: [UInt8] = [0x80, 0x80, 0x80, 0x80, 2, 0]
    #expect(stroke(edge) == nil && stroke(edge + [1, 0]) == nil)
    #expect(stroke(edge + [2, 0]) != nil, "one unit beyond, in a sum")
    #expect(stroke([0x82, 0x80, 0x80, 0x80, 2, 0]) != nil, "one unit beyond, at once")
    #expect(stroke(edge, style: 1 << 3) != nil, "the same in steps of two")
    #expect(stroke([0x80, 0, 0]) != nil, "a varint longer than it need be")
    #expect(stroke([0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 0]) != nil, "beyond 32 bits")
    #expect(stroke([0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1, 0]) != nil)
  }

  @Test("a style with a step above 12 or unknown bits is refused")
  func styles() {
    for bits in UInt32(0)..<1 << 14 {
      let isKnown = bits < 1 << 12 && bits >> 3 & 15 <= 12
      #expect((StrokeStyleBits(bits: bits)?.bits == bits) == isKnown)
    }
  }

  @Test("a label of more than 1,000 scalars or of a wrong size is refused; its text is filtered")
  func labels() throws {
    func label(_ text: String, width: UInt32 = 8, x: Int32 = 0) -> ProtoOperation {
      .with { operation in
        operation.label = .with {
          ($0.text, $0.columnWidth, $0.rowHeight, $0.x) = (text, width, 16, x)
        }
      }
    }
    let full = String(repeating: "é", count: Limits.labelScalars)
    #expect(fault(label(full).bytes) == nil && fault(label(full + "é").bytes)?.fault == .tooMany)
    #expect(fault(label("a", width: 0).bytes)?.fault == .outOfRange)
    #expect(fault(label("a", width: 1 << 28).bytes) == nil)
    #expect(fault(label("a", width: 1 << 28 + 1).bytes)?.fault == .outOfRange)
    #expect(fault(label("a", width: .max).bytes)?.fault == .outOfRange)
    #expect(fault(label("a", x: -(1 << 28)).bytes) == nil)
    #expect(fault(label("a", x: .min).bytes)?.fault == .outOfRange)
    let hostile = try Operation(decoding: label("a\u{1B}[31mb\u{202E}").bytes)
    guard case .make(.label(let decoded)) = hostile.action else { throw CodecError("", .missing) }
    #expect(decoded.text.string == "a[31mb")
    #expect(decoded.content == RawText("a\u{1B}[31mb\u{202E}"))
  }

  @Test("more than 4,096 targets or replicas, and numbers out of range or order, are refused")
  func targets() {
    func items(_ count: Int) -> BoardModel.Operation {
      Operation(.change(.items((0..<count).map { id(1, UInt64($0) + 1) }), .hide))
    }
    #expect(fault(items(4_096)) == nil && fault(items(4_097))?.fault == .tooMany)
    func vector(_ count: Int) -> BoardModel.Operation {
      let known = (0..<count).map {
        (ReplicaID(Bytes16(high: 1, low: UInt64($0))), SequenceNumber(1))
      }
      return Operation(
        .change(.upTo(VersionVector(Dictionary(uniqueKeysWithValues: known))), .hide))
    }
    #expect(fault(vector(4_096)) == nil && fault(vector(4_097))?.fault == .tooMany)
    func seen(_ ids: [EntryID]) -> CodecError? {
      fault { $0.change = .with { ($0.upTo.seen, $0.hide) = (ids.map(\.proto), .init()) } }
    }
    #expect(seen([id(1, 1), id(2, 1)]) == nil)
    #expect(seen([id(2, 1), id(1, 1)]) != nil && seen([id(1, 1), id(1, 1)]) != nil)
    #expect(seen([id(1, 0)]) != nil && seen([id(1, 1 << 53)]) != nil)
    #expect(fault { $0.cancel = .init() } != nil)
    #expect(fault(Operation(.cancel(id(1, 1 << 53))))?.fault == .outOfRange)
    #expect(
      fault(Operation(.cancel(id(1, 1)), gesture: SequenceNumber(1 << 53)))?.fault == .outOfRange)
  }

  @Test("a change up to a vector may only hide")
  func upTo() {
    func change(_ effect: BoardModel.Operation.Effect) -> BoardModel.Operation {
      Operation(.change(.upTo(VersionVector([replica(1): SequenceNumber(3)])), effect))
    }
    #expect(fault(change(.hide)) == nil)
    let others: [BoardModel.Operation.Effect] = [
      .move(.zero), .recolour(InkColor(rgba: 0)), .resize(.identity), .setWidth(1),
      .setFilled(false), .reorder(.back), .setText(TextEdit(RawText(""), replacing: id(1, 1))),
    ]
    for effect in others {
      let fault = fault(change(effect))
      #expect(fault?.field == "effect" && fault?.fault == .outOfRange)
    }
  }

  @Test("an edit of a text names one label, and keeps to the length of a label")
  func textEdits() {
    func edit(_ ids: [EntryID], _ text: String) -> CodecError? {
      fault(
        Operation(
          .change(.items(ids), .setText(TextEdit(RawText(text), replacing: id(1, 1))))))
    }
    let longest = String(repeating: "é", count: Limits.labelScalars)
    #expect(edit([id(1, 1)], longest) == nil)
    #expect(edit([id(1, 1)], longest + "e")?.fault == .outOfRange)
    #expect(edit([], "a")?.fault == .outOfRange)
    #expect(edit([id(1, 1), id(1, 2)], "a")?.fault == .outOfRange)
    let unnamed = fault {
      $0.change = .with {
        $0.items = ProtoItems([id(1, 1)])
        $0.text = .with { $0.content = "a" }
      }
    }
    #expect(unnamed != nil)
  }

  @Test(
    "a hide of more replicas than a reader accepts is written as several that it does accept",
    arguments: [0, 1, 4_096, 4_097, 8_193])
  func manyReplicas(count: Int) throws {
    let known = (0..<count).map {
      (ReplicaID(Bytes16(high: 1, low: UInt64($0))), SequenceNumber(UInt64($0) + 1))
    }
    let vector = VersionVector(Dictionary(uniqueKeysWithValues: known))
    let actions = BoardModel.Operation.Action.hide(upTo: vector)
    #expect(actions.count == max((count + 4_095) / 4_096, 1))
    var hidden = VersionVector()
    for action in actions {
      let operation = Operation(action)
      #expect(try Operation(decoding: operation.encoded()) == operation)
      guard case .change(.upTo(let part), .hide) = action else { continue }
      hidden.merge(part)
    }
    #expect(hidden == vector)
  }

  @Test(
    "an attach names one thing, a place in a box lies in it, and a place on the board lies on it")
  func attaches() {
    func attach(_ ids: [EntryID], _ change: (inout ProtoChange.Attach) -> Void) -> CodecError? {
      fault {
        $0.change = .with {
          $0.items = ProtoItems(ids)
          $0.attach = .with { change(&$0) }
        }
      }
    }
    func position(_ u: UInt32, _ v: UInt32) -> CodecError? {
      attach([id(1, 1)]) {
        $0.target = .with { ($0.thing, $0.u, $0.v) = (id(1, 2).proto, u, v) }
      }
    }
    #expect(attach([id(1, 1)]) { _ in } == nil)
    #expect(attach([]) { _ in }?.fault == .outOfRange)
    #expect(attach([id(1, 1), id(1, 2)]) { _ in }?.fault == .outOfRange)
    #expect(position(0, 4_096) == nil && position(4_096, 0) == nil)
    for (u, v) in [(4_097, 0), (0, 4_097), (.max, 0), (0, .max)] as [(UInt32, UInt32)] {
      #expect(position(u, v)?.fault == .outOfRange)
    }
    #expect(attach([id(1, 1)]) { $0.target = .init() } != nil)
    let far = 1 << 28 as Int32
    #expect(attach([id(1, 1)]) { $0.place = .with { ($0.x, $0.y) = (far, -far) } } == nil)
    for x in [far + 1, .min, .max] {
      #expect(attach([id(1, 1)]) { $0.place = .with { $0.x = x } }?.fault == .outOfRange)
    }
  }

  @Test("a move that is longer than the board is refused")
  func moves() {
    func move(_ dx: Int32) -> BoardModel.Operation {
      Operation(.change(.items([]), .move(BoardOffset(dx: dx, dy: 0))))
    }
    #expect(fault(move(1 << 29)) == nil && fault(move(-(1 << 29))) == nil)
    #expect(fault(move(1 << 29 + 1)) != nil && fault(move(.min)) != nil && fault(move(.max)) != nil)
  }

  @Test("a scale above 1,024 and a width outside 1 … 8 are refused")
  func looks() {
    func resize(_ scale: Int32, _ shift: Int32) -> CodecError? {
      fault {
        $0.change = .with {
          $0.items = .init()
          $0.resize = .with { ($0.scaleX, $0.scaleY, $0.shiftX) = (1, scale, shift) }
        }
      }
    }
    let most = BoardScaling.limit
    #expect(resize(most, most) == nil && resize(-most, -most) == nil)
    for (scale, shift) in [(most + 1, 0), (.min, 0), (.max, 0), (0, most + 1), (0, .min)] {
      #expect(resize(scale, shift)?.field == "resize")
    }
    func width(_ width: UInt32) -> CodecError? {
      fault {
        $0.change = .with { ($0.items, $0.width) = (.init(), width) }
      }
    }
    #expect(width(1) == nil && width(8) == nil)
    for wrong in [0, 9, 255, 256, 257, UInt32.max] {
      #expect(width(wrong)?.fault == .outOfRange)
    }
  }

  @Test("an effect that a later version may have is refused, and nothing else happens")
  func laterEffect() {
    let change = ProtoChange.with { ($0.items, $0.hide) = (.init(), .init()) }.bytes
    // Field 3, the hide, becomes field 15.
    let later = change.map { $0 == 3 << 3 | 2 ? 15 << 3 | 2 : $0 }
    #expect(later != change)
    #expect(fault([6 << 3 | 2, UInt8(later.count)] + later)?.fault == .unknown)
  }

  @Test("paper of more than 20,000 rows or 48 KiB, or with unknown looks, is refused")
  func paper() {
    func paper(_ lines: [[String]]) -> CodecError? {
      fault {
        $0.lay.lines = lines.map { runs in
          .with { $0.runs = runs.map { text in .with { $0.text = text } } }
        }
      }
    }
    #expect(paper(Array(repeating: [], count: 20_000)) == nil)
    #expect(paper(Array(repeating: [], count: 20_001))?.fault == .tooMany)
    // Columns depend on Unicode tables, so they refuse nothing.
    let half = String(repeating: "a", count: 24 * 1_024)
    #expect(paper([[half, half]]) == nil && paper([[half, half, "a"]])?.fault == .tooMany)
    #expect(paper([[half + half]]) == nil && paper([[half + half + "a"]])?.fault == .tooMany)
    let page = Array(repeating: [String(repeating: "a", count: 1_024)], count: 48)
    #expect(paper(page) == nil && paper(page + [["a"]])?.fault == .tooMany)
    func run(_ foreground: UInt32, _ attributes: UInt32) -> CodecError? {
      fault {
        $0.lay.lines = [
          .with { $0.runs = [.with { ($0.foreground, $0.attributes) = (foreground, attributes) }] }
        ]
      }
    }
    #expect(run(256, 31) == nil && run(257, 0) != nil && run(0, 32) != nil)
    #expect(run(1 << 24, 0) == nil && run(2 << 24 - 1, 0) == nil && run(2 << 24, 0) != nil)
  }

  /// Among them a scalar that no Unicode table assigns a meaning today, controls and marks.
  private static let texts = [
    "", "plain", "日本", "é", "e\u{301}", "a\u{1B}[31mb", "a\u{202E}b", "a\u{378}b", "a\tb", "a\nb",
    "\u{301}", String(repeating: "界", count: 1_001),
  ]

  @Test("paper keeps the bytes of its text, whatever can be shown of them", arguments: texts)
  func paperBytes(text: String) throws {
    let message = ProtoOperation.with {
      $0.lay.lines = [.with { $0.runs = [.with { $0.text = text }] }]
    }
    let operation = try Operation(decoding: message.bytes)
    guard case .setPaper(let paper) = operation.action else {
      Issue.record("it is no paper")
      return
    }
    #expect(paper.lines[0].runs[0].content.utf8 == Array(text.utf8))
    #expect(paper.lines[0].runs[0].text == SafeText(revealing: RawText(text)))
    #expect(operation.encoded() == message.bytes)
  }

  @Test(
    "an operation without an action is refused; unknown fields beside an action are passed over")
  func unknown() throws {
    #expect(fault([])?.fault == .missing)
    #expect(fault([0xFF])?.fault == .malformed)
    let unknown: [UInt8] = [0xF8, 1, 7]
    #expect(fault(unknown)?.fault == .unknown)
    let known = Operation(.cancel(id(1, 1)))
    #expect(try Operation(decoding: known.encoded() + unknown) == known)
  }

  @Test("damaged payloads give an operation within the limits or an error", arguments: [7])
  func mutations(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let originals = samples().map { $0.encoded() }.filter { $0.count < 400 }
    for _ in 0..<Seeds.count(20_000) {
      var bytes = originals.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
        let index = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 2: bytes.remove(at: index)
        default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
        }
      }
      guard let operation = try? Operation(decoding: bytes) else { continue }
      let again = try? Operation(decoding: operation.encoded())
      if again != operation { Issue.record("seed \(seed): \(bytes)") }
    }
  }
}
