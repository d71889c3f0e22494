import GroupTesting
import Testing

@testable import OpenGroupActivities

/// A loopback call of several people, under a clock that moves only while a test waits.
@MainActor final class LoopbackWorld {
  let clock = ManualClock()
  let call: LoopbackCall
  private(set) var systems: [GroupSystem] = []

  convenience init(_ names: String...) { self.init(names) }

  init(_ names: [String]) {
    call = LoopbackCall(
      program: "org.example.table", clock: clock.clock, chance: SplitMix64(seed: 1))
    for name in names { join(name) }
  }

  @discardableResult
  func join(_ name: String) -> GroupSystem {
    let system = call.join(name: name)
    systems.append(system)
    return system
  }

  /// Nothing that is said reaches or leaves this one any more.
  func cut(_ name: String) {
    if let number = number(of: name) { call.cut(number) }
  }

  func mend(_ name: String) {
    if let number = number(of: name) { call.mend(number) }
  }

  private func number(of name: String) -> UInt64? {
    systems.firstIndex { $0.name == name }.map { UInt64($0 + 1) }
  }

  /// Lets time pass until something is so; gives up after ten minutes of it.
  func until(
    _ what: Comment, _ location: SourceLocation = #_sourceLocation, _ isSo: () -> Bool
  ) async {
    for _ in 0..<60_000 {
      if isSo() { return }
      await pass()
    }
    Issue.record(what, sourceLocation: location)
  }

  /// Lets time pass while the process is suspended.
  func putAside(milliseconds: Int64) { clock.jump(milliseconds: milliseconds) }

  func pass(milliseconds: Int64) async {
    for _ in 0..<(milliseconds / 10) { await pass() }
  }

  /// Time goes by while the main actor publishes nothing: it is busy with the test.
  func passUnpublished(milliseconds: Int64) {
    for _ in 0..<(milliseconds / 10) {
      call.flush()
      clock.advance(milliseconds: 10)
    }
    call.flush()
  }

  private func pass() async {
    call.flush()
    await Task.yield()
    clock.advance(milliseconds: 10)
  }
}
