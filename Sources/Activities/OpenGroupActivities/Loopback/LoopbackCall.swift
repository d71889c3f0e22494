import Dispatch
import EaselBase
import Synchronization

/// A call among people of one process, for tests and demonstrations: no sockets, no devices.
///
/// What they say travels as the same bytes as over any other way, so that nothing depends on memory
/// that is shared.
///
/// ```swift
/// let call = LoopbackCall()
/// let (ann, bob) = (call.join(name: "Ann"), call.join(name: "Bob"))
/// ```
public final class LoopbackCall: Sendable {
  private let clock: GroupClock
  private let program: String
  private let exchange = LoopbackExchange()
  private let chance: any RandomNumberGenerator & Sendable
  private let lastMember = Mutex<UInt64>(0)

  /// - Parameters:
  ///   - program: what the default identifiers of activities begin with.
  ///   - clock: by which silence is noticed and what was lost is sent again. A clock that only a test
  ///     moves makes it exact.
  public convenience init(
    program: String = GroupSystem.defaultProgram,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.init(program: program, clock: GroupClock(clock))
  }

  init(
    program: String = GroupSystem.defaultProgram, clock: GroupClock,
    chance: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    (self.program, self.clock, self.chance) = (program, clock, chance)
  }

  /// Returns when nothing is on its way.
  func flush() { exchange.flush() }

  /// What is sent to or by one of them is lost from now on, as on a cable that was pulled.
  func cut(_ number: UInt64) { exchange.cut(LoopbackTransport.address(number)) }
  /// … and arrives again.
  func mend(_ number: UInt64) { exchange.mend(LoopbackTransport.address(number)) }

  /// One more person comes, and is in the call from now on.
  ///
  /// - Parameter name: what the person goes by; what cannot be shown safely is left out of it, and
  ///   it is cut to 32 columns.
  public func join(name: String? = nil) -> GroupSystem { join(name: name, isPerson: true) }

  func join(name: String?, isPerson: Bool) -> GroupSystem {
    let member = lastMember.withLock { last in
      last += 1
      return MemberID(last)
    }
    let system = GroupSystem(
      member: member, name: name, isPerson: isPerson, program: program,
      transports: [LoopbackTransport(exchange, number: member.raw)], clock: clock,
      chance: chance)
    if let first = exchange.addresses.first(where: { $0 != LoopbackTransport.address(member.raw) })
    {
      system.perform { $0.dial(first, at: $1) }
    }
    return system
  }
}
