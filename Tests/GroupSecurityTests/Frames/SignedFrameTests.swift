import Testing

@testable import GroupSecurity

/// The forgeries that a drawing member can make in another's name: it has all keys but the other's
/// identity.
struct SignedFrameTests {
  private let meeting: Meeting
  private let drawing: MemberKeys
  private let victim: MemberCertificate

  init() throws {
    meeting = try Meeting()
    drawing = try Meeting.keys(50)
    victim = try meeting.epoch.memberCertificate(of: drawing)
  }

  private func opener() throws -> Opener {
    var opener = Opener(epoch: meeting.epoch)
    try opener.introduce(victim)
    return opener
  }

  /// An unsigned frame that a drawing member forges in the victim's name: it has the key of the
  /// group and the wet key, and so all but the victim's identity.
  private func forged(_ number: UInt64, saying tail: [UInt8] = [6]) throws -> SealedFrame {
    let code = FrameCode(by: try #require(meeting.epoch.wetKey))
    let header = FrameContext.header(epoch: 1, origin: victim.member, number: number, header: [])
    let body = try Sealing.seal(
      code(over: tail, header: header) + tail, under: meeting.epoch.frameKey(of: victim),
      nonce: Sealing.nonce(number), proving: header)
    return SealedFrame(origin: victim.member, number: number, body: body)
  }

  @Test("F9 · a drawer silences no other member by numbers far ahead of theirs")
  func forgedNumbers() throws {
    var sealer = try Sealer(epoch: meeting.epoch, keys: drawing)
    for far in [SealedFrame.numberMax - 1, SealedFrame.numberMax, 1 << 40 | 1] as [UInt64] {
      var opener = try opener()
      _ = try opener.open(try sealer.seal([1]))
      _ = refused { try opener.open(try forged(far)) }
      for number in 0..<264 as Range<UInt64> {
        #expect(refused { try opener.open(try sealer.seal([2])) } == nil, "silenced by \(far)")
        _ = refused { try opener.open(try forged(1 << 45 + 33 * number + 1)) }
      }
    }
  }

  @Test("F9 · forged numbers far ahead silence an unheard member only until it signs")
  func forgedLate() throws {
    var sealer = try Sealer(epoch: meeting.epoch, keys: drawing)
    _ = try sealer.seal([1], number: 5_000)
    var opener = try opener()
    _ = try opener.open(try forged(SealedFrame.numberMax))
    for number in 5_001...5_200 as ClosedRange<UInt64> {
      let isHeard = refused { try opener.open(try sealer.seal([2])) } == nil
      #expect(isHeard == (number >= 5_024), "\(number)")
    }
  }

  @Test("F9 · numbers used up in advance silence no member, and no frame passes twice")
  func usedUp() throws {
    var sealer = try Sealer(epoch: meeting.epoch, keys: drawing)
    var opener = try opener()
    var last: UInt64 = 0
    for _ in 0..<2 {
      for number in last + 1...last + 1_024 where !FrameSignature.isCarried(by: number) {
        let forged = try forged(number)
        // Some of before come again, too: they were seen.
        _ = refused { try opener.open(forged) }
        #expect(refused { try opener.open(forged) } == .replayed)
      }
      for _ in 0..<200 {
        let said = try sealer.seal([2])
        #expect(refused { try opener.open(said) } == nil, "\(said.number)")
        #expect(refused { try opener.open(said) } == .replayed, "\(said.number)")
        last = said.number
      }
    }
  }

  @Test("F7 · the last 256 frames that share their numbers are known, and pass once")
  func doubles() throws {
    #expect(ReplayWindow.doublesMax == 256)
    var opener = try opener()
    let others = try (0...256).map { try forged(1, saying: [7, UInt8($0 & 255), UInt8($0 >> 8)]) }
    _ = try opener.open(try forged(1))
    for frame in others.dropLast() { _ = try opener.open(frame) }
    for frame in try others.dropLast() + [forged(1)] {
      #expect(refused { try opener.open(frame) } == .replayed)
    }
    _ = try opener.open(others[256])
    for frame in others.dropFirst() { #expect(refused { try opener.open(frame) } == .replayed) }
    #expect(refused { try opener.open(others[0]) } == nil)
  }

  @Test(
    "F9 · no member passes for another in signed frames, nor with what that member signed before")
  func signatures() throws {
    var sealer = try Sealer(epoch: meeting.epoch, keys: drawing)
    var opener = try opener()
    let signed = try sealer.seal([1], number: 64)
    #expect(signed.body.count == 8 + 64 + 1 + 16)
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
    for (number, lie) in lies {
      let header = header(number)
      let body = try Sealing.seal(
        code(over: lie, header: header) + lie, under: key, nonce: Sealing.nonce(number),
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
    // Even where all look alike.
    let print = FramePrint(7)
    for _ in 0..<4_000 {
      number += UInt64.random(in: 1...(number % 7 == 0 ? 90 : 2), using: &chance)
      // Some come late, some again, some are missed.
      let late = number - min(UInt64.random(in: 0...900, using: &chance), number - 1)
      for one in [late, number, late] where window.admits(one, print) {
        #expect(seen.insert(one).inserted, "seed \(seed): \(one) twice")
        window.insert(one, print)
      }
    }
  }
}
