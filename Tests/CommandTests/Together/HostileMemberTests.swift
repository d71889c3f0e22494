import BoardSync
import EaselBase
import Foundation
import FrameTesting
import GroupTesting
import OpenGroupActivities
import Testing
import TestThreads

/// A member with a ticket and a changed program steers no terminal, ends no process and stops no
/// pen of another.
@Suite(.besidePool, .serialized) struct HostileMemberTests {
  /// A host and an honest guest, both at work.
  private func call() throws -> ProcessSession {
    let session = try ProcessSession()
    try session.host(by: .tcp)
    try session.join("Bea")
    return session
  }

  /// Opens all pages of a session at every member.
  private func lookAround(_ session: ProcessSession) throws {
    for guest in session.guests {
      for key in ["P", "I", "S", "n", "\t", "?", "N", "Q"] {
        try guest.run.send(key)
        try guest.run.catchUp()
        try guest.run.send("\u{1B}")
        try guest.run.catchUp()
      }
      // Asks who drew what stands there, and goes back to the pen and to the whole page.
      try guest.run.send("i")
      for row in [7, 13, 18] { try guest.run.drag([(36, row), (36, row)]) }
      try guest.run.send("p\u{1B}[H")
    }
  }

  /// All still draw, see the others draw, and leave in peace; no terminal got a sequence outside
  /// the grammar.
  ///
  /// - Parameter grammar: the allowed sequences.
  private func expectPeace(
    _ session: ProcessSession, isDrawn: Bool = true, _ grammar: OutputGrammar = OutputGrammar()
  ) throws {
    if isDrawn {
      for guest in session.guests { try session.draw(guest, to: 40) }
      for guest in session.guests {
        for drawer in session.guests {
          // They may have been led to look elsewhere meanwhile.
          try guest.run.press("\u{1B}[H", until: "\(drawer.name)'s ink at \(guest.name)'s") {
            screen in
            screen.hasInk((4, drawer.row)) && screen.hasInk((39, drawer.row))
          }
        }
      }
    }
    for guest in session.guests {
      if isDrawn { try guest.run.waitUntilSaved() }
      try guest.run.send("q")
      let exit = try guest.run.waitForExit()
      #expect(exit == .code(0), "\(guest.name): \(guest.run.screen.text)")
      let violations = grammar.violations(in: guest.run.screen.tokens)
      #expect(violations == [], "\(guest.name)")
      #expect(guest.run.leftovers == [], "\(guest.name)")
    }
  }

  /// Waits until all have handled the messages up to here, by a mark sent over the ordered links.
  private func mark(
    _ session: ProcessSession, _ member: HostileMember, _ word: String, at position: Int
  ) throws {
    let x = Int64(512 * (48 + 10 * (position / 10)))
    let y = Int64(1_024 * (8 + position % 10) + 100)
    try member.write(Self.label(word, x, y))
    for guest in session.guests {
      // They may have been led to look elsewhere, and may be again.
      try guest.run.press("\u{1B}[H", until: "\(word) at \(guest.name)'s") { $0.contains(word) }
    }
  }

  @Test("names, speech, texts under the hand and on the board, and addresses that would steer")
  func texts() async throws {
    let session = try call()
    let ticket = try session.tickets()[0]
    for (index, text) in ([HostileText.all] + HostileText.pieces).enumerated() {
      let address = String(decoding: HostileText.bytes(of: text, count: 200), as: UTF8.self)
      let member = try HostileMember(
        ticket, saying: text, at: ["tcp://\(address):1", "unix:///\(address)", address])
      try await member.join()
      member.say(Loose.board(2, Self.appearance(of: member, saying: text), counter: 1))
      member.say(try Self.wetLabel(text), unreliably: true)
      for payload in try HostileBoard.payloads(text) { try member.write(payload) }
      if index % 10 == 0 { try lookAround(session) }
      if index == 1 {
        try session.host.run.send("P")
        try session.host.run.wait(for: "what is left of the name") {
          $0.text.contains { $0.contains("]0;owned") && $0.contains(", ") }
        }
        try session.host.run.send("\u{1B}")
      }
      try mark(session, member, "mark\(index)", at: index)
    }
    try lookAround(session)
    try expectPeace(session, isDrawn: false)
  }

