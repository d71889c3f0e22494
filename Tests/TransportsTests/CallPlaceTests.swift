import Sharing
import Testing

@testable import Transports
@testable import Trust

/// How many a run tells apart in its call.
@Suite final class CallPlaceTests {
  @Test("what a call takes for signed is what is signed")
  func signed() {
    #expect(Envelope.signedEvery == FrameSignature.every)
  }

  private let identity: Identity
  private let epoch: Epoch
  private let watching: Pass
  private var place: CallPlace

  init() throws {
    identity = try #require(Identity(seed: Chance.bytes(Identity.seedLength)))
    epoch = try Chance.founding().epoch()
    watching = try Pass(charter: epoch.charter, role: .watch, secret: epoch.viewSecret)
    place = try CallPlace(epoch, try Self.keys(0, identity))
  }

  private static func keys(_ number: Int, _ identity: Identity) throws -> MemberKeys {
    let run = [UInt8(number >> 8), UInt8(number & 255)] + [UInt8](repeating: 9, count: 14)
    return try #require(
      MemberKeys(
        identity: identity, run: run,
        agreement: [UInt8](repeating: 5, count: MemberKeys.agreementLength)))
  }

  private func watcher(_ number: Int) throws -> Introduction {
    try epoch.vouched(watching.introduction(of: try Self.keys(number, identity)))
  }

  /// - Returns: why somebody has no place; nil where they have one.
  private func refusal(of introduction: Introduction) -> FrameRefusal? {
    do throws(FrameRefusal) {
      _ = try place.introduce(introduction)
      return nil
    } catch { return error }
  }

  @Test("a watcher whom nobody let in has no place, not by the voucher of another either")
  func unvouched() throws {
    let own = try watching.introduction(of: try Self.keys(1, identity))
    #expect(refusal(of: own) == .unvouched)
    let vouched = try watcher(1)
    #expect(refusal(of: vouched) == nil)
    let other = try watching.introduction(of: try Self.keys(2, identity))
    let voucher = vouched.bytes.suffix(66)
    #expect(throws: Refusal.malformed) {
      try Introduction(other.bytes + voucher, under: epoch.charter)
    }
    #expect(try Introduction(other.bytes, under: epoch.charter).isVouched == false)
    #expect(try Introduction(vouched.bytes, under: epoch.charter) == vouched)
    // Nor can a watcher give one.
    let watcher = Epoch(pass: watching, groupKey: epoch.groupKey)
    #expect(try watcher.vouched(other) == other)
  }

  @Test("768 watchers are told apart; for one more whoever was never heard goes, and no neighbour")
  func watchers() throws {
    #expect(CallPlace.watchersMax == 768)
    for number in 1...CallPlace.watchersMax { #expect(refusal(of: try watcher(number)) == nil) }
    // The first is a neighbour, and the second said something.
    place.linked(to: try watcher(1).member)
    let view = Epoch(pass: watching, groupKey: epoch.groupKey)
    var sealer = try Sealer(epoch: view, keys: try Self.keys(2, identity))
    let said = try sealer.seal([1], header: [0])
    #expect(place.open(said, for: .everyone) == [1])
    let more = CallPlace.watchersMax + 1
    #expect(refusal(of: try watcher(more)) == nil)
    for (number, isThere) in [(1, true), (2, true), (3, false), (4, true), (more, true)] {
      let member = try watcher(number).member
      #expect((place.introduction(of: member) != nil) == isThere, "\(number)")
    }
    // Somebody known is no news; somebody who draws has room; and who went may come again.
    #expect(try place.introduce(watcher(1)).bytes == nil)
    let drawer = try epoch.introduction(of: try Self.keys(more + 1, identity))
    #expect(try place.introduce(drawer).bytes != nil)
    #expect(try place.introduce(watcher(3)).bytes != nil)
    place.unlinked(from: try watcher(1).member)
    #expect(refusal(of: try watcher(more + 2)) == nil)
    #expect(place.introduction(of: try watcher(1).member) == nil)
  }

  @Test("where all are neighbours one more has no place")
  func neighbours() throws {
    for number in 1...CallPlace.watchersMax {
      #expect(refusal(of: try watcher(number)) == nil)
      place.linked(to: try watcher(number).member)
    }
    #expect(refusal(of: try watcher(CallPlace.watchersMax + 1)) == .tooManyOrigins)
  }
}
