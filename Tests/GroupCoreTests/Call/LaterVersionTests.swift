import EaselBase
import GroupCore
import GroupWire
import Testing

/// Members, some of a later version of the program.
@Suite struct LaterVersionTests {
  @Test("a message of a later version, whole or in part, is passed on to the byte")
  func laterWords() throws {
    var chain = CallChain(3)
    let (first, second) = (chain.members[0], chain.members[1])
    let links = try #require(chain.world.links[second])
    let link = try #require(links.first { $0.value.member == first }?.key)
    // A field with an unused number.
    let unknown: [UInt8] = [0xC2, 0x0C, 2, 1, 2]
    for (index, body) in [unknown, CallMessage.beat(version: 1).encoded() + unknown].enumerated() {
      let envelope = Envelope(
        origin: first, number: 1_000 + UInt64(index), to: .everyone, body: body)
      var passed: [[UInt8]] = []
      chain.world.update(second) { call, now in
        let actions = call.received(.envelope(envelope), over: link, at: now)
        passed = actions.compactMap { action in
          guard case .transmit(.envelope(let passedOn), let other) = action, other != link,
            passedOn.origin == first
          else { return nil }
          return passedOn.body
        }
        return actions
      }
      #expect(passed == [body])
    }
  }
}