  @Test(
    "texts that are copied: only what is seen of them reaches the clipboard, and nothing else is set"
  )
  func copied() async throws {
    let session = try call()
    let member = try HostileMember(try session.tickets()[0], saying: "Eve")
    try await member.join()
    let hidden = [
      HostileText.all, "\u{1B}[201~\n\u{1B}]52;c;cm0gLXJmIH4=\u{7}", "\u{9D}52;c;?\u{9C}", "\r\n\n",
    ]
    for (index, text) in hidden.enumerated() {
      let whole = "      word\(index)\(text)end\r\n"
      let safe = SafeText(whole, limit: .label).string
      try member.write(Self.label(whole, 3_000, Int64(1_024 * (3 + 4 * index) + 100)))
      for (left, guest) in session.guests.enumerated() {
        let copied = try copy(from: "word\(index)", left: left + 1, by: guest)
        #expect(copied == String(safe.dropLast()), "\(guest.name)")
      }
    }
    for guest in session.guests {
      let set = guest.run.screen.tokens.filter { token in
        guard case .string(let opener, let content) = token else { return false }
        return opener == UInt8(ascii: "]") && content.starts(with: "52;".utf8)
      }
      #expect(set.count == hidden.count, "\(guest.name)")
    }
    try expectPeace(session, isDrawn: false, OutputGrammar(allowsClipboard: true))
  }

