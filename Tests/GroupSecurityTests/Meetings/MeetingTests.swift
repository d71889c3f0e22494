import Crypto
import Testing

@testable import GroupSecurity

@Suite struct MeetingTests {
  private let ticket: Ticket

  init() throws { ticket = try Meeting().draw }

  @Test("M1 · Both sides show the same four words, and each proves its key and its name")
  func words() throws {
    var sides = try MeetingSides(role: .watch)
    let met = try sides.meet()
    #expect(met.ofGuest.words == met.ofHost.words)
    #expect(met.ofGuest.words.count == 4)
    #expect(met.ofGuest.identityKey == sides.guestIdentity.publicKey)
    #expect(met.ofHost.identityKey == sides.hostIdentity.publicKey)
    #expect(met.ofGuest.name == Array("Bo".utf8))
    #expect(met.ofHost.name == Array("Ann".utf8))
    #expect(met.ofGuest.role == .watch, "the role of the ticket stands beside the words")
    #expect(met.ofHost.role == .watch)
  }

  @Test("M2 · A relay between the two shows them different words in 1,000 of 1,000 runs")
  func relay() throws {
    for seed in 0..<1_000 as Range<UInt64> {
      var (left, right) = (try MeetingSides(2 * seed + 1), try MeetingSides(2 * seed + 2))
      // The relay is the host of one person and the guest of the other.
      let (first, second) = (try left.meet(), try right.meet())
      #expect(first.ofHost.words != second.ofGuest.words)
    }
  }

  @Test("M3 · The ticket passes only after both have confirmed, in either order")
  func confirmed() throws {
    for guestIsFirst in [true, false] {
      var sides = try MeetingSides()
      _ = try sides.meet()
      if !guestIsFirst { #expect(try sides.host.confirm(with: ticket) == []) }
      let yes = try #require(try sides.guest.confirm())
      var given = try sides.host.receive(yes)
      if guestIsFirst {
        #expect(given == [])
        given = try sides.host.confirm(with: ticket)
      }
      #expect(given.last == .gave)
      let sealed = try #require(MeetingSides.message(in: given))
      #expect(try sides.guest.receive(sealed) == [.received(ticket)])
      #expect(try sides.host.confirm(with: ticket) == [], "the ticket passes once")
      #expect(try sides.guest.confirm() == nil)
    }
  }

  @Test("M3 · A side that has shown no words confirms nothing")
  func early() throws {
    var sides = try MeetingSides()
    #expect(try sides.guest.confirm() == nil)
    #expect(try sides.host.confirm(with: ticket) == [])
    _ = try sides.host.receive(sides.guest.request)
    #expect(try sides.host.confirm(with: ticket) == [])
  }

  @Test("M4 · A ticket gives at most the role that stood beside the words")
  func role() throws {
    var sides = try MeetingSides(role: .watch)
    _ = try sides.meet()
    let yes = try #require(try sides.guest.confirm())
    _ = try sides.host.receive(yes)
    let given = try sides.host.confirm(with: ticket)
    let sealed = try #require(MeetingSides.message(in: given))
    #expect(try sides.guest.receive(sealed) == [.received(ticket.watching)])
  }

  @Test("M5 · An opening that differs from its commitment is refused")
  func commitment() throws {
    var sides = try MeetingSides()
    let other = try MeetingSides(2)
    let opening = try #require(
      MeetingSides.message(in: try sides.host.receive(sides.guest.request)))
    var stranger = other.guest
    let sent = try stranger.receive(opening).compactMap(MeetingSides.message)
    #expect(meetingError { _ = try sides.host.receive(sent[0]) } == .malformed)
  }

  @Test("M5 · A recorded meeting shows nothing to another host")
  func replayed() throws {
    var first = try MeetingSides(1)
    let recorded = try first.meet().messages
    var host = try MeetingSides(2).host
    _ = try host.receive(recorded[0])
    #expect(try host.receive(recorded[2]) == [])
    #expect(meetingError { _ = try host.receive(recorded[3]) } == .malformed)
  }

