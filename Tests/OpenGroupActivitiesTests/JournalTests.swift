import EaselBase
import Foundation
import GroupBase
import GroupCore
import Testing

@testable import OpenGroupActivities

/// Attachments of people in one process.
@MainActor @Suite(.timeLimit(.minutes(60))) struct JournalTests {
  private struct Place: Codable, Equatable {
    var x: Int
    var y: Int
  }

  private struct Recipe: Codable, Equatable, Transferable {
    var title: String
    static var transferRepresentation: some TransferRepresentation {
      CodableRepresentation(contentType: UTType(exportedAs: "org.example.recipe"))
    }
  }

  /// The lists of a journal as they come.
  @MainActor private final class Shelf {
    let journal: GroupSessionJournal
    private(set) var attachments: [GroupSessionJournal.Attachment] = []
    private(set) var isOver = false
    private var task: Task<Void, Never>?

    init(_ guest: Guest) throws {
      journal = GroupSessionJournal(session: try #require(guest.session))
      let lists = journal.attachments
      task = Task { [weak self] in
        for await attachments in lists { self?.attachments = attachments }
        self?.isOver = true
      }
    }

    deinit { task?.cancel() }
  }

  /// The outcome of work that a test waits for while time passes.
  @MainActor private final class Outcome<Value: Sendable> {
    private(set) var result: Result<Value, any Error>?

    init(_ work: @escaping @MainActor @Sendable () async throws -> Value) {
      Task {
        do { result = .success(try await work()) } catch { result = .failure(error) }
      }
    }

    var error: (any Error)? {
      if case .failure(let error) = result { error } else { nil }
    }
    var value: Value? {
      if case .success(let value) = result { value } else { nil }
    }
  }

  private func bytes(_ count: Int) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
  }

  @Test("G18 · everybody sees an attachment with its metadata, and loads it")
  func adding() async throws {
    let knitters = try await Knitters("Ann", "Bob")
    let shelves = try knitters.guests.map { try Shelf($0) }
    let content = bytes(200_000)
    let added = try await shelves[0].journal.add(content, metadata: Place(x: 3, y: 4))
    await knitters.world.until("both see it") {
      shelves.allSatisfy { $0.attachments.map(\.id) == [added.id] }
    }
    let seen = try #require(shelves[1].attachments.first)
    #expect(try await seen.loadMetadata(of: Place.self) == Place(x: 3, y: 4))
    #expect(seen.byteCount == 200_000 && seen.contentType == .data)
    let loaded = Outcome { try await seen.load(Data.self) }
    await knitters.world.until("it is loaded") { loaded.result != nil }
    #expect(loaded.value == content)
    // The uploader loads it without a transfer.
    #expect(try await added.load(Data.self) == content)
  }

  @Test(
    "G18 · a latecomer gets the complete list, and loads from a member that is not the uploader")
  func latecomer() async throws {
    let knitters = try await Knitters("Ann", "Bob")
    let shelves = try knitters.guests.map { try Shelf($0) }
    try await shelves[0].journal.add("a text", metadata: 1)
    try await shelves[0].journal.add(Recipe(title: "Soup"))
    await knitters.world.until("Bob has both") {
      shelves[1].attachments.count == 2
    }
    await knitters.world.pass(milliseconds: 500)
    knitters.guests[0].session?.leave()
    let cyd = Guest(knitters.world.join("Cyd"))
    cyd.greet = { $0.join() }
    await knitters.world.until("Cyd is in the session") {
      cyd.session?.activeParticipants.count == 2
    }
    let shelf = try Shelf(cyd)
    await knitters.world.until("Cyd sees both") { shelf.attachments.count == 2 }
    let attachments = shelf.attachments
    let text = Outcome { try await attachments[0].load(String.self) }
    let recipe = Outcome { try await attachments[1].load(Recipe.self) }
    await knitters.world.until("both are loaded") { text.result != nil && recipe.result != nil }
    #expect(text.value == "a text" && recipe.value == Recipe(title: "Soup"))
  }

  @Test("G19 · 50 MiB are loaded after their uploader left")
  func survival() async throws {
    let knitters = try await Knitters("Ann", "Bob", "Cyd")
    let shelves = try [0, 1].map { try Shelf(knitters.guests[$0]) }
    let content = Data(repeating: 7, count: 50 << 20)
    try await shelves[0].journal.add(content)
    await knitters.world.until("Bob sees it") { shelves[1].attachments.count == 1 }
    let copied = try #require(shelves[1].attachments.first)
    var received = 0
    let task = Task { for await bytes in copied.progress { received = bytes } }
    await knitters.world.until("Bob has a copy") { received == 50 << 20 }
    task.cancel()
    knitters.guests[0].session?.leave()
    let late = try Shelf(knitters.guests[2])
    await knitters.world.until("Cyd sees it") { late.attachments.count == 1 }
    let attachment = try #require(late.attachments.first)
    let loaded = Outcome { try await attachment.load(Data.self) }
    await knitters.world.until("it is loaded") { loaded.result != nil }
    #expect(loaded.value == content)
  }

  @Test("G19 · if the last holder has left, a load throws with the size")
  func lost() async throws {
    let knitters = try await Knitters("Ann", "Bob")
    let shelves = try knitters.guests.map { try Shelf($0) }
    // More than Bob copies without being asked, and he is the only one who could keep the second copy.
    try await shelves[0].journal.add(Data(count: 40 << 20))
    let large = try await shelves[0].journal.add(Data(count: 60 << 20))
    await knitters.world.until("Bob sees both") { shelves[1].attachments.count == 2 }
    knitters.guests[0].session?.leave()
    let attachment = try #require(shelves[1].attachments.first { $0.id == large.id })
    let loaded = Outcome { try await attachment.load(Data.self) }
    await knitters.world.until("the load ends") { loaded.result != nil }
    #expect(
      loaded.error as? GroupSessionJournalError == .attachmentLost(bytes: 60 << 20))
  }

  @Test("G20 · only the participant that added an attachment removes it")
  func removing() async throws {
    let knitters = try await Knitters("Ann", "Bob")
    let shelves = try knitters.guests.map { try Shelf($0) }
    let added = try await shelves[0].journal.add("a text")
    await knitters.world.until("Bob sees it") { shelves[1].attachments.count == 1 }
    let seen = try #require(shelves[1].attachments.first)
    await #expect(throws: GroupSessionJournalError.notOwn) {
      try await shelves[1].journal.remove(attachment: seen)
    }
    try await shelves[0].journal.remove(attachment: added)
    await knitters.world.until("nobody sees it") {
      shelves.allSatisfy { $0.attachments.isEmpty }
    }
    await #expect(throws: GroupSessionJournalError.attachmentRemoved) {
      try await seen.load(String.self)
    }
  }

  @Test("G20 · a wrong type and missing metadata are errors")
  func wrongType() async throws {
    let knitters = try await Knitters("Ann", "Bob")
    let journal = GroupSessionJournal(session: try #require(knitters.guests[0].session))
    let added = try await journal.add("a text")
    await #expect(
      throws: GroupSessionJournalError.wrongType(
        stored: .utf8PlainText, asked: UTType("org.example.recipe"))
    ) { try await added.load(Recipe.self) }
    await #expect(throws: GroupSessionJournalError.noMetadata) {
      try await added.loadMetadata(of: Int.self)
    }
    #expect(try await added.load(Data.self) == Data("a text".utf8))
    let place = try await journal.add(Data(), metadata: Place(x: 1, y: 2))
    await #expect(throws: DecodingError.self) { try await place.loadMetadata(of: String.self) }
    #expect(try await place.load(Data.self).isEmpty)
  }

  @Test("G20 · too much is refused with both numbers, and so is what comes outside the session")
  func limits() async throws {
    let knitters = try await Knitters("Ann", "Bob")
    let session = try #require(knitters.guests[0].session)
    let journal = GroupSessionJournal(session: session)
    let most = 100 << 20
    await #expect(throws: GroupSessionJournalError.tooLarge(bytes: most + 1, limit: most)) {
      try await journal.add(Data(count: most + 1))
    }
    await #expect(
      throws: GroupSessionJournalError.metadataTooLarge(bytes: 65_537, limit: 65_536)
    ) {
      try await journal.add("a text", metadata: Data(count: 65_537))
    }
    let added = try await journal.add("a text")
    session.leave()
    await knitters.world.until("Ann has left") { session.state != .joined }
    await #expect(throws: GroupSessionError.notJoined) { try await journal.add("late") }
    await #expect(throws: GroupSessionError.notJoined) {
      try await journal.remove(attachment: added)
    }
  }

  /// Seals nothing; nobody may draw.
  private final class SealOfWatchers: Seal {
    func sealed(_ envelope: Envelope) -> [UInt8]? { envelope.body }
    func opened(_ envelope: Envelope) -> [UInt8]? { envelope.body }
    func mayDraw(_ member: MemberID) -> Bool { false }
  }

  @Test("G20 · a participant that only watches adds nothing")
  func watcher() async throws {
    let clock = ManualClock()
    let guest = Guest(
      GroupSystem(
        member: MemberID(1), name: "Ann", program: "p", transports: [StubTransport()],
        seal: SealOfWatchers(), clock: clock.clock))
    guest.greet = { $0.join() }
    try await guest.activate()
    for _ in 0..<1_000 where guest.session?.activeParticipants.isEmpty ?? true {
      await Task.yield()
      clock.advance(milliseconds: 10)
    }
    let journal = GroupSessionJournal(session: try #require(guest.session))
    await #expect(throws: GroupSessionJournalError.mayNotAdd) { try await journal.add("a text") }
  }

  @Test("G21 · the lists end with the session, and a second journal continues the first")
  func ending() async throws {
    let knitters = try await Knitters("Ann", "Bob")
    let shelf = try Shelf(knitters.guests[1])
    do {
      let first = GroupSessionJournal(session: try #require(knitters.guests[0].session))
      try await first.add("a text")
    }
    let second = try Shelf(knitters.guests[0])
    await knitters.world.until("both see it") {
      shelf.attachments.count == 1 && second.attachments.count == 1
    }
    let own = try #require(second.attachments.first)
    try await second.journal.remove(attachment: own)
    await knitters.world.until("nobody sees it") { shelf.attachments.isEmpty }
    knitters.guests[0].session?.end()
    await knitters.world.until("the lists are over") { shelf.isOver && second.isOver }
  }

  @Test("G21 · a program without a journal keeps nothing of one")
  func withoutJournal() async throws {
    let knitters = try await Knitters("Ann", "Bob", "Cyd")
    let shelves = try [0, 1].map { try Shelf(knitters.guests[$0]) }
    try await shelves[0].journal.add(bytes(100_000))
    await knitters.world.until("Bob sees it") { shelves[1].attachments.count == 1 }
    await knitters.world.pass(milliseconds: 200)
    let participation = try #require(knitters.guests[2].session?.participation)
    let unclaimed = knitters.world.systems[2].perform { core, _ in
      core.open[participation]?.dispatcher.unclaimedBytes
    }
    #expect(unclaimed == 0)
  }

  @Test("G19 · a reader keeps the content of an attachment that is removed meanwhile")
  func storedContent() throws {
    let storage = try AttachmentStorage()
    var first: StoredContent? = try storage.keep([1, 2, 3])
    let reader = first
    first = nil
    let second = try storage.keep([4, 5, 6])
    #expect(try reader?.read() == [1, 2, 3])
    #expect(try second.read() == [4, 5, 6])
    #expect(throws: (any Error).self) { try storage.reserve(5).read() }
  }

  @Test("G21 · a program's own early messages are kept, whatever their names begin with")
  func ownNames() {
    var dispatcher = MessageDispatcher()
    let message = InboundMessage(
      bytes: [1], source: Participant(ParticipantID(MemberID(1), join: 1), name: nil))
    for (mode, name) in [(DeliveryMode.reliable, "journal.mine"), (.unreliable, "journal")] {
      let before = dispatcher.unclaimedBytes
      _ = dispatcher.dispatch([message], .init(mode: mode, name: name))
      #expect(dispatcher.unclaimedBytes > before)
    }
  }
}
