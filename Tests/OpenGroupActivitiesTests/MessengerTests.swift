import Foundation
import Testing

@testable import OpenGroupActivities

@MainActor @Suite(.timeLimit(.minutes(60))) struct MessengerTests {
  @Test("G3 · ten thousand messages, each from a task of one actor, arrive in their order")
  func order() async throws {
    let knitters = try await Knitters("Ann", "Bob", "Cyd")
    let messenger = knitters.messengers[0]
    let inboxes = knitters.messengers[1...].map { Inbox($0.messages(of: Int.self)) }
    for number in 0..<10_000 { Task { try await messenger.send(number) } }
    await knitters.world.until("all arrived") {
      inboxes.allSatisfy { $0.messages.count == 10_000 }
    }
    for inbox in inboxes { #expect(isAscending(inbox)) }
  }

  @Test("G3 · and on an actor that is not the main one")
  func orderElsewhere() async throws {
    let knitters = try await Knitters("Ann", "Bob")
    let messenger = knitters.messengers[0]
    let inbox = Inbox(knitters.messengers[1].messages(of: Int.self))
    actor Elsewhere {
      var count = 0
      func send(_ messenger: GroupSessionMessenger) {
        for _ in 0..<1_000 {
          // A task is on its actor where it has something to do with it.
          Task {
            let number = count
            count += 1
            try await messenger.send(number)
          }
        }
      }
    }
    await Elsewhere().send(messenger)
    await knitters.world.until("all arrived") { inbox.messages.count == 1_000 }
    #expect(isAscending(inbox))
  }

  private func isAscending(_ inbox: Inbox<Int>) -> Bool {
    inbox.messages.elementsEqual(0..<inbox.messages.count)
  }

  @Test("a handler is called with the messages it wants, in order, and others are no overflow")
  func wanted() async throws {
    let knitters = try await Knitters("Ann", "Bob")
    let notices = NoticeRecorder(knitters.world.systems[1])
    var heard: [UInt8] = []
    let reception = knitters.messengers[1].onMessage(where: {
      $0.first.map { $0 % 2 == 0 } ?? false
    }) {
      (bytes, _) in heard += bytes
    }
    for number in 0..<10 { try await knitters.messengers[0].send(Data([UInt8(number)])) }
    await knitters.world.until("they arrived") { heard == [0, 2, 4, 6, 8] }
    #expect(notices.all.isEmpty)
    withExtendedLifetime(reception) {}
  }

  @Test("G4 · messages of one name find each other, and messages of two enclosing types do not")
  func names() async throws {
    enum Here { struct Stitch: Codable { var count: Int } }
    enum There { struct Stitch: Codable { var count: Int } }
    let knitters = try await Knitters("Ann", "Bob")
    let same = Inbox(knitters.messengers[1].messages(of: Here.Stitch.self))
    let other = Inbox(knitters.messengers[1].messages(of: There.Stitch.self))
    try await knitters.messengers[0].send(Here.Stitch(count: 3))
    try await knitters.messengers[0].send(There.Stitch(count: 4))
    await knitters.world.until("both arrived") {
      same.messages.map(\.count) == [3] && other.messages.map(\.count) == [4]
    }
  }

  @Test("G4 · or by a name of their own")
  func customNames() async throws {
    struct Wool: CustomMessageIdentifiable {
      static let messageIdentifier = "yarn"
      var color: String
    }
    struct Silk: CustomMessageIdentifiable {
      static let messageIdentifier = "yarn"
      var color: String
    }
    let knitters = try await Knitters("Ann", "Bob")
    let inbox = Inbox(knitters.messengers[1].messages(of: Silk.self))
    try await knitters.messengers[0].send(Wool(color: "red"))
    await knitters.world.until("it arrived") { inbox.messages.map(\.color) == ["red"] }
  }

  @Test("G4 · a message sent in one mode is received in that mode only")
  func modes() async throws {
    let knitters = try await Knitters("Ann", "Bob")
    let fast = knitters.guests.compactMap(\.session).map {
      GroupSessionMessenger(session: $0, deliveryMode: .unreliable)
    }
    let reliable = Inbox(knitters.messengers[1].messages(of: String.self))
    let unreliable = Inbox(fast[1].messages(of: String.self))
    try await knitters.messengers[0].send("sure")
    try await fast[0].send("perhaps")
    await knitters.world.until("both arrived") {
      reliable.messages == ["sure"] && unreliable.messages == ["perhaps"]
    }
    #expect(fast[0].deliveryMode == .unreliable)
    #expect(knitters.messengers[0].deliveryMode == .reliable)
  }

  @Test("G4 · bytes travel as they are and are no value")
  func data() async throws {
    let knitters = try await Knitters("Ann", "Bob")
    let bytes = Inbox(knitters.messengers[1].messages(of: Data.self))
    let text = Inbox(knitters.messengers[1].messages(of: String.self))
    try await knitters.messengers[0].send(Data([0, 255, 10]))
    try await knitters.messengers[0].send("words")
    await knitters.world.until("both arrived") {
      bytes.messages == [Data([0, 255, 10])] && text.messages == ["words"]
    }
    #expect(bytes.sources.map(\.name) == ["Ann"])
  }

  @Test("G5 · all is everyone but the sender; sending to no one, or to oneself, does nothing")
  func recipients() async throws {
    let knitters = try await Knitters("Ann", "Bob", "Cyd")
    let inboxes = knitters.messengers.map { Inbox($0.messages(of: String.self)) }
    let ann = try #require(knitters.guests[0].session?.localParticipant)
    let cyd = try #require(knitters.guests[2].session?.localParticipant)
    let messenger = knitters.messengers[0]
    try await messenger.send("nobody", to: .only([]))
    try await messenger.send("oneself", to: .only(ann))
    try await messenger.send("Cyd", to: .only([ann, cyd]))
    try await messenger.send("all", to: .all)
    await knitters.world.until("they arrived") {
      inboxes[1].messages.count == 1 && inboxes[2].messages.count == 2
    }
    #expect(inboxes.map(\.messages) == [[], ["all"], ["Cyd", "all"]])
  }

  @Test("G5 · a message sent while joining goes out after it, in order")
  func joining() async throws {
    let world = LoopbackWorld("Ann", "Bob")
    let guests = world.guests()
    var numbers: [Int] = []
    var inbox: Inbox<Int>?
    guests[1].greet = { session in
      inbox = Inbox(GroupSessionMessenger(session: session).messages(of: Int.self))
      session.join()
    }
    try await guests[0].activate()
    await world.until("Bob is in it") { guests[1].session?.state == .joined }
    await world.until("Ann has it") { guests[0].session != nil }
    let session = try #require(guests[0].session)
    let messenger = GroupSessionMessenger(session: session)
    session.join()
    #expect(session.state == .waiting)
    for number in 0..<100 {
      try await messenger.send(number)
      numbers.append(number)
    }
    #expect(session.state == .waiting)
    await world.until("all arrived") { inbox?.messages.count == 100 }
    #expect(inbox?.messages == numbers)
  }

  @Test("G5 · a participant outside the session sends nothing, and is told so")
  func notJoined() async throws {
    let world = LoopbackWorld("Ann", "Bob")
    let guests = world.guests()
    try await guests[0].activate()
    await world.until("it is there") { guests[0].session != nil }
    let session = try #require(guests[0].session)
    let messenger = GroupSessionMessenger(session: session)
    await #expect(throws: GroupSessionError.notJoined) { try await messenger.send(1) }
    session.join()
    await world.until("joined") { session.state == .joined }
    try await messenger.send(1)
    session.leave()
    await #expect(throws: GroupSessionError.notJoined) { try await messenger.send(1) }
    await #expect(throws: GroupSessionError.notJoined) { try await messenger.send(Data()) }
  }

  @Test("messages that came before any subscriber go to the first subscriber")
  func before() async throws {
    let knitters = try await Knitters("Ann", "Bob")
    for number in 0..<10 { try await knitters.messengers[0].send(number) }
    await knitters.world.pass(milliseconds: 500)
    let inbox = Inbox(knitters.messengers[1].messages(of: Int.self))
    await knitters.world.until("they are there") { inbox.messages == Array(0..<10) }
  }

  @Test("every call for messages gives all of them, and they end with the session")
  func copies() async throws {
    let knitters = try await Knitters("Ann", "Bob")
    let inboxes = (0..<2).map { _ in Inbox(knitters.messengers[1].messages(of: Int.self)) }
    try await knitters.messengers[0].send(1)
    await knitters.world.until("both have it") { inboxes.allSatisfy { $0.messages == [1] } }
    #expect(inboxes.allSatisfy { !$0.isOver })
    knitters.guests[0].session?.end()
    await knitters.world.until("both are over") { inboxes.allSatisfy(\.isOver) }
  }
}