  @Test("M6 · A run does not meet itself or another run of the same person")
  func ownKey() throws {
    var sides = try MeetingSides(isOnePerson: true)
    let opening = try #require(
      MeetingSides.message(in: try sides.host.receive(sides.guest.request)))
    let sent = try sides.guest.receive(opening).compactMap(MeetingSides.message)
    #expect(try sides.host.receive(sent[0]) == [])
    #expect(meetingError { _ = try sides.host.receive(sent[1]) } == .ownKey)
  }

  @Test("M6 · An opening with the receiver's own key or random bytes is refused")
  func mirrored() throws {
    var chance = Chance(9)
    let bytes = chance.bytes(MeetingParticipant.chanceLength)
    let person = MeetingParticipant(try MeetingSides.identity(1), name: [], role: .draw)
    let own = try MeetingSecrets(person, chance: bytes).opening
    let other = try MeetingSecrets(
      person, chance: chance.bytes(MeetingParticipant.chanceLength)
    ).opening
    let mirrored = [
      own, MeetingOpening(agreementKey: other.agreementKey, nonce: own.nonce),
      MeetingOpening(agreementKey: own.agreementKey, nonce: other.nonce),
    ]
    for opening in mirrored {
      var guest = try MeetingGuest(person, chance: bytes)
      #expect(meetingError { _ = try guest.receive(opening.bytes) } == .malformed)
      var host = try MeetingHost(person, chance: bytes)
      _ = try host.receive(MeetingRequest(committingTo: opening.bytes).bytes)
      #expect(meetingError { _ = try host.receive(opening.bytes) } == .malformed)
    }
  }

  @Test("M7 · X25519 keys of low order are refused", arguments: [0, 1] as [UInt8])
  func lowOrder(_ first: UInt8) throws {
    let key = [first] + [UInt8](repeating: 0, count: 31)
    let opening = MeetingOpening(agreementKey: key, nonce: [UInt8](repeating: 3, count: 16))
    var sides = try MeetingSides()
    #expect(meetingError { _ = try sides.guest.receive(opening.bytes) } == .malformed)
    _ = try sides.host.receive(MeetingRequest(committingTo: opening.bytes).bytes)
    #expect(meetingError { _ = try sides.host.receive(opening.bytes) } == .malformed)
  }

  @Test("M8 · A proof counts only for its own side, and only in its own meeting")
  func proofs() throws {
    let transcript = [UInt8](repeating: 7, count: 32)
    let person = MeetingParticipant(try MeetingSides.identity(1), name: [1], role: .draw)
    let bytes = try MeetingProof.bytes(of: person, MeetingSecrets.guestPurpose, transcript)
    #expect(
      try MeetingProof(bytes, MeetingSecrets.guestPurpose, transcript).identityKey
        == person.identity.publicKey)
    #expect(
      meetingError { _ = try MeetingProof(bytes, MeetingSecrets.hostPurpose, transcript) }
        == .malformed)
    let other = [UInt8](repeating: 8, count: 32)
    #expect(
      meetingError { _ = try MeetingProof(bytes, MeetingSecrets.guestPurpose, other) }
        == .malformed)
  }

  @Test("M9 · A changed message ends the meeting, and no ticket passes")
  func changed() throws {
    var sound = try MeetingSides()
    let messages = try sound.meet().messages
    for (index, message) in messages.enumerated() {
      for flipped in message.flips {
        var sides = try MeetingSides()
        #expect(
          meetingError {
            var passed = 0
            func on(_ bytes: [UInt8]) -> [UInt8] {
              defer { passed += 1 }
              return passed == index ? flipped : bytes
            }
            let offer = MeetingSides.message(in: try sides.host.receive(on(sides.guest.request)))
            let sent = try sides.guest.receive(on(offer ?? [])).compactMap(MeetingSides.message)
            _ = try sides.host.receive(on(sent[0]))
            let shown = try sides.host.receive(on(sent[1]))
            _ = try sides.guest.receive(on(MeetingSides.message(in: shown) ?? []))
          } != nil, "message \(index)")
      }
    }
  }

  @Test("M9 · A message after an error, or before its time, ends the meeting")
  func unexpected() throws {
    var sides = try MeetingSides()
    #expect(meetingError { _ = try sides.host.receive([]) } == .malformed)
    #expect(meetingError { _ = try sides.host.receive(sides.guest.request) } == .malformed)
    var other = try MeetingSides()
    _ = try other.meet()
    #expect(meetingError { _ = try other.guest.receive([1]) } == .malformed)
    #expect(try other.guest.confirm() == nil)
  }

  @Test("A request of another version is told apart")
  func version() throws {
    var fields = FieldWriter()
    fields.add(1, 2)
    fields.add(2, [UInt8](repeating: 0, count: 32))
    var sides = try MeetingSides()
    #expect(
      meetingError { _ = try sides.host.receive(MeetingRequest.word + fields.bytes) } == .version)
  }

  @Test("The list has 2,048 words in order, which their first four letters tell apart")
  func list() {
    let words = MeetingWords.all
    #expect(words.count == 2_048)
    #expect(words == words.sorted())
    #expect(Set(words.map { String($0.prefix(4)) }).count == words.count)
    #expect(words.allSatisfy { (3...8).contains($0.utf8.count) })
    let text = words.joined(separator: "\n") + "\n"
    #expect(
      Array(SHA256.hash(data: Array(text.utf8)))
        == hex("2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda"))
  }

  @Test("The words are the first 44 bits of a digest, 11 bits each")
  func bits() {
    let zero = [UInt8](repeating: 0, count: 32)
    #expect(MeetingWords.words(of: zero) == ["abandon", "abandon", "abandon", "abandon"])
    let ones = [UInt8](repeating: 0xFF, count: 5) + [0xF0] + zero
    #expect(MeetingWords.words(of: ones) == ["zoo", "zoo", "zoo", "zoo"])
    #expect(
      MeetingWords.words(of: [0, 0x20] + zero) == ["ability", "abandon", "abandon", "abandon"])
    let last: [UInt8] = [0, 0, 0, 0, 0, 0x10]
    #expect(MeetingWords.words(of: last + zero) == ["abandon", "abandon", "abandon", "ability"])
  }

  @Test("A mark is recognised with the key, an hour early or late, and is another one each hour")
  func marks() throws {
    let (key, hour) = (try MeetingSides.identity(1).publicKey, 3_600_000 as Int64)
    let other = try MeetingSides.identity(2).publicKey
    let now = hour * 500_000
    let mark = NearbyMark.bytes(of: key, at: now)
    #expect(mark.count == NearbyMark.length)
    #expect(mark != NearbyMark.bytes(of: key, at: now + hour))
    for shift in -1...1 as ClosedRange<Int64> {
      #expect(NearbyMark.matches(mark, key, at: now + shift * hour))
    }
    #expect(!NearbyMark.matches(mark, key, at: now + 2 * hour))
    #expect(!NearbyMark.matches(mark, other, at: now))
  }
}
