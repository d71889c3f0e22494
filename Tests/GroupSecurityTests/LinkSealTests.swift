import Testing

@testable import GroupSecurity

@Suite struct LinkSealTests {
  private let secret: Secret

  init() throws { secret = try #require(Secret([UInt8](repeating: 5, count: Secret.length))) }

  @Test("either end opens what the other sealed, in order")
  func bothWays() throws {
    var (responder, initiator) = (LinkSeal.ofResponder(secret), LinkSeal.ofInitiator(secret))
    for number in 0..<5 as Range<UInt8> {
      #expect(try initiator.opened(try responder.sealed([number])) == [number])
      #expect(try responder.opened(try initiator.sealed([number, number])) == [number, number])
    }
  }

  @Test("a message that is changed, repeated, too early or back at its sender is refused")
  func refused() throws {
    var responder = LinkSeal.ofResponder(secret)
    let initiator = LinkSeal.ofInitiator(secret)
    let (first, second) = (try responder.sealed([1, 2]), try responder.sealed([3]))
    func opens(_ bytes: [UInt8], by seal: LinkSeal) -> Bool {
      var seal = seal
      do {
        _ = try seal.opened(bytes)
        return true
      } catch { return false }
    }
    for index in first.indices {
      var changed = first
      changed[index] ^= 1
      #expect(!opens(changed, by: initiator), "byte \(index)")
    }
    #expect(!opens(second, by: initiator))
    #expect(!opens(first, by: responder))
    #expect(!opens([], by: initiator))
    var reader = initiator
    #expect(try reader.opened(first) == [1, 2])
    #expect(!opens(first, by: reader))
  }

  @Test("a host's root keys come back from their bytes, and from no others")
  func rootKeys() throws {
    let chance = (0..<CallRootKeys.chanceLength).map { UInt8(truncatingIfNeeded: $0) }
    let rootKeys = try #require(CallRootKeys(chance: chance))
    #expect(rootKeys.bytes.count == CallRootKeys.length)
    #expect(CallRootKeys(rootKeys.bytes) == rootKeys)
    let (one, other) = (try rootKeys.epoch(), try #require(CallRootKeys(rootKeys.bytes)).epoch())
    #expect(one.call == other.call && one.number == 1)
    for count in [0, CallRootKeys.length - 1, CallRootKeys.length + 1] {
      #expect(CallRootKeys([UInt8](repeating: 1, count: count)) == nil)
    }
    #expect(CallRootKeys([0, 0, 0, 0] + chance) == nil, "there is no epoch 0")
    #expect("\(rootKeys)" == "what it takes to be a host")
  }

  @Test("the lock of the call comes back with the root keys, and broken fields of a lock do not")
  func rootKeysOfALockedCall() throws {
    let chance = (0..<CallRootKeys.chanceLength).map { UInt8(truncatingIfNeeded: $0) }
    let rootKeys = try #require(CallRootKeys(chance: chance))
    let key = [UInt8](repeating: 7, count: Identity.publicKeyLength)
    for count in [0, 1, CallLock.peopleMax] {
      let lock = CallLock(by: 9, people: Array(repeating: key, count: count))
      let locked = try #require(CallRootKeys(rootKeys, in: try rootKeys.epoch(), lock: lock))
      #expect(locked.bytes.count <= CallRootKeys.lengthMax)
      #expect(CallRootKeys(locked.bytes) == locked && locked.lock == lock)
      #expect(CallRootKeys(locked.bytes.dropLast()) == nil)
    }
    #expect(rootKeys.lock == nil)
  }
}
