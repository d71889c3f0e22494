import EaselBase
import GroupBase
import GroupCore
import Testing

/// Members in a chain of links, each linked to the one before, and what each sees of a session.
struct CallChain {
  var world: CallWorld
  let members: [MemberID]

  init(_ count: UInt64, seed: UInt64 = 1) {
    var world = CallWorld(seed: seed)
    let members = (1...count).map { world.add($0) }
    for index in members.indices.dropFirst() { world.dial(members[index], members[index - 1]) }
    world.run(milliseconds: 100)
    (self.world, self.members) = (world, members)
  }

  mutating func activate(_ index: Int, _ activity: [UInt8] = [1]) throws -> SessionID {
    world.update(members[index]) { $0.activate("draw", activity, at: $1) }
    world.run(milliseconds: 200)
    return try #require(offers(index).last)
  }

  /// The first so many are in one session, and know it.
  mutating func meet(_ count: Int) throws -> SessionID {
    let session = try activate(0)
    for index in 0..<count { join(index, session) }
    world.run(milliseconds: 500)
    return session
  }

  mutating func join(_ index: Int, _ session: SessionID) {
    world.update(members[index]) { $0.join(session, at: $1) }
  }

  mutating func send(
    _ index: Int, _ bytes: [UInt8], in session: SessionID, to recipients: Recipients = .all,
    _ mode: DeliveryMode = .reliable
  ) throws {
    var refusal: SendRefusal?
    world.update(members[index]) { (call, now) in
      do throws(SendRefusal) {
        return try call.send(bytes, named: "m", in: session, to: recipients, mode, at: now)
      } catch {
        refusal = error
        return []
      }
    }
    if let refusal { throw refusal }
  }

  func seen(_ index: Int) -> [CallWorld.Seen] { world.seen[members[index]] ?? [] }

  func offers(_ index: Int) -> [SessionID] {
    seen(index).compactMap {
      if case .session(let session, .offered) = $0 { session } else { nil }
    }
  }

  func participants(_ index: Int) -> [ParticipantID] {
    seen(index).reversed().lazy.compactMap {
      if case .session(_, .participants(let participants)) = $0 { participants } else { nil }
    }.first ?? []
  }

  func activity(_ index: Int) -> [UInt8]? {
    seen(index).reversed().lazy.compactMap {
      if case .session(_, .activity(let bytes)) = $0 { bytes } else { nil }
    }.first
  }

  func ends(_ index: Int) -> [InvalidationReason] {
    seen(index).compactMap {
      if case .session(_, .invalidated(let reason)) = $0 { reason } else { nil }
    }
  }

  func messages(_ index: Int) -> [[UInt8]] {
    seen(index).compactMap { if case .message(let bytes, _) = $0 { bytes } else { nil } }
  }
}
