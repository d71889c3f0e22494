import GroupCore
import Testing

@testable import GroupSecurity
@testable import SecureTransports

/// How many a run tells apart in its call.
@Suite final class EpochStateTests {
  @Test("the call and the seal sign the same envelopes")
  func signed() {
    #expect(Envelope.signedEvery == FrameSignature.every)
  }

  private let identity: Identity
  private let epoch: Epoch
  private let watching: EpochCredential
  private var state: EpochState

  init() throws {
    identity = try #require(Identity(seed: Chance.bytes(Identity.seedLength)))
    epoch = try Chance.rootKeys().epoch()
    watching = try EpochCredential(
      epochCertificate: epoch.epochCertificate, role: .watch, secret: epoch.viewSecret)
    state = try EpochState(epoch, try Self.keys(0, identity))
  }

  private static func keys(_ number: Int, _ identity: Identity) throws -> MemberKeys {
    let run = [UInt8(number >> 8), UInt8(number & 255)] + [UInt8](repeating: 9, count: 14)
    return try #require(
      MemberKeys(
        identity: identity, run: run,
        agreement: [UInt8](repeating: 5, count: MemberKeys.agreementLength)))
  }

  private func watcher(_ number: Int) throws -> MemberCertificate {
    try epoch.vouched(watching.memberCertificate(of: try Self.keys(number, identity)))
  }

  /// - Returns: why a member has no place; nil if it has one.
  private func refusal(
    of memberCertificate: MemberCertificate, by introducer: AdmissionOrder.Introducer = nil
  ) -> FrameRefusal? {
    do throws(FrameRefusal) {
      _ = try state.introduce(memberCertificate, by: introducer)
      return nil
    } catch { return error }
  }

  @Test("a watcher without a voucher has no place, nor with the voucher of another")
  func unvouched() throws {
    let own = try watching.memberCertificate(of: try Self.keys(1, identity))
    #expect(refusal(of: own) == .unvouched)
    let vouched = try watcher(1)
    #expect(refusal(of: vouched) == nil)
    let other = try watching.memberCertificate(of: try Self.keys(2, identity))
    let voucher = vouched.bytes.suffix(66)
    #expect(throws: SecurityError.malformed) {
      try MemberCertificate(other.bytes + voucher, under: epoch.epochCertificate)
    }
    #expect(try MemberCertificate(other.bytes, under: epoch.epochCertificate).isVouched == false)
    #expect(try MemberCertificate(vouched.bytes, under: epoch.epochCertificate) == vouched)
    // Nor can a watcher give one.
    let watcher = Epoch(pass: watching, groupKey: epoch.groupKey)
    #expect(try watcher.vouched(other) == other)
  }

  private func knows(_ number: Int) throws -> Bool {
    state.memberCertificate(of: try watcher(number).member) != nil
  }

  private func says(_ number: Int) throws {
    let view = Epoch(pass: watching, groupKey: epoch.groupKey)
    var sealer = try Sealer(epoch: view, keys: try Self.keys(number, identity))
    let said = try sealer.seal([1], header: [0])
    #expect(state.open(said, for: .everyone) == [1])
  }

  @Test("768 watchers are told apart; one more replaces the last to come, and no neighbour")
  func watchers() throws {
    #expect(EpochState.rule.watchersMax == 768)
    let most = EpochState.rule.watchersMax
    for number in 1...most { #expect(refusal(of: try watcher(number)) == nil) }
    state.linked(to: try watcher(most).member)
    #expect(refusal(of: try watcher(most + 1)) == nil)
    for (number, isThere) in [(1, true), (most - 2, true), (most - 1, false), (most, true)] {
      #expect(try knows(number) == isThere, "\(number)")
    }
    #expect(try knows(most + 1))
    // A drawer has room, and a member that left may come again.
    let drawer = try epoch.memberCertificate(of: try Self.keys(most + 2, identity))
    #expect(try state.introduce(drawer, by: nil).bytes != nil)
    #expect(try state.introduce(watcher(most - 1), by: nil).bytes != nil)
    state.unlinked(from: try watcher(most).member)
    #expect(refusal(of: try watcher(most + 3)) == nil)
    #expect(try !knows(most - 1) && knows(most))
  }

  @Test("a neighbour brings any number of watchers, who replace none of another neighbour's")
  func crowds() throws {
    let (ann, eve): ([UInt8], [UInt8]) = ([1], [2])
    let most = EpochState.rule.watchersMax
    for number in 1...20 { #expect(refusal(of: try watcher(number), by: ann) == nil) }
    for number in 21...most { #expect(refusal(of: try watcher(number), by: eve) == nil) }
    for number in 21...most { try says(number) }
    #expect(refusal(of: try watcher(most + 1), by: eve) == .tooManyOrigins)
    #expect(refusal(of: try watcher(most + 2), by: ann) == nil)
    #expect(refusal(of: try watcher(most + 3)) == nil)
    for number in 1...20 { #expect(try knows(number), "\(number)") }
    for (number, isThere) in [(most - 2, true), (most - 1, false), (most, false)] {
      #expect(try knows(number) == isThere, "\(number)")
    }
    #expect(try !knows(most + 1) && knows(most + 2) && knows(most + 3))
  }

  @Test("a watcher brought by another that then comes to the door is one of the door's")
  func came() throws {
    let most = EpochState.rule.watchersMax
    for number in 1...most { #expect(refusal(of: try watcher(number), by: [2]) == nil) }
    #expect(refusal(of: try watcher(most)) == nil)
    #expect(refusal(of: try watcher(most + 1)) == nil)
    #expect(try knows(most) && !knows(most - 1))
  }

  @Test("a neighbour is one of the door's, though it told of itself when keys were changed")
  func neighbour() throws {
    let most = EpochState.rule.watchersMax
    state.linked(to: try watcher(most).member)
    for number in 1...most { #expect(refusal(of: try watcher(number), by: [2]) == nil) }
    state.unlinked(from: try watcher(most).member)
    #expect(refusal(of: try watcher(most + 1)) == nil)
    #expect(try knows(most) && !knows(most - 1))
  }

  @Test("if all watchers are neighbours, one more has no place")
  func neighbours() throws {
    for number in 1...EpochState.rule.watchersMax {
      #expect(refusal(of: try watcher(number)) == nil)
      state.linked(to: try watcher(number).member)
    }
    let more = EpochState.rule.watchersMax + 1
    #expect(refusal(of: try watcher(more)) == .tooManyOrigins)
    state.unlinked(from: try watcher(1).member)
    #expect(refusal(of: try watcher(more)) == nil)
    #expect(try !knows(1))
  }
}
