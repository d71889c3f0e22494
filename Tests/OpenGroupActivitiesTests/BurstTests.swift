import Dispatch
import EaselBase
import GroupBase
import Testing

@testable import OpenGroupActivities

/// The way of messages to the main actor.
@MainActor @Suite struct BurstTests {
  @MainActor private final class Log { var lines: [String] = [] }

  private let message = InboundMessage(
    bytes: [1], source: Participant(ParticipantID(MemberID(1), join: 1), name: nil))

  private func subscription(
    _ name: String, _ log: Log, _ publisher: MainActorPublisher
  ) -> MessageSubscription {
    MessageSubscription(.handler(publisher) { log.lines.append("\(name) \($0.count)") })
  }

  @Test("The changes and messages of a burst need one turn of the main actor, the changes first")
  func oneTurn() async {
    let (publisher, log) = (MainActorPublisher(), Log())
    let ink = subscription("ink", log, publisher)
    let entries = subscription("entries", log, publisher)
    await withCheckedContinuation { done in
      ink.receive([message])
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          log.lines.append("next turn")
          done.resume()
        }
      }
      entries.receive([message])
      ink.receive([message])
      ink.receive([message, message])
      publisher.publish(.completion(CompletionCall { _ in log.lines.append("change") }, nil))
    }
    #expect(log.lines == ["change", "ink 1", "entries 1", "ink 3", "next turn"])
  }

  @Test("A subscription that ended is not called with the messages that waited for it")
  func ended() async {
    let (publisher, log) = (MainActorPublisher(), Log())
    var ink: MessageSubscription? = subscription("ink", log, publisher)
    let entries = subscription("entries", log, publisher)
    await withCheckedContinuation { done in
      ink?.receive([message])
      ink = nil
      entries.receive([message])
      DispatchQueue.main.async { done.resume() }
    }
    #expect(log.lines == ["entries 1"])
  }

  @Test("A handler gets no more than may wait, and more once it has read")
  func limit() async {
    let (publisher, log) = (MainActorPublisher(), Log())
    let ink = subscription("ink", log, publisher)
    let large = InboundMessage(
      bytes: [UInt8](repeating: 1, count: MessageSubscription.weightMax), source: message.source)
    #expect(ink.receive([large]) && !ink.receive([message]))
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    #expect(log.lines == ["ink 1"] && ink.receive([message]))
  }
}
