import BoardContract
import BoardModel
import EaselBase
import GroupTesting
import Testing

@testable import BoardCodec

struct TogetherCodecTests {
  private static let limit = BoardPoint.limit

  private static var fullest: ParticipantPresence {
    var appearance = ParticipantPresence(
      author: AuthorID(Bytes16(high: .max, low: 1)),
      name: SafeText(String(repeating: "e\u{301}\u{302}\u{303}\u{304}", count: 40), limit: .name),
      color: InkColor(rgba: .max), sign: 255, since: .min)
    appearance.pointer = BoardPoint(x: limit, y: -limit)
    appearance.tool = 255
    appearance.view = BoardRect(minX: -limit, minY: -limit, maxX: limit, maxY: limit)
    appearance.trail = (0..<64).map { BoardPoint(x: $0 % 2 == 0 ? -limit : limit, y: limit) }
    appearance.speech = SafeText(String(repeating: "日", count: 40), limit: .title)
    appearance.following = ParticipantUUID(Bytes16(high: 1, low: 2))
    appearance.replays = true
    appearance.unsaved = SafeText(String(repeating: "日", count: 40), limit: .title)
    return appearance
  }

  private static var barest: ParticipantPresence {
    ParticipantPresence(
      author: AuthorID(Bytes16(high: 0, low: 0)), name: SafeText(""), color: InkColor(rgba: 0),
      sign: 0, since: 0)
  }

  @Test("an appearance comes back as it was, in no more than a message of presence holds")
  func appearances() throws {
    for appearance in [Self.fullest, Self.barest] {
      let bytes = appearance.encoded()
      #expect(bytes.count <= 4 * 1_024)
      #expect(try ParticipantPresence(decoding: bytes) == appearance)
    }
  }

  @Test("an appearance beyond the board, beyond the limits or unsafe is refused")
  func hostileAppearance() throws {
    func decoded(_ change: (inout ProtoAppearance) -> Void) throws -> ParticipantPresence {
      var message = try ProtoAppearance(serializedBytes: Self.fullest.encoded())
      change(&message)
      return try ParticipantPresence(decoding: message.bytes)
    }
    #expect(throws: CodecError.self) { try decoded { $0.pointer.x = Self.limit + 1 } }
    #expect(throws: CodecError.self) { try decoded { ($0.view.minX, $0.view.maxX) = (1, 0) } }
    #expect(throws: CodecError.self) { try decoded { $0.view.maxY = .max } }
    #expect(throws: CodecError.self) { try decoded { $0.trail.append(1) } }
    #expect(throws: CodecError.self) { try decoded { $0.trail += [0, 0] } }
    #expect(throws: CodecError.self) { try decoded { $0.trail = [.max, 0, .max, 0] } }
    #expect(throws: CodecError.self) { try decoded { $0.author.removeLast() } }
    #expect(throws: CodecError.self) { try decoded { $0.following.removeLast() } }
    let shown = try decoded {
      $0.name = "\u{1B}[2J" + String(repeating: "x", count: 10_000)
      $0.speech = "a\nb\u{202E}"
      $0.sign = .max
    }
    #expect(shown.name.string == "[2J" + String(repeating: "x", count: 29))
    #expect(shown.speech?.string.contains("\n") == false && shown.sign == 255)
  }

  @Test("wet styles and happenings come back as they were", arguments: Stroke.Kind.allCases)
  func small(kind: Stroke.Kind) throws {
    for (width, step) in [(UInt8(1), UInt8(0)), (8, 12)] {
      let style = WetStyle(
        kind: kind, ink: Ink(color: InkColor(rgba: 0x1122_3380), width: width),
        filled: width == 8, stepExponent: step)
      let item = WetItem.stroke(style)
      #expect(item.encoded().count <= 10)
      #expect(try WetItem(decoding: item.encoded()) == item)
    }
    let look = SessionNotice.lookHere(BoardRect(minX: -5, minY: 0, maxX: 7, maxY: 9))
    #expect(try SessionNotice(decoding: look.encoded()) == look)
    for ruling in Ruling.allCases {
      let ruled = SessionNotice.ruled(ruling, ParticipantUUID(Bytes16(high: 1, low: 2)))
      #expect(try SessionNotice(decoding: ruled.encoded()) == ruled)
    }
    // A ruling of a kind, and a seat of a length, that there is not.
    #expect(throws: CodecError.self) { try SessionNotice(decoding: [18, 2, 16, 9]) }
    #expect(throws: CodecError.self) { try SessionNotice(decoding: [18, 5, 10, 1, 7, 16, 1]) }
    #expect(throws: CodecError.self) { try SessionNotice(decoding: []) }
    #expect(throws: CodecError.self) { try WetItem(decoding: [8, 0xFF, 0xFF, 1]) }
  }

