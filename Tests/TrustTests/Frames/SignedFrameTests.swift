import Testing

@testable import Trust

/// What whoever may draw can make up in another's name, and what not: all but the other's identity is
/// theirs.
struct SignedFrameTests {
  private let meeting: Meeting
  private let drawing: MemberKeys

  init() throws {
    meeting = try Meeting()
    drawing = try Meeting.keys(50)
  }

  private func opener() throws -> Opener {
    var opener = Opener(epoch: meeting.epoch)
    try opener.introduce(try meeting.epoch.introduction(of: drawing))
    return opener
  }

  @Test("F9 · who may draw silences nobody by frames in their name for longer than 32 of theirs")
  func forgedNumbers() throws {
    // Whoever may draw has the key of the group and the wet key, and so all but the victim's identity.
    let victim = try meeting.epoch.introduction(of: drawing)
    let key = meeting.epoch.frameKey(of: victim)
    let code = FrameCode(by: try #require(meeting.epoch.wetKey))
    func forged(_ number: UInt64, _ tail: [UInt8] = []) throws -> SealedFrame {
      let header = FrameContext.header(
        epoch: 1, origin: victim.member, number: number, header: [])
      let body = try Sealing.seal(
        code(over: tail + [6], header: header) + tail + [6], under: key,
        nonce: Sealing.nonce(number), proving: header)
      return SealedFrame(origin: victim.member, number: number, body: body)
    }
    var sealer = try Sealer(epoch: meeting.epoch, keys: drawing)
    for far in [SealedFrame.numberMax - 1, SealedFrame.numberMax, 1 << 40 | 1] as [UInt64] {
      var opener = try opener()
      _ = try opener.open(try sealer.seal([1]))
      _ = refused { try opener.open(try forged(far, [UInt8](repeating: 0, count: 64))) }
      var heard = 0
      for _ in 0..<64 where refused({ try opener.open(try sealer.seal([2])) }) == nil { heard += 1 }
      #expect(heard >= 32, "silenced by \(far)")
      // From the first signature on nothing is missed any more, whatever is made up.
      for number in 0..<200 as Range<UInt64> {
        _ = refused { try opener.open(try forged(1 << 45 + 33 * number + 1)) }
        #expect(refused { try opener.open(try sealer.seal([3])) } == nil)
      }
    }
  }

  @Test("F9 · in signed frames nobody passes for another, not with what that one signed before")
  func signatures() throws {
    var sealer = try Sealer(epoch: meeting.epoch, keys: drawing)
    var opener = try opener()
    let signed = try sealer.seal([1], number: 64)
    #expect(signed.body.count == 8 + 64 + 1 + 16)
    let victim = try meeting.epoch.introduction(of: drawing)
    let key = meeting.epoch.frameKey(of: victim)
    let code = FrameCode(by: try #require(meeting.epoch.wetKey))
    func header(_ number: UInt64) -> [UInt8] {
      FrameContext.header(epoch: 1, origin: victim.member, number: number, header: [])
    }
    let plain = try #require(
      Sealing.open(signed.body, under: key, nonce: Sealing.nonce(64), proving: header(64)))
    let signature = Array(plain.dropFirst(8).prefix(64))
    let lies: [(UInt64, [UInt8])] = [
      (64, signature + [2]), (96, signature + [1]), (96, [1]), (96, []),
      (96, [UInt8](repeating: 0, count: 64) + [1]),
    ]
    for (number, told) in lies {
      let header = header(number)
      let body = try Sealing.seal(
        code(over: told, header: header) + told, under: key, nonce: Sealing.nonce(number),
        proving: header)
      let lie = SealedFrame(origin: victim.member, number: number, body: body)
      #expect(refused { try opener.open(lie) } == .forged)
    }
    #expect(try opener.open(signed).bytes == [1])
    #expect(refused { try opener.open(signed) } == .replayed)
  }

  @Test("F3 · no number is taken twice, in whatever order they come", arguments: 0..<20 as Range)
  func anyOrder(seed: UInt64) {
    var chance = Chance(seed)
    var window = ReplayWindow()
    var seen: Set<UInt64> = []
    var number: UInt64 = 0
    for _ in 0..<4_000 {
      number += UInt64.random(in: 1...(number % 7 == 0 ? 90 : 2), using: &chance)
      // Some come late, some again, some are missed.
      let late = number - min(UInt64.random(in: 0...900, using: &chance), number - 1)
      for one in [late, number, late] where window.admits(one) {
        #expect(seen.insert(one).inserted, "seed \(seed): \(one) twice")
        window.insert(one)
      }
    }
  }
}
