import Dispatch
import EaselBase
import GroupBase
import GroupCore
import Synchronization

/// A call among people of one process, for tests and demonstrations: no sockets, no devices.
///
/// Messages travel as the same bytes as over any other transport, so that nothing depends on shared
/// memory.
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

  /// Creates a call without members.
  ///
  /// - Parameters:
  ///   - program: the beginning of the default activity identifiers.
  ///   - clock: the clock for noticing silence and for re-sending lost messages. With a clock that
  ///     only a test moves, the timing is exact.
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

  /// Returns when no event is on its way.
  func flush() { exchange.flush() }

  /// Loses everything sent to or by this member from now on, like a pulled cable.
  func cut(_ number: UInt64) { exchange.cut(LoopbackTransport.address(number)) }
  /// Ends the loss that `cut(_:)` began.
  func mend(_ number: UInt64) { exchange.mend(LoopbackTransport.address(number)) }

  /// Adds one more person, who is in the call from now on.
  ///
  /// - Parameter name: the person's name; parts that are not safe to show are removed, and it is
  ///   cut to 32 columns.
  public func join(name: String? = nil) -> GroupSystem { join(name: name, kind: .person) }

  func join(name: String?, kind: MemberProfile.Kind) -> GroupSystem {
    let member = lastMember.withLock { last in
      last += 1
      return MemberID(last)
    }
    let system = GroupSystem(
      member: member, name: name, kind: kind, program: program,
      transports: [LoopbackTransport(exchange, number: member.raw)], clock: clock,
      chance: chance)
    if let first = exchange.addresses.first(where: { $0 != LoopbackTransport.address(member.raw) })
    {
      system.perform { $0.dial(first, at: $1) }
    }
    return system
  }
}
