import BoardSessions
import EaselBase
import GroupCore
import GroupSecurity
import OpenGroupActivities
import SecureTransports
import Synchronization
import SystemFiles

// Enters a call by addresses, while the user waits at the command line.
extension CallConnection {
  /// Enters another host's call by the first of these addresses that leads to a member. Waits for
  /// the network, and does the main actor's work meanwhile.
  ///
  /// - Parameter waiting: the notice that this side connects. It ends as soon as a person at the other
  ///   side is asked, because another notice then says so.
  /// - Throws: the reason why no address leads into the call.
  func enter(
    as name: SafeText, by addresses: [String], noting waiting: WaitNotice? = nil
  ) throws(TransportFault) {
    let system = enter(as: name)
    // The notice appears once, though each attempt may ask a person there.
    let isQuiet = Atomic(false)
    membership.observe { event in
      guard case .asked = event, !isQuiet.exchange(true, ordering: .relaxed) else { return }
      waiting?.end()
      Report.notice("waiting until a person admits you; Ctrl-C cancels.")
    }
    defer { isQuiet.store(true, ordering: .relaxed) }
    let faults = Mutex<[TransportFault]>([])
    let isDone = WakePipe()
    Task.detached {
      for attempt in 1...Self.attemptsMax {
        let tried = await Self.connect(system, to: addresses)
        faults.withLock { $0 = tried }
        guard attempt < Self.attemptsMax, tried.contains(where: \.isBusy) else { break }
        do { try await Task.sleep(for: .seconds(1)) } catch { break }
      }
      isDone.ring()
    }
    MainActor.assumeIsolated { MainLoop.run(until: isDone) }
    // A refusal by a member tells more than the absence of others.
    let all = faults.withLock { $0 }
    if let fault = all.first(where: \.isRefusal) ?? all.first { throw fault }
  }

  /// The most attempts: members that let others in may be busy for a moment.
  private static let attemptsMax = 10

  /// - Returns: the reasons why no address leads into the call; empty if an address does.
  private static func connect(
    _ system: GroupSystem, to addresses: [String]
  ) async -> [TransportFault] {
    var faults: [TransportFault] = []
    for address in addresses {
      do throws(TransportFault) {
        try await system.connect(to: address)
        return []
      } catch {
        faults.append(error)
        // The person who declined may have more addresses: dialling these would ask the same person
        // again.
        if error.isDeclined { break }
      }
    }
    return faults
  }
}

extension TransportFault {
  fileprivate var isRefusal: Bool { if case .notAdmitted = cause { true } else { false } }
  fileprivate var isBusy: Bool { cause == .notAdmitted(.init(SecurityError.busy)) }
  fileprivate var isDeclined: Bool { cause == .notAdmitted(.init(SecurityError.declined)) }
}
