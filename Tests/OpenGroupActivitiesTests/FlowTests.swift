import EaselBase
import Foundation
import GroupBase
import GroupCore
import Testing

@testable import OpenGroupActivities

/// The parts that Apple's documentation leaves open: limits, room, and the fate of a message.
@MainActor @Suite(.timeLimit(.minutes(60))) struct FlowTests {
  @Test("G12 · 256 KiB are sent whole; more is refused, and both sizes are said")
  func limit() async throws {
    let knitters = try await Knitters("Ann", "Bob")
    let inbox = Inbox(knitters.messengers[1].messages(of: Data.self))
    let most = Data((0..<256 * 1_024).map { UInt8(truncatingIfNeeded: $0 / 7) })
    try await knitters.messengers[0].send(most)
    await #expect(throws: GroupSessionError.tooLarge(bytes: 262_145, limit: 262_144)) {
      try await knitters.messengers[0].send(most + [0])
    }
    await knitters.world.until("it arrived") { inbox.messages == [most] }
  }

  @Test("G12 · a sender without room waits, and all its messages arrive in order")
  func room() async throws {
    let knitters = try await Knitters("Ann", "Bob")
    let inbox = Inbox(knitters.messengers[1].messages(of: Data.self))
    let messenger = knitters.messengers[0]
    var sent = 0
    for number in 0..<100 {
      Task {
        try await messenger.send(Data(repeating: UInt8(number), count: 100_000))
        sent += 1
      }
    }
    await knitters.world.until("the first are on their way") { sent > 0 }
    #expect(sent < 100)
    await knitters.world.until("all arrived") { inbox.messages.count == 100 }
    #expect(inbox.messages.map(\.first) == (0..<100).map { UInt8($0) })
    await knitters.world.until("every sender has heard of it") { sent == 100 }
  }

  @Test("G12 · a small message does not overtake large ones that wait")
  func overtaking() async throws {
    let knitters = try await Knitters("Ann", "Bob")
    let inbox = Inbox(knitters.messengers[1].messages(of: Data.self))
    let messenger = knitters.messengers[0]
    for size in [200_000, 200_000, 200_000, 200_000, 200_000, 200_000, 200_000, 1] {
      Task { try await messenger.send(Data(count: size)) }
    }
    await knitters.world.until("all arrived") { inbox.messages.count == 8 }
    #expect(inbox.messages.last?.count == 1)
  }

  @Test("G12 · a slow reader keeps no other waiting, and hears the rest in order")
  func slowReader() async throws {
    let knitters = try await Knitters("Ann", "Bob", "Cyd")
    let inboxes = (1...2).map { Inbox(knitters.messengers[$0].messages(of: Data.self)) }
    let messenger = knitters.messengers[0]
    let others = try #require(knitters.guests[0].session?.activeParticipants)
    let cyd = try #require(others.first { $0.name == "Cyd" })
    knitters.world.cut("Cyd")
    var sent = 0
    for number in 0..<20 {
      Task {
        try await messenger.send(Data(repeating: UInt8(number), count: 100_000), to: .only(cyd))
        sent += 1
      }
    }
    await knitters.world.until("no more is taken for Cyd") { sent > 10 }
    try await messenger.send(Data([100]))
    messenger.send(Data([101])) { #expect($0 == nil) }
    await knitters.world.until("Bob has it") { inboxes[0].messages == [Data([100]), Data([101])] }
    #expect(sent < 20 && inboxes[1].messages.isEmpty)
    knitters.world.mend("Cyd")
    await knitters.world.until("Cyd has all") { inboxes[1].messages.count == 22 }
    #expect(inboxes[1].messages.map(\.first) == (Array(0..<20) + [100, 101]))
    #expect(sent == 20)
  }

  @Test("G12 · a message that waits for room is not sent if its task is cancelled")
  func cancellation() async throws {
    let knitters = try await Knitters("Ann", "Bob")
    let inbox = Inbox(knitters.messengers[1].messages(of: Data.self))
    let messenger = knitters.messengers[0]
    var failures: [any Error] = []
    let tasks = (0..<30).map { number in
      Task {
        do { try await messenger.send(Data(repeating: UInt8(number), count: 100_000)) } catch {
          failures.append(error)
        }
      }
    }
    while !tasks.isEmpty, failures.isEmpty {
      await Task.yield()
      tasks[29].cancel()
    }
    #expect(failures.count == 1 && failures[0] is CancellationError)
    await knitters.world.until("the others arrived") { inbox.messages.count == 29 }
    #expect(inbox.messages.last?.first == 28)
  }

  @Test("G12 · a message that waits when the session ends is refused")
  func over() async throws {
    let knitters = try await Knitters("Ann", "Bob")
    let messenger = knitters.messengers[0]
    var failures: [GroupSessionError?] = []
    for _ in 0..<30 {
      Task {
        do { try await messenger.send(Data(count: 100_000)) } catch {
          failures.append(error as? GroupSessionError)
        }
      }
    }
    for _ in 0..<100 { await Task.yield() }
    knitters.guests[0].session?.leave()
    await knitters.world.until("they were") { failures.count > 5 }
    #expect(failures.allSatisfy { $0 == .notJoined })
  }

  @Test("handlers are called on the main actor, with nil or an error")
  func handlers() async throws {
    let knitters = try await Knitters("Ann", "Bob")
    let inbox = Inbox(knitters.messengers[1].messages(of: Int.self))
    let messenger = knitters.messengers[0]
    var outcomes: [String] = []
    func note(_ error: (any Error)?) {
      MainActor.assertIsolated()
      outcomes.append(error.map { "\($0)" } ?? "sent")
    }
    messenger.send(1, completion: note)
    messenger.send(Data(count: 262_145), completion: note)
    messenger.send(2, to: .only([]), completion: note)
    await knitters.world.until("all were called") { outcomes.count == 3 }
    #expect(outcomes == ["sent", "262145 bytes, of which at most 262144 can be sent", "sent"])
    await knitters.world.until("it arrived") { inbox.messages == [1] }
    knitters.guests[0].session?.leave()
    messenger.send(3, completion: note)
    await knitters.world.until("it was called") { outcomes.last == "the session is not joined" }
  }

  @Test("G12 · a send with a handler is refused beyond 8 MiB")
  func tooMuchWaiting() async throws {
    let knitters = try await Knitters("Ann", "Bob")
    let messenger = knitters.messengers[0]
    var failures: [GroupSessionError?] = []
    for _ in 0..<120 {
      messenger.send(Data(count: 100_000)) { error in
        if let error { failures.append(error as? GroupSessionError) }
      }
    }
    await knitters.world.until("some were") { !failures.isEmpty }
    #expect(failures.first == .tooMuchWaiting(bytes: 8_400_000, limit: 8 << 20))
  }

  @Test("G13 · a delivery names the participants that confirmed it and those that will not")
  func delivery() async throws {
    let knitters = try await Knitters("Ann", "Bob", "Cyd")
    let messenger = knitters.messengers[0]
    let others = try #require(knitters.guests[0].session?.activeParticipants)
      .filter { $0.name != "Ann" }
    var delivery: Delivery?
    Task { delivery = try await messenger.deliver("to all") }
    await knitters.world.until("all confirmed it") { delivery != nil }
    #expect(delivery == Delivery(received: others, missed: []))
    delivery = nil
    Task { delivery = try await messenger.deliver("to nobody", to: .only([])) }
    await knitters.world.until("nobody had to") { delivery != nil }
    #expect(delivery == Delivery(received: [], missed: []))
    delivery = nil
    knitters.world.cut("Cyd")
    Task { delivery = try await messenger.deliver("to all") }
    await knitters.world.until("Cyd is given up") { delivery != nil }
    #expect(delivery?.received.map(\.name) == ["Bob"])
    #expect(delivery?.missed.map(\.name) == ["Cyd"])
  }

  @Test("an unreliable message is not confirmed")
  func unconfirmed() async throws {
    let knitters = try await Knitters("Ann")
    let session = try #require(knitters.guests[0].session)
    let messenger = GroupSessionMessenger(session: session, deliveryMode: .unreliable)
    await #expect(throws: GroupSessionError.unconfirmed) { try await messenger.deliver(1) }
  }

  @Test("a message that does not decode as its type is passed over and reported")
  func unreadable() async throws {
    enum Here {
      struct Wool: Codable, CustomMessageIdentifiable {
        static let messageIdentifier = "Wool"
        var color: String
      }
    }
    enum There {
      struct Wool: Codable, CustomMessageIdentifiable {
        static let messageIdentifier = "Wool"
        var weight: Int
      }
    }
    let knitters = try await Knitters("Ann", "Bob")
    let notices = NoticeRecorder(knitters.guests[1].system)
    let inbox = Inbox(knitters.messengers[1].messages(of: There.Wool.self))
    try await knitters.messengers[0].send(Here.Wool(color: "red"))
    try await knitters.messengers[0].send(There.Wool(weight: 50))
    await knitters.world.until("the other arrived") { inbox.messages.map(\.weight) == [50] }
    await knitters.world.until("it was told") {
      notices.all.contains {
        if case .unreadableMessage("Wool", let source, _) = $0 {
          source.name == "Ann"
        } else {
          false
        }
      }
    }
  }

  @Test("unread messages are kept up to a bound for each type, and a drop is told once")
  func overflow() async throws {
    struct Wool: Codable { var weight: Int }
    let knitters = try await Knitters("Ann", "Bob")
    let notices = NoticeRecorder(knitters.guests[1].system)
    try await knitters.messengers[0].send(Wool(weight: 1))
    var sent = 0
    for _ in 0..<12 {
      Task {
        try await knitters.messengers[0].send(Data(count: 200_000))
        sent += 1
      }
    }
    await knitters.world.until("all are sent") { sent == 12 }
    await knitters.world.until("it is told") { !notices.all.isEmpty }
    // The last of them may be on its way still.
    await knitters.world.pass(milliseconds: 1_000)
    let bytes = Inbox(knitters.messengers[1].messages(of: Data.self))
    let wool = Inbox(knitters.messengers[1].messages(of: Wool.self))
    await knitters.world.until("the first are there") { bytes.messages.count == 6 }
    await knitters.world.until("and the others") { wool.messages.map(\.weight) == [1] }
    #expect(notices.all.count == 1)
    guard case .overflow(name: "", _) = notices.all[0] else {
      Issue.record("\(notices.all)")
      return
    }
  }

  @Test(
    "a late subscriber gets the last 16 failures of transports, in order, and nothing else")
  func before() async throws {
    let knitters = try await Knitters("Ann")
    let system = knitters.guests[0].system
    for count in 0..<20 {
      system.publish(.transportFailed(TransportFault("a:\(count)", .malformed)))
      system.publish(.overflow(name: "a", session: UUID()))
    }
    for _ in 0..<2 {
      let notices = NoticeRecorder(system)
      await knitters.world.until("the last was heard") { notices.all.count == 16 }
      let heard = notices.all.compactMap {
        if case .transportFailed(let fault) = $0 { fault.address } else { nil }
      }
      #expect(heard == (4..<20).map { "a:\($0)" })
    }
  }

  @Test("A link that was known is no failure of its transport, if its end is reported once more")
  func endedTwice() async {
    let transport = StubTransport()
    let world = LoopbackWorld()
    let system = GroupSystem(
      member: MemberID(1), name: nil, program: "p", transports: [transport],
      clock: ManualClock().clock)
    let notices = NoticeRecorder(system)
    for number in 1...3 as ClosedRange<UInt64> {
      let link = LinkID(number)
      transport.open(link)
      // This side closes one link, and the other side the others.
      if number == 1 {
        transport.receive([0, 0xFF], link)
      } else {
        transport.end(link, number == 2 ? nil : TransportFault("a:3", .broken))
      }
      transport.end(link, TransportFault(number == 1 ? nil : "a:\(number)", .broken))
    }
    // The transport dialled this link itself.
    transport.end(LinkID(4), TransportFault("a:4", .nobody))
    await world.until("the failure was heard") { !notices.all.isEmpty }
    let failed = notices.all.compactMap {
      if case .transportFailed(let fault) = $0 { fault.address } else { nil }
    }
    #expect(failed == ["a:4"])
  }

  @Test("a session's wishes for the screen are told here and nowhere else")
  func wishes() async throws {
    let knitters = try await Knitters("Ann", "Bob")
    let notices = knitters.guests.map { NoticeRecorder($0.system) }
    let session = try #require(knitters.guests[0].session)
    session.requestForegroundPresentation()
    session.showNotice(
      GroupSessionEvent(originator: session.localParticipant, action: .pause, url: nil))
    await knitters.world.until("both were told") { notices[0].all.count == 2 }
    guard case .foregroundRequested(session.id) = notices[0].all[0],
      case .notice(let event, session.id) = notices[0].all[1]
    else {
      Issue.record("\(notices[0].all)")
      return
    }
    #expect("\(event.originator) \(event.action)" == "Ann paused")
    #expect(notices[1].all.isEmpty)
  }

  @Test("Too much data for all links together cuts the link for which most waits")
  func tooMuchTogether() {
    let transport = StubTransport()
    let system = GroupSystem(
      member: MemberID(1), name: nil, program: "p", transports: [transport],
      clock: ManualClock().clock)
    for number in 1...4 as ClosedRange<UInt64> { transport.open(LinkID(number)) }
    let quarter = BackpressurePolicy.heldMax / 4
    for number in 1...4 as ClosedRange<UInt64> { transport.hold(quarter, over: LinkID(number)) }
    transport.open(LinkID(5))
    #expect(transport.cut.isEmpty)
    transport.hold(quarter + 2, over: LinkID(2))
    transport.hold(3 * quarter, over: LinkID(3))
    transport.open(LinkID(6))
    #expect(transport.cut == [LinkID(3)])
    withExtendedLifetime(system) {}
  }

}
