import EaselBase
import Foundation
import GroupCore

extension GroupSession {
  /// Sessions of one activity; see ``GroupActivity/sessions()``.
  public struct Sessions: AsyncSequence, Sendable {
    /// A session of the activity.
    public typealias Element = GroupSession<ActivityType>
    private let listener: Listener

    init(system: GroupSystem) {
      listener = Listener(system: system)
      system.add(listener)
    }

    /// Creates an iterator; it shares the sessions with all other iterators of this value.
    public func makeAsyncIterator() -> Iterator { Iterator(listener: listener) }

    /// Reads the sessions of a ``GroupSession/Sessions`` value.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let listener: Listener

      /// Returns the next session, or nil only when the task is cancelled.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async -> GroupSession<ActivityType>? {
        while let arrival = await listener.arrivals.next(isolation: actor) {
          if case .invalidated = arrival.session.state { continue }
          arrival.receipt.set()
          return arrival.session
        }
        return nil
      }

      /// Returns the next session, or nil only when the task is cancelled.
      public mutating func next() async -> GroupSession<ActivityType>? {
        await next(isolation: #isolation)
      }
    }
  }

  /// A reader that awaits sessions.
  final class Listener: SessionListener {
    let arrivals = AsyncQueue<Arrival>()
    let identifier: String
    private let system: GroupSystem

    struct Arrival: Sendable {
      let session: GroupSession<ActivityType>
      let receipt: PublishedSession.Received
    }

    init(system: GroupSystem) {
      self.system = system
      identifier = ActivityType.activityIdentifier
    }

    @MainActor func receive(_ live: PublishedSession) {
      guard live.first.identifier == identifier else { return }
      do {
        let session = try live.object { offer, bytes in
          GroupSession(
            activity: try Coding.value(ActivityType.self, of: bytes), offer: offer, system: system)
        }
        arrivals.enqueue(Arrival(session: session, receipt: live.receipt))
      } catch {
        system.publish(
          .unreadableActivity(session: UUID(live.first.participation.session), "\(error)"))
      }
    }
  }
}

protocol SessionListener: AnyObject, Sendable {
  @MainActor func receive(_ offer: PublishedSession)
}
