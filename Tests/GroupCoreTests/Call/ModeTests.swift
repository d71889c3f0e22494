import EaselBase
import GroupBase
import GroupCore
import GroupWire
import Testing

/// The delivery mode of an envelope, from the call to the link.
@Suite struct ModeTests {
  private let now = Uptime(milliseconds: 0)
  private let near = LinkID(1)
  private let far = LinkID(2)

  /// Returns a call between two neighbours.
  private func call() -> Call {
    var call = Call(me: MemberID(1), profile: MemberProfile(), coding: WireCoding.call, at: now)
    for (link, neighbour) in [(near, MemberID(2)), (far, MemberID(3))] {
      _ = call.opened(link, isDialled: false, at: now)
      _ = call.received(.hello(neighbour, path: []), over: link, at: now)
    }
    return call
  }

  @Test("An envelope that is passed on keeps the mode in which its messages were sent")
  func passedOn() {
    let ink = CallMessage.passing(ParticipantMessage(join: 1, name: "", bytes: [7]))
    for (message, mode) in [(ink, DeliveryMode.unreliable), (.beat(version: 1), .reliable)] {
      var call = call()
      let envelope = Envelope(
        origin: MemberID(2), number: 1, to: .everyone, body: message.encoded())
      let modes = call.received(.envelope(envelope), over: near, at: now).compactMap { action in
        if case .transmit(.envelope(let passed), far) = action, passed.origin == MemberID(2) {
          passed.mode
        } else {
          nil
        }
      }
      #expect(modes == [mode])
    }
  }

  @Test("Sealing and opening an envelope keep its mode; a link may drop no other message")
  func sealing() {
    let envelope = Envelope(
      origin: MemberID(2), number: 1, to: .everyone, body: [1], mode: .unreliable)
    #expect(envelope.travelling(as: [2]).mode == .unreliable)
    #expect(envelope.opened(as: [3]).mode == .unreliable)
    #expect(LinkMessage.envelope(envelope).mode == .unreliable)
    #expect(LinkMessage.alive.mode == .reliable && LinkMessage.ping(1).mode == .reliable)
  }

  @Test(
    "A message goes to the link in the mode of its sender, with a name and without",
    arguments: ["", "pointer"])
  func sent(name: String) throws {
    for mode in [DeliveryMode.reliable, .unreliable] {
      var chain = CallChain(2)
      let session = try chain.meet(2)
      var sent: Set<DeliveryMode> = []
      chain.world.update(chain.members[0]) { call, now in
        var actions: [Call.Action] = []
        do {
          actions = try call.send([7], named: name, in: session, to: .all, mode, at: now)
        } catch { Issue.record(error) }
        actions += call.woke(at: now.advanced(by: 2))
        for case .transmit(let message, _) in actions { sent.insert(message.mode) }
        return actions
      }
      #expect(sent.contains(.unreliable) == (mode == .unreliable))
    }
  }
}
