import GroupBase
import GroupWire
import Testing

@testable import EaselBase
@testable import GroupCore

/// A member believes only signed words in the name of a watcher.
@Suite struct WatcherProofTests {
  private let now = Uptime(milliseconds: 0)
  private let bob = MemberID(8)

  /// A member in a session with Bob, who only watches or may draw.
  private func call(_ rank: AdmissionRule.Rank) throws -> Call {
    var call = Call(me: MemberID(5), profile: MemberProfile(), coding: WireCoding.call, at: now)
    _ = call.opened(LinkID(1), isDialled: false, at: now)
    _ = call.received(.hello(bob, path: []), over: LinkID(1), at: now)
    _ = call.activate("draw", [1], at: now)
    let session = try #require(call.sessions.local.ids.first)
    _ = call.join(session, at: now)
    _ = call.woke(at: Uptime(milliseconds: LocalSessions.joiningMax))
    let announcement = Announcement(
      version: 1, profile: MemberProfile(), joins: [SessionJoin(1, in: session)])
    let item = StreamItem(
      number: 1, to: .everyone, previous: 0, exceptions: [.init(call.me, previous: 0)],
      content: WireCoding.call.encodePayload(.announcement(announcement)))
    _ = hear(.item(item), number: 32, rank, &call)
    return call
  }

  private func hear(
    _ message: CallMessage, number: UInt64, _ rank: AdmissionRule.Rank, _ call: inout Call
  ) -> Int {
    let envelope = Envelope(
      origin: bob, number: number, to: .everyone, body: message.encoded(), sealed: [1])
    return call.received(
      .envelope(envelope), over: LinkID(1), by: rank,
      at: Uptime(milliseconds: LocalSessions.joiningMax)
    ).count { if case .deliver = $0 { true } else { false } }
  }

  @Test(
    "Words and pointers of a watcher count only if the watcher signed them, of a drawer also unsigned",
    arguments: [AdmissionRule.Rank.watcher, .drawer])
  func passing(rank: AdmissionRule.Rank) throws {
    var call = try call(rank)
    let words = CallMessage.passing(ParticipantMessage(join: 1, name: "presence", bytes: [7]))
    #expect(hear(words, number: 64, rank, &call) == 1)
    #expect(hear(words, number: 65, rank, &call) == (rank == .watcher ? 0 : 1))
    // The same words in two pieces, of which one may be unsigned.
    let large = [UInt8](repeating: 7, count: Piece.bytesMax + 1)
    let whole = Piece.cut(
      WireCoding.call.encodePayload(
        .message(ParticipantMessage(join: 1, name: "presence", bytes: large))))
    for (message, numbers) in [(UInt64(1), [UInt64(96), 128]), (2, [160, 161]), (3, [193, 224])] {
      let heard = numbers.enumerated().map { index, number in
        let piece = Piece(
          message: message, index: index, count: whole.count, bytes: Array(whole[index]))
        return hear(.piece(piece), number: number, rank, &call)
      }
      #expect(heard == [0, message == 1 || rank == .drawer ? 1 : 0])
    }
  }

  @Test("A watcher signs all that it sends, and goes on unsigned once it may draw")
  func signs() throws {
    var call = try call(.drawer)
    let session = try #require(call.sessions.local.ids.first)
    func isSigned() throws -> Bool {
      let actions = try call.send(
        [1], named: "presence", in: session, to: .all, .unreliable,
        at: Uptime(milliseconds: LocalSessions.joiningMax))
      let numbers = actions.compactMap { action -> UInt64? in
        guard case .transmit(.envelope(let envelope), _) = action else { return nil }
        return envelope.number
      }
      return !numbers.isEmpty && numbers.allSatisfy { $0.isMultiple(of: Envelope.signedEvery) }
    }
    call.isWatcher = true
    #expect(try isSigned())
    call.isWatcher = false
    _ = call.woke(at: Uptime(milliseconds: LocalSessions.joiningMax))
    #expect(try !isSigned())
  }
}
