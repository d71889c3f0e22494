import EaselBase
import GroupBase
import GroupSecurity
import GroupTesting
import Testing

@testable import SecureTransports

/// Rulings from a seat that is not the host's.
@Suite(.timeLimit(.minutes(60))) struct ModeratingTests {
  private let folder: ScratchFolder
  private let hostKeys: MemberKeys

  init() throws {
    folder = try ScratchFolder()
    hostKeys = try Chance.keys()
  }

  /// A host, and guests by name: the second run of the host's person, and others.
  private func call(
    _ guests: [(name: String, keys: MemberKeys, role: Role)]
  ) async throws -> (host: Guarded, guests: [Guarded]) {
    let host = try Guarded(
      Membership(hostKeys, rootKeys: try Chance.rootKeys()), in: folder, named: "host")
    var there: [Guarded] = []
    for (name, keys, role) in guests {
      let guest = try Guarded(
        Membership(keys, ticket: try host.ticket(to: role)), in: folder, named: name)
      _ = try await guest.enter(host)
      _ = try await host.next()
      there.append(guest)
    }
    return (host, there)
  }

  /// Another run of the host's user.
  private func ownAgain() throws -> MemberKeys {
    try #require(
      MemberKeys(
        identity: hostKeys.identity, run: Chance.bytes(MemberKeys.runLength),
        agreement: Chance.bytes(MemberKeys.agreementLength)))
  }

  @Test("R14 · a host does what another run of its person asks for, once, and nothing for others")
  func own() async throws {
    let (host, guests) = try await call([
      ("own", try ownAgain(), .draw), ("ann", try Chance.keys(), .draw),
      ("bob", try Chance.keys(), .draw),
    ])
    let (own, ann, bob) = (guests[0].membership, guests[1].membership, guests[2].membership)
    func handle(_ bytes: [UInt8], from member: MemberID) throws -> RulingOutcome {
      try host.membership.handle(
        request: bytes, from: member, present: guests.map(\.membership.member)
      ) { _ in false }
    }
    let number = host.membership.number
    #expect(host.membership.delegates(to: own.member) { _ in false })
    #expect(!host.membership.delegates(to: ann.member) { _ in false })
    let foreign = try ann.request(.putOut, about: bob.member)
    #expect(try handle(foreign, from: ann.member) == .refused)
    // A named moderator's key is refused as well.
    #expect(try handle(foreign, from: own.member) == .refused)
    #expect(host.membership.number == number)
    let request = try own.request(.watch, about: ann.member)
    for flipped in request.indices.map({ index in
      var flipped = request
      flipped[index] ^= 1 << (index % 8)
      return flipped
    }) {
      #expect(try handle(flipped, from: own.member) != .done)
    }
    #expect(host.membership.number == number)
    #expect(try handle(request, from: own.member) == .done)
    #expect(!host.membership.mayDraw(ann.member) && host.membership.number == number + 1)
    #expect(try handle(request, from: own.member) == .stale)
    #expect(host.membership.number == number + 1)
  }

  @Test("R14 · a token names a moderator only from its host, and only the member it was made for")
  func words() async throws {
    let (host, guests) = try await call([
      ("own", try ownAgain(), .draw), ("ann", try Chance.keys(), .draw),
    ])
    let (own, ann) = (guests[0].membership, guests[1].membership)
    let word = try host.membership.delegationToken(for: own.member)
    #expect(own.isDelegate(of: host.membership.member, token: word))
    #expect(!own.isDelegate(of: ann.member, token: word), "said by somebody else")
    #expect(!ann.isDelegate(of: host.membership.member, token: word), "said to somebody else")
    #expect(throws: SecurityError.anotherHost) { _ = try ann.delegationToken(for: own.member) }
    for index in word.indices {
      var flipped = word
      flipped[index] ^= 1 << (index % 8)
      #expect(!own.isDelegate(of: host.membership.member, token: flipped))
    }
    #expect(!own.isDelegate(of: host.membership.member, token: []))
  }

  @Test("R14 · so it does for those named to it, while they may draw, and never about itself")
  func named() async throws {
    let annKeys = try Chance.keys()
    let (host, guests) = try await call([
      ("own", try ownAgain(), .draw), ("ann", annKeys, .draw), ("bob", try Chance.keys(), .draw),
    ])
    let (own, ann, bob) = (guests[0].membership, guests[1].membership, guests[2].membership)
    func handle(_ bytes: [UInt8], from member: MemberID) throws -> RulingOutcome {
      try host.membership.handle(
        request: bytes, from: member, present: guests.map(\.membership.member)
      ) { $0 == annKeys.identity.publicKey }
    }
    for subject in [host.membership.member, own.member, MemberID(7)] {
      for deed in RulingRequest.ModerationAction.allCases where deed != .renewTickets {
        let request = try ann.request(deed, about: subject)
        #expect(try handle(request, from: ann.member) == .refused)
      }
    }
    #expect(try handle(try ann.request(.renewTickets, about: nil), from: ann.member) == .done)
    try await ann.until { $0.number == host.membership.number }
    #expect(try handle(try ann.request(.putOut, about: bob.member), from: ann.member) == .done)
    try await ann.until { $0.number == host.membership.number }
    #expect(!ann.delegates(to: own.member) { _ in true }, "only a host can")
    // A watcher decides nothing.
    try host.membership.renew(roles: [ann.member: .watch])
    try await ann.until { $0.number == host.membership.number }
    #expect(try handle(try ann.request(.renewTickets, about: nil), from: ann.member) == .refused)
  }
}