  /// - Parameter left: where it is clicked, beside the others' hands, so many cells before it.
  private func copy(from word: String, left: Int, by guest: ProcessSession.Guest) throws -> String {
    var position: (column: Int, row: Int)?
    try guest.run.wait(for: "\(word) at \(guest.name)'s") { screen in
      for (row, line) in screen.text.enumerated() {
        guard let found = line.range(of: word) else { continue }
        position = (line.distance(from: line.startIndex, to: found.lowerBound) - left, row)
      }
      return position != nil
    }
    let (cell, start, mark) = (try #require(position), guest.run.output.count, "\u{1B}]52;c;")
    try guest.run.send("s")
    try guest.run.drag([cell, cell])
    try guest.run.send("y")
    try guest.run.wait(forOutput: mark, from: start)
    let end = try #require(guest.run.end(of: mark, from: start))
    try guest.run.wait(forOutput: "\u{1B}\\", from: end)
    let code = guest.run.output[end...].prefix { $0 != 0x1B }
    try guest.run.send("\u{1B}")
    return String(decoding: try #require(Data(base64Encoded: Data(code))), as: UTF8.self)
  }

  @Test("numbers at every edge, structures without end, and bytes without meaning")
  func numbers() async throws {
    let session = try call()
    let ticket = try session.tickets()[0]
    let member = try HostileMember(ticket, saying: "Eve")
    try await member.join()
    for bytes in Self.absurd(member) {
      member.say(bytes)
      member.say(bytes, unreliably: true)
    }
    for payload in Self.payloads {
      try member.write(payload, at: .min, lasted: .max)
      try member.write(payload, at: .max)
    }
    try mark(session, member, "edges", at: 5)
    try lookAround(session)
    try expectPeace(session)
  }

  @Test("messages that were once sound, changed anywhere", arguments: [1, 2, 3])
  func changed(seed: UInt64) async throws {
    let session = try call()
    let member = try HostileMember(try session.tickets()[0], saying: "Eve")
    try await member.join()
    var random = SplitMix64(seed: seed)
    let sound = try Self.sound(member)
    for _ in 0..<2_000 {
      guard var bytes = sound.randomElement(using: &random) else { continue }
      Self.damage(&bytes, using: &random)
      member.say(bytes, unreliably: Bool.random(using: &random))
    }
    member.say(BaseLie(part: Base(_0: Data([1]), index: .max, count: .min)))
    member.say(BaseLie(part: Base(_0: Data(count: 200_000), index: 0, count: .max)))
    member.say(Deep(levels: 400))
    try mark(session, member, "changed", at: 5)
    try lookAround(session)
    try expectPeace(session)
  }

  @Test("versions and ways that there are none of, and links that speak nonsense")
  func links() async throws {
    let session = try call()
    let ticket = try session.tickets()[0]
    // First, for while the others are about there may be no link left.
    let honest = try HostileMember(ticket, saying: "Eve")
    try await honest.join()
    let hellos = Loose.absurd.map { number in
      Loose.bytes(
        1,
        Loose.number(1, number) + Loose.fixed64(2, number)
          + Loose.bytes(3, Array(repeating: 7, count: 8 * Int(number % 5_000))))
    }
    let lies = hellos + [Loose.groups(9_000), Loose.nested(1, 900), Loose.nested(3, 900), []]
    var members: [HostileMember] = []
    for lie in lies {
      let member = try HostileMember(ticket, saying: "Eve") {
        [0] + lie + ($0.count % 2 == 0 ? $0 : [])
      }
      member.dial()
      members.append(member)
    }
    try mark(session, honest, "links", at: 5)
    try expectPeace(session)
    #expect(members.count == lies.count)
  }

  @Test("sessions that are no board, or have hostile text")
  func sessions() async throws {
    let session = try call()
    let ticket = try session.tickets()[0]
    let texts = [HostileText.all] + HostileText.pieces.prefix(8)
    for (index, text) in texts.enumerated() {
      let member = try HostileMember(ticket, saying: text)
      try await member.connect()
      let invitation =
        Loose.text(1, text) + Loose.bytes(2, member.author.raw.bytes) + Loose.text(3, text)
        + Loose.fixed32(4, .max) + Loose.number(5, .max)
      try await member.begin(index % 3 == 2 ? Loose.groups(5_000) : invitation)
      for guest in session.guests {
        guard index == 0 else {
          try guest.run.send("S")
          continue
        }
        // The key does something else before the invitation is there, and other news may take the
        // place of the notice of it.
        try guest.run.press("S", until: "the sheet with what is left of the title") {
          $0.text.dropFirst().contains { $0.contains("owned") }
        }
      }
      try lookAround(session)
    }
    try expectPeace(session, isDrawn: false)
  }
}

// The messages.
extension HostileMemberTests {
  private static func appearance(
    of member: HostileMember, saying text: String, number: UInt64? = nil
  ) -> [UInt8] {
    let corner = Loose.number(1, number ?? 60_000) + Loose.number(2, number ?? 40_000)
    let rect =
      corner + Loose.number(3, number ?? 120_000) + Loose.number(4, number ?? 70_000)
    return Loose.bytes(1, member.author.raw.bytes) + Loose.text(2, text) + Loose.fixed32(3, .max)
      + Loose.number(4, number ?? 3) + Loose.number(5, number ?? 1) + Loose.bytes(6, corner)
      + Loose.number(7, number ?? 1) + Loose.bytes(8, rect)
      + Loose.bytes(9, Array(repeating: Loose.varint(number ?? 2), count: 8).flatMap(\.self))
      + Loose.text(10, text)
  }

  /// An operation that makes a label there.
  private static func label(_ text: String, _ x: Int64, _ y: Int64) -> [UInt8] {
    let label =
      Loose.number(1, Loose.zigZag(x)) + Loose.number(2, Loose.zigZag(y))
      + Loose.number(3, 819) + Loose.number(4, 1_676) + Loose.fixed32(5, 0xFF00_00FF)
      + Loose.text(6, text)
    return Loose.number(1, 1) + Loose.bytes(5, label)
  }

  private static func wetLabel(_ text: String) throws -> [UInt8] {
    let label =
      Loose.number(1, 20_000) + Loose.number(2, 15_000) + Loose.number(3, 819)
      + Loose.number(4, 1_676) + Loose.fixed32(5, .max) + Loose.text(6, text)
    let frame = WetFrame<WetPoint, [UInt8]>.whole(
      .init(
        stroke: 1, number: 1, replica: ReplicaID(Bytes16(high: 1, low: 2)),
        sequence: SequenceNumber(1), style: Loose.bytes(3, label)),
      points: [WetPoint(x: 20_000, y: 10_000)])
    return SharedBoardMessage.wet(frame).encoded()
  }

  /// Operations with numbers in them that none has.
  private static var payloads: [[UInt8]] {
    Loose.absurd.flatMap { number in
      let label =
        Loose.number(1, number) + Loose.number(2, number) + Loose.number(3, number)
        + Loose.number(4, number) + Loose.fixed32(5, .max) + Loose.text(6, "edge")
      let move = Loose.bytes(4, Loose.number(1, number) + Loose.number(2, number))
      let name = Loose.bytes(1, Array(repeating: 9, count: 16)) + Loose.number(2, number)
      let items = Loose.bytes(1, Loose.bytes(1, name))
      let seen = Loose.bytes(2, Loose.bytes(1, name))
      return [
        Loose.bytes(5, label), Loose.bytes(6, items + move), Loose.bytes(6, seen + move),
        Loose.bytes(7, name), Loose.bytes(8, name), Loose.number(1, number),
        Loose.bytes(2, Loose.varint(number)) + Loose.number(3, number) + Loose.fixed32(4, .max),
        Loose.bytes(9, Loose.bytes(1, Loose.bytes(1, Loose.number(2, number)))),
      ]
    } + [Loose.nested(6, 2_000), Loose.groups(5_000), []]
  }

  private static func absurd(_ member: HostileMember) -> [[UInt8]] {
    let every = Loose.absurd.flatMap { number -> [[UInt8]] in
      let summary =
        Loose.fixed64(1, number) + Loose.number(2, number) + Loose.fixed64(3, number)
      let name = Loose.bytes(1, Array(repeating: 9, count: 16))
      let ranges = name + Loose.number(2, number) + Loose.number(3, number)
      let vector = name + Loose.number(2, number)
      let rect = [1, 2, 3, 4].flatMap { Loose.number($0, number) }
      return [
        Loose.board(2, appearance(of: member, saying: "Eve", number: number), counter: 2),
        Loose.board(1, Loose.varint(number) + Loose.varint(number) + Loose.varint(number)),
        Loose.board(5, Loose.bytes(1, rect)), Loose.board(6, summary),
        Loose.board(7, Loose.bytes(1, summary) + Loose.bytes(4, vector)),
        Loose.board(8, Loose.bytes(1, vector)), Loose.board(9, ranges), Loose.board(10, ranges),
        Loose.board(4, name + name + Loose.number(4, number) + Loose.number(6, number)),
        Loose.number(number & 0xFFFF | 1, number), Loose.varint(number),
      ]
        + (0...8).flatMap { kind in
          [11, 12].map { field in
            Loose.board(
              field,
              Loose.number(1, kind) + Loose.number(2, number) + Loose.bytes(3, vector)
                + Loose.number(4, number))
          }
        }
    }
    let endless = (1...13).map { Loose.nested($0, 3_000) } + [Loose.groups(60_000), []]
    let large = [2, 4, 5, 8].map { Loose.board($0, Array(repeating: 8, count: 200_000)) }
    return every + endless + large
      + [Loose.board(2, appearance(of: member, saying: "Eve"), counter: .max)]
  }

  /// Messages that an Easel might send.
  private static func sound(_ member: HostileMember) throws -> [[UInt8]] {
    let replica = Array(repeating: UInt8(9), count: 16)
    let ranges = Loose.bytes(1, replica) + Loose.bytes(2, [1]) + Loose.bytes(3, [5])
    let heads =
      Loose.bytes(1, replica) + Loose.bytes(2, [3]) + Loose.bytes(3, replica)
    let summary = Loose.fixed64(1, 7) + Loose.number(2, 3) + Loose.fixed64(3, 5)
    return [
      Loose.board(2, appearance(of: member, saying: "Eve"), counter: 3), try wetLabel("words"),
      Loose.board(6, summary), Loose.board(7, Loose.bytes(1, summary) + Loose.bytes(4, heads)),
      Loose.board(8, Loose.bytes(1, heads) + Loose.number(3, 1)), Loose.board(9, ranges),
      Loose.board(10, ranges), Loose.board(11, Loose.number(1, 3) + Loose.number(2, 4)),
      Loose.board(12, Loose.number(1, 1)),
      Loose.board(5, Loose.bytes(1, Loose.number(3, 90_000) + Loose.number(4, 60_000))),
    ]
  }

  private static func damage(_ bytes: inout [UInt8], using random: inout SplitMix64) {
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let at = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0...4, using: &random) {
      case 0: bytes[at] ^= 1 << UInt8.random(in: 0...7, using: &random)
      case 1: bytes[at] = [0, 1, 127, 128, 255].randomElement(using: &random) ?? 0
      case 2: bytes.removeSubrange(at..<min(at + 3, bytes.count))
      case 3: bytes.insert(contentsOf: Array(repeating: 255, count: 9), at: at)
      default: bytes += bytes[at...]
      }
    }
  }

  /// The picture that a board began from, in parts that there cannot be.
  private struct BaseLie: Codable, CustomMessageIdentifiable {
    static let messageIdentifier = "base"
    let part: Base
  }

  private struct Base: Codable {
    let _0: Data
    let index: Int
    let count: Int
  }

  /// Lists in lists.
  private struct Deep: Codable, CustomMessageIdentifiable {
    static let messageIdentifier = "base"
    let levels: Int

    init(levels: Int) { self.levels = levels }
    init(from decoder: any Decoder) throws { levels = 0 }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for _ in 0..<levels { container = container.nestedUnkeyedContainer() }
      try container.encode(0)
    }
  }
}