  @Test("a text while it is typed comes back as it was, in no more than a title of wet ink holds")
  func typed() throws {
    for text in ["a", "two\nlines", String(repeating: "🖌", count: Limits.labelScalars)] {
      let label = Label(
        origin: BoardPoint(x: -Self.limit, y: Self.limit), columnWidth: Self.limit,
        rowHeight: Self.limit, color: InkColor(rgba: .max), text: SafeText(text, limit: .label))
      let bytes = WetItem.label(label).encoded()
      #expect(bytes.count <= 4 * 1_024)
      #expect(try WetItem(decoding: bytes) == .label(label))
    }
  }

  @Test("a text typed elsewhere that is beyond the board, too long or unsafe is refused")
  func hostileTyping() throws {
    func decoded(_ change: (inout ProtoLabel) -> Void) throws -> WetItem {
      let message = ProtoWetStyle.with { message in
        message.label = .with {
          ($0.columnWidth, $0.rowHeight, $0.text) = (1, 1, "a")
          change(&$0)
        }
      }
      return try WetItem(decoding: message.bytes)
    }
    #expect(throws: CodecError.self) { try decoded { $0.x = Self.limit + 1 } }
    #expect(throws: CodecError.self) { try decoded { $0.columnWidth = 0 } }
    #expect(throws: CodecError.self) { try decoded { $0.rowHeight = .max } }
    #expect(throws: CodecError.self) {
      try decoded { $0.text = String(repeating: "x", count: Limits.labelScalars + 1) }
    }
    guard case .label(let label) = try decoded({ $0.text = "\u{1B}[2Ja\u{202E}\rb" }) else {
      Issue.record("no label")
      return
    }
    #expect(label.text.string == "[2Ja\nb")
  }

  @Test("an invitation comes back as it was, with its miniature")
  func invitations() throws {
    let count = Miniature.columns * Miniature.rows
    let dots = (0..<count).map { index -> UInt8 in
      index % 3 == 0 ? 0 : UInt8(truncatingIfNeeded: index)
    }
    let speckled = Miniature(
      dots: dots, colors: dots.enumerated().map { $1 == 0 ? 0 : UInt32($0) })
    for miniature in [speckled, Miniature()] {
      let invitation = Invitation(
        title: SafeText("plan", limit: .title), author: AuthorID(Bytes16(high: 1, low: 2)),
        name: SafeText("Bea", limit: .name), color: InkColor(rgba: 7), sign: 3,
        miniature: miniature)
      #expect(invitation.encoded().count <= 4 * 1_024)
      #expect(try Invitation(decoding: invitation.encoded()) == invitation)
    }
    #expect(throws: CodecError.self) {
      var message = ProtoInvitation()
      message.author = .init(repeating: 1, count: 16)
      message.dots = .init(repeating: 1, count: count)
      message.colors = [1]
      return try Invitation(decoding: message.bytes)
    }
  }

  @Test("any bytes at all are read or refused, and never trap", arguments: Seeds.range(200))
  func noise(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let label = Label(
      origin: BoardPoint(x: 1, y: -1), columnWidth: 512, rowHeight: 1_024,
      color: InkColor(rgba: 7), text: SafeText("typed", limit: .label))
    var bytes =
      [Self.fullest.encoded(), WetItem.label(label).encoded(), []]
      .randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let byte = UInt8.random(in: 0...255, using: &random)
      let index = Int.random(in: 0...bytes.count, using: &random)
      if Bool.random(using: &random) || index == bytes.count {
        bytes.insert(byte, at: index)
      } else {
        bytes[index] = byte
      }
    }
    _ = try? ParticipantPresence(decoding: bytes)
    _ = try? Invitation(decoding: bytes)
    _ = try? SessionNotice(decoding: bytes)
    _ = try? WetItem(decoding: bytes)
  }
}
