import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import BoardPaper
import BoardSync
import EaselBase
import Testing

@testable import SessionCore

/// How the beginning of a session's board comes to a member that joins.
@Suite struct BoardBeginningTests {
  /// A board that began from a picture of more than one part.
  private static let beginning: BoardBeginning? = {
    let words = String(repeating: "words ", count: 60)
    let lines = (0..<600).map { PaperText.Line(runs: [.init(text: SafeText("\($0) \(words)"))]) }
    var replica = ClientWorld.replica(0)
    let texts = (0..<6).map { PaperText(lines: Array(lines[$0 * 100..<($0 + 1) * 100])) }
    _ = replica.record(texts.map { .setPaper($0) }, at: 0)
    let person = Person(
      author: replica.author, name: SafeText("Ann"), color: PaletteColor.red.color)
    var chance = SystemRandomNumberGenerator()
    return try? BoardBeginning(replica, by: person, owner: [], using: &chance)
  }()

  private func bytes(_ beginning: BoardBeginning) -> [UInt8] { beginning.picture }

  @Test(
    "A beginning comes in parts from a member that has it, though others lack it and are asked too")
  func comes() throws {
    let beginning = try #require(Self.beginning)
    var world = ClientWorld(3)
    world.beginnings[0] = bytes(beginning)
    world.join(1, lacking: beginning.genesis)
    world.join(2, lacking: beginning.genesis)
    world.run(milliseconds: 20_000)
    #expect(world.came.isEmpty)
    world.join(0)
    world.run(milliseconds: 60_000)
    #expect(world.came[1]?.picture == beginning.picture)
    #expect(world.came[2]?.picture == beginning.picture)
    #expect(OutgoingBase(bytes(beginning)).reduce(0) { count, _ in count + 1 } > 1)
  }

  @Test("A member that lacks it says so at once, and gives nothing")
  func lacking() throws {
    let beginning = try #require(Self.beginning)
    var world = ClientWorld(2)
    world.join(0)
    world.join(1, lacking: beginning.genesis)
    let outputs = world.clients[1].received(.wanted, from: ClientWorld.participant(0))
    #expect(outputs.map(\.base) == [.lacking])
    let second = world.clients[1].received(.wanted, from: ClientWorld.participant(0))
    #expect(second.isEmpty, "one answer is on its way")
    let end = world.clients[1].baseSendCompleted(to: ClientWorld.participant(0), isSent: true)
    let later = world.clients[1].received(.wanted, from: ClientWorld.participant(0))
    #expect(end.isEmpty && later.count == 1)
  }

  @Test("A member gives it to each other one at a time, and again after it was sent")
  func once() throws {
    let beginning = try #require(Self.beginning)
    var world = ClientWorld(2)
    for index in 0...1 { world.join(index) }
    var client = world.clients[0]
    let other = ClientWorld.participant(1)
    guard case .readBase(other)? = client.received(.wanted, from: other).first else {
      Issue.record("it is not read")
      return
    }
    let second = client.received(.wanted, from: other)
    #expect(second.isEmpty)
    let parts = Array(OutgoingBase(bytes(beginning)))
    var sent = client.baseRead(bytes(beginning), for: other).map(\.base)
    for _ in parts.dropFirst() {
      sent += client.baseSendCompleted(to: other, isSent: true).map(\.base)
    }
    #expect(sent == parts)
    let early = client.received(.wanted, from: other)
    #expect(early.isEmpty, "the last part is on its way")
    let end = client.baseSendCompleted(to: other, isSent: true)
    let later = client.received(.wanted, from: other)
    #expect(end.isEmpty && later.count == 1)
    _ = client.baseSendCompleted(to: other, isSent: false)
    let afterFailure = client.received(.wanted, from: other)
    let stranger = client.received(.wanted, from: ClientWorld.participant(5))
    #expect(afterFailure.count == 1 && stranger.isEmpty)
  }

  @Test("A member that may only watch is not asked for it")
  func watchers() throws {
    let genesis = try #require(Self.beginning).genesis
    var client = SessionClient(board: ClientWorld.replica(1))
    var chance = SystemRandomNumberGenerator()
    let now = Uptime(milliseconds: 0)
    client.enter(
      ClientWorld.session, as: ClientWorld.participant(1), isFounder: false, lacking: genesis,
      rights: .open,
      at: now)
    func member(_ index: Int, mayDraw: Bool) -> SessionClient.Member {
      SessionClient.Member(
        SharedBoard.Participant(ClientWorld.participant(index), mayDraw: mayDraw),
        named: ClientWorld.name(index))
    }
    let members = [member(0, mayDraw: false), member(1, mayDraw: true)]
    let alone = client.participantsChanged(to: members, at: now, using: &chance)
    #expect(alone.compactMap(\.base).isEmpty)
    let all = members + [member(2, mayDraw: true)]
    let asked = client.participantsChanged(to: all, at: now, using: &chance).compactMap { output in
      if case .sendBase(.wanted, let participant) = output { participant } else { nil }
    }
    #expect(asked == [ClientWorld.participant(2)])
  }

  @Test(
    "A user who joins again while the beginning is awaited goes on waiting, and asks no member twice"
  )
  func joiningAgain() throws {
    let beginning = try #require(Self.beginning)
    var world = ClientWorld(2)
    world.beginnings[0] = bytes(beginning)
    world.join(1, lacking: beginning.genesis)
    let again = world.clients[1].lacks(beginning.genesis, at: world.now)
    #expect(again.isEmpty && world.clients[1].session?.hasBoard == false)
    world.join(0)
    world.run(milliseconds: 10_000)
    #expect(world.came[1] != nil)
    // It could not be opened here, so that it is asked for anew.
    let outputs = world.clients[1].lacks(beginning.genesis, at: world.now)
    #expect(outputs.map(\.base) == [.wanted])
  }
}

extension SessionClient.Output {
  /// The message about the beginning, if it is one.
  fileprivate var base: BaseMessage? {
    if case .sendBase(let message, _) = self { message } else { nil }
  }
}
