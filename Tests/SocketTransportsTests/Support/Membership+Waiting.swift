import GroupSecurity

@testable import SecureTransports

extension Membership {
  var number: UInt32 { state.withLock { $0.epochState?.epoch.number } ?? 0 }

  /// Whether the other has introduced itself in the present epoch.
  func hears(_ other: Membership) -> Bool {
    other.member == member
      || state.withLock { state in
        state.epochState?.memberCertificates.contains { $0.member == other.keys.member } == true
      }
  }

  /// Waits for a change that comes over sockets.
  func until(_ isSo: (Membership) -> Bool) async throws {
    let (changes, change) = AsyncStream<Void>.makeStream()
    listen { _ in change.yield() }
    observe { _ in change.yield() }
    if isSo(self) { return }
    for await _ in changes where isSo(self) { return }
    throw CancellationError()
  }
}
