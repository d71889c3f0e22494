import GroupBase
import GroupWire
import Testing

@testable import EaselBase
@testable import GroupCore

/// Announcements about foreign sessions, by members that may draw.
@Suite struct FalseSessionTests {
  private let me = MemberID(5)
  private let liar = MemberID(8)
  private let other = MemberID(9)
  private let link = LinkID(1)
  private let start = Uptime(milliseconds: 0)

  private func call() -> Call {
    var call = Call(me: me, profile: MemberProfile(), coding: WireCoding.call, at: start)
    _ = call.opened(link, isDialled: false, at: start)
    _ = call.received(.hello(liar, path: []), over: link, at: start)
    return call
  }

  /// An announcement of a member, each time in a stream that it opens anew.
  private func say(
    _ member: MemberID, _ version: UInt64, joins: [SessionJoin] = [], _ sessions: [SessionRecord],
    at now: Uptime = Uptime(milliseconds: 0), to call: inout Call
  ) -> [Call.Action] {
    let announcement = Announcement(
      version: version, profile: MemberProfile(), joins: joins, sessions: sessions)
    let item = StreamItem(
      number: version, to: .everyone, previous: 0, exceptions: [.init(me, previous: 0)],
      content: WireCoding.call.encodePayload(.announcement(announcement)))
    let envelope = Envelope(
      origin: member, number: version * Envelope.signedEvery, to: .everyone,
      body: CallMessage.item(item).encoded(), sealed: [7])
    return call.received(.envelope(envelope), over: link, at: now)
  }

  private func record(
    _ id: SessionID, _ identifier: String = "draw", ending: SessionRecord.Ending? = nil
  ) -> SessionRecord {
    SessionRecord(
      id: id, identifier: identifier, activity: .init([1], edits: 0, editor: id.initiator),
      ending: ending)
  }

  private func offers(_ actions: [Call.Action]) -> [(String, isLocal: Bool)] {
    actions.compactMap { action in
      guard case .session(_, .offered(let record, let isLocal)) = action else { return nil }
      return (record.identifier, isLocal)
    }
  }

  @Test("a session that others say was begun here is an offer like any other")
  func notBegun() {
    var call = call()
    let mine = SessionID(me, activation: 77)
    let heard = offers(say(liar, 1, joins: [SessionJoin(1, in: mine)], [record(mine)], to: &call))
    #expect(heard.map(\.isLocal) == [false])
  }

  @Test("a session that was begun here and is over is not begun again because others say so")
  func over() throws {
    var call = call()
    _ = say(liar, 1, [], to: &call)
    #expect(offers(call.activate("draw", [1], at: start)).map(\.isLocal) == [true])
    let mine = try #require(call.sessions.local.ids.first)
    _ = call.end(mine, at: start)
    // Sixteen others take its place among those that are told of.
    for _ in 0..<Announcement.sessionsMax {
      _ = call.activate("other", [1], at: start)
      for session in call.sessions.local.ids { _ = call.end(session, at: start) }
    }
    #expect(call.sessions.records[mine] == nil)
    let heard = offers(say(liar, 2, joins: [SessionJoin(1, in: mine)], [record(mine)], to: &call))
    #expect(heard.map(\.isLocal) == [false])
  }

  @Test("an end that arrives before its session is known counts, and is passed on")
  func endedBefore() {
    var call = call()
    let (session, successor) = (SessionID(liar, activation: 1), SessionID(other, activation: 1))
    _ = call.received(.hello(other, path: [liar]), over: link, at: start)
    _ = say(other, 1, [record(session, ending: .replaced(by: successor))], to: &call)
    let actions = say(liar, 1, joins: [SessionJoin(1, in: session)], [record(session)], to: &call)
    #expect(offers(actions).isEmpty)
    #expect(call.sessions.records[session]?.ending == .replaced(by: successor))
    _ = call.woke(at: start.advanced(by: Call.beatEvery))
    #expect(call.own.sessions.map(\.id) == [session])
  }

  @Test("a false claim to another's session gives way to its initiator's announcement")
  func claimed() {
    var call = call()
    let theirs = SessionID(other, activation: 1)
    let claim = say(
      liar, 1, joins: [SessionJoin(1, in: theirs)], [record(theirs, "bait")], to: &call)
    #expect(offers(claim).map(\.0) == ["bait"])
    let said = say(other, 1, joins: [SessionJoin(1, in: theirs)], [record(theirs)], to: &call)
    #expect(said.contains(.session(theirs, .invalidated(.ended(by: other)))))
    #expect(offers(said).map(\.0) == ["draw"])
    _ = say(liar, 2, joins: [SessionJoin(1, in: theirs)], [record(theirs, "bait")], to: &call)
    #expect(call.sessions.records[theirs]?.identifier == "draw")
  }

  @Test("256 sessions are known, one more is not, and one's own always")
  func many() {
    var call = call()
    let perMember = UInt64(Announcement.sessionsMax)
    for member in 0...UInt64(SessionRecords.recordsMax) / perMember {
      let name = MemberID(100 + member)
      let sessions = (1...perMember).map {
        record(SessionID(name, activation: UInt32($0)), "\(member) \($0)")
      }
      _ = say(name, 1, sessions, to: &call)
      let most = min(Int((member + 1) * perMember), SessionRecords.recordsMax)
      #expect(call.sessions.records.count == most)
    }
    _ = call.activate("draw", [1], at: start)
    #expect(call.sessions.records.count == SessionRecords.recordsMax + 1)
  }

  @Test("members in more ended sessions than fit a message are not told of them for ever")
  func unheard() {
    var call = call()
    let count = UInt32(Announcement.sessionsMax) + 4
    let sessions = (1...count).map { SessionID(other, activation: $0) }
    for (index, part) in [0..<8, 8..<16, 16..<20].enumerated() {
      let joins = sessions[part].enumerated().map { SessionJoin(UInt32($0) + 1, in: $1) }
      _ = say(MemberID(200 + UInt64(index)), 1, joins: joins, [], to: &call)
    }
    for half in [sessions.prefix(10), sessions.dropFirst(10)] {
      let name = MemberID(half.startIndex == 0 ? 100 : 101)
      _ = say(name, 1, half.map { record($0, ending: .ended(by: liar)) }, to: &call)
    }
    var versions: Set<UInt64> = []
    for beat in 1..<10 {
      let now = Uptime(milliseconds: Call.beatEvery * Int64(beat))
      for member in [100, 101, 200, 201, 202] as [UInt64] {
        let alive = Envelope(
          origin: MemberID(member), number: UInt64(1_000 + beat) * Envelope.signedEvery,
          to: .everyone,
          body: CallMessage.beat(version: 1).encoded(), sealed: [7])
        _ = call.received(.envelope(alive), over: link, at: now)
      }
      _ = call.woke(at: now)
      versions.insert(call.own.version)
    }
    #expect(call.own.sessions.count == Announcement.sessionsMax)
    #expect(versions.count == 1, "\(versions)")
  }
}
