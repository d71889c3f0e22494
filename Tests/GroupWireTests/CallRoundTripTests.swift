import EaselBase
import GroupBase
import GroupCore
import GroupTesting
import GroupWire
import Testing
import TestSamples

@Suite struct CallRoundTripTests {
  @Test("B1 · every message of a call comes back as it was")
  func roundTrip() throws {
    for seed in Seeds.range(300) {
      var maker = Maker(seed: seed)
      let (link, call, payload) = (maker.linkMessage(), maker.callMessage(), maker.payload())
      #expect(try LinkMessage(decoding: link.encoded()) == link, "seed \(seed)")
      #expect(try CallMessage(decoding: call.encoded()) == call, "seed \(seed)")
      let earlier = maker.earlierMessage()
      for payload in [payload, earlier] {
        #expect(try ReliablePayload(decoding: payload.encoded()) == payload, "seed \(seed)")
      }
      let coding = WireCoding.call
      #expect(coding.decode(coding.encode(call)) == [call], "seed \(seed)")
      let several = maker.list(6) { $0.callMessage() } + [maker.callMessage(), call]
      #expect(coding.decode(coding.batch(several.map(coding.encode))) == several, "seed \(seed)")
      #expect(coding.decodePayload(coding.encodePayload(payload)) == payload, "seed \(seed)")
    }
  }

  @Test("B2 · bytes of any kind are refused, mean nothing, or mean what can be said")
  func noise() throws {
    var maker = Maker(seed: 1)
    for _ in 0..<Seeds.count(5_000) {
      // The first byte names a field that there is, often enough.
      let bytes = [UInt8(maker.below(16) << 3 | maker.below(6))] + maker.bytes(30)
      if let message = try? LinkMessage(decoding: bytes) {
        #expect(try LinkMessage(decoding: message.encoded()) == message, "\(bytes)")
      }
      for message in WireCoding.call.decode(bytes) {
        #expect(try CallMessage(decoding: message.encoded()) == message, "\(bytes)")
      }
      if let payload = WireCoding.call.decodePayload(bytes) {
        #expect(try ReliablePayload(decoding: payload.encoded()) == payload, "\(bytes)")
      }
    }
  }

  @Test("B2 · cut anywhere or with any bit flipped they are refused or mean something else")
  func damage() throws {
    // No bytes may trap the decoder, and a decoded message must be encodable.
    for seed in Seeds.range(20) {
      var maker = Maker(seed: seed)
      for damaged in Damage.of(maker.linkMessage().encoded()) {
        guard let other = try? LinkMessage(decoding: damaged) else { continue }
        #expect(try LinkMessage(decoding: other.encoded()) == other, "seed \(seed)")
      }
      for damaged in Damage.of(maker.callMessage().encoded()) {
        for other in WireCoding.call.decode(damaged) {
          #expect(try CallMessage(decoding: other.encoded()) == other, "seed \(seed)")
        }
      }
      let batch = WireCoding.call.batch(
        [maker.callMessage(), maker.callMessage()].map { $0.encoded() })
      for damaged in Damage.of(batch) {
        for other in WireCoding.call.decode(damaged) {
          #expect(try CallMessage(decoding: other.encoded()) == other, "seed \(seed)")
        }
      }
    }
    for seed in Seeds.range(6) {
      var maker = Maker(seed: seed)
      let payloads = [maker.payload(), maker.earlierMessage()].map { $0.encoded() }
      for damaged in payloads.flatMap(Damage.of) {
        guard let other = WireCoding.call.decodePayload(damaged) else { continue }
        #expect(try ReliablePayload(decoding: other.encoded()) == other, "seed \(seed)")
      }
    }
  }

  @Test(
    "B1 · an unreliable message is one byte longer than its content, but for long names and joins")
  func passing() throws {
    for join: UInt32 in [0, 1, 2, 7, 8, .max] {
      for (name, said): (String, [UInt8]) in [("", []), ("", [1, 0, 255]), ("x", [9])] {
        let message = CallMessage.passing(ParticipantMessage(join: join, name: name, bytes: said))
        let bytes = message.encoded()
        #expect(try CallMessage(decoding: bytes) == message)
        let isShort = (1...7).contains(join) && name.isEmpty
        #expect(isShort == (bytes.count == said.count + 1))
      }
    }
  }

  @Test("B1 · unreliable messages are told apart from reliable ones, alone and in a batch")
  func passingBodies() {
    for (join, name) in [(2, ""), (8, ""), (2, "beat")] as [(UInt32, String)] {
      let said = ParticipantMessage(join: join, name: name, bytes: [9])
      let bodies = [CallMessage.passing(said), .beat(version: 1)].map { $0.encoded() }
      #expect(bodies.map(CallMessage.mode(ofBody:)) == [.unreliable, .reliable])
      #expect(
        bodies.map { CallMessage.mode(ofBody: WireCoding.call.batch([$0, $0])) }
          == [.unreliable, .reliable])
    }
    for none in [[], [0], [0, 9], [0, 0, 0]] as [[UInt8]] {
      #expect(CallMessage.mode(ofBody: none) == .reliable)
    }
  }

  @Test("B1 · an empty list of readers differs from everyone")
  func nobody() throws {
    for to in [EnvelopeDestination.everyone, .only([]), .only([MemberID(0)])] {
      let message = LinkMessage.envelope(Envelope(origin: MemberID(1), number: 1, to: to, body: []))
      #expect(try LinkMessage(decoding: message.encoded()) == message)
    }
  }

  @Test("B4 · a newer version's addition is ignored; an unknown message is nothing")
  func newer() throws {
    // Field 200, as bytes.
    let unknown: [UInt8] = [0xC2, 0x0C, 2, 1, 2]
    let hello = LinkMessage.hello(MemberID(7), path: [])
    #expect(try LinkMessage(decoding: hello.encoded() + unknown) == hello)
    #expect(try LinkMessage(decoding: unknown) == nil)
    #expect(try LinkMessage(decoding: []) == nil)
    #expect(try CallMessage(decoding: unknown) == nil)
    #expect(try ReliablePayload(decoding: unknown) == nil)
    // A reason for refusing that is not known here.
    #expect(try LinkMessage(decoding: [5 << 3, 99]) == nil)
  }

  @Test("B4 · a first message of another version is refused by its number")
  func version() throws {
    var bytes = LinkMessage.hello(MemberID(7), path: []).encoded()
    let index = try #require(bytes.lastIndex(of: UInt8(WireCoding.version)))
    bytes[index] = 9
    var thrown: WireError?
    do { _ = try LinkMessage(decoding: bytes) } catch { thrown = error }
    #expect(thrown?.fault == .version(9), "\(bytes)")
  }

  @Test(
    "B4 · a first message of an unreleased version is told as such, and that version refuses ours")
  func unreleased() throws {
    // The number stood in field 1, and no other was read.
    var thrown: WireError?
    do { _ = try LinkMessage(decoding: [0x0A, 0x02, 0x08, 0x01]) } catch { thrown = error }
    #expect(thrown?.fault == .unreleasedVersion)
    let bytes = LinkMessage.hello(MemberID(7), path: []).encoded()
    // Field 2 has the member and field 4 the version; field 1 is absent.
    #expect(bytes == [0x0A, 11, 0x11, 7, 0, 0, 0, 0, 0, 0, 0, 0x20, 1])
  }
}
