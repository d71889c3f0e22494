import Sharing
import Testing

@testable import Transports
@testable import Trust

/// How many a run tells apart in its call.
@Suite struct CallPlaceTests {
  @Test("what a call takes for signed is what is signed")
  func signed() {
    #expect(Envelope.signedEvery == FrameSignature.every)
  }

  @Test("1,024 watchers are told apart, and one more is not; who draws still is")
  func watchers() throws {
    let identity = try #require(Identity(seed: Chance.bytes(Identity.seedLength)))
    let founding = try Chance.founding()
    func keys(_ number: Int) throws -> MemberKeys {
      let run = [UInt8(number >> 8), UInt8(number & 255)] + [UInt8](repeating: 9, count: 14)
      return try #require(
        MemberKeys(
          identity: identity, run: run,
          agreement: [UInt8](repeating: 5, count: MemberKeys.agreementLength)))
    }
    let epoch = try founding.epoch()
    var place = try CallPlace(epoch, try keys(0))
    let pass = try Pass(charter: epoch.charter, role: .watch, secret: epoch.viewSecret)
    for number in 1...CallPlace.watchersMax {
      let isNew = try place.introduce(pass.introduction(of: try keys(number))).isNew
      #expect(isNew)
    }
    let more = try pass.introduction(of: try keys(CallPlace.watchersMax + 1))
    do throws(FrameRefusal) {
      _ = try place.introduce(more)
      Issue.record("one watcher too many")
    } catch { #expect(error == .tooManyOrigins) }
    // Somebody known is no news, and somebody who draws has room.
    let known = try place.introduce(pass.introduction(of: try keys(1))).isNew
    #expect(!known)
    let drawer = try epoch.introduction(of: try keys(CallPlace.watchersMax + 1))
    let isNew = try place.introduce(drawer).isNew
    #expect(isNew)
  }
}
