import Foundation

/// An action of a participant, as a notice for the person here.
public struct GroupSessionEvent: Hashable, Sendable {
  public let originator: Participant
  public let action: Action
  /// The location of the subject, if it has one.
  public let url: URL?

  public init(originator: Participant, action: Action, url: URL?) {
    self.originator = originator
    self.action = action
    self.url = url
  }

  /// The action; programs may make actions with their own words.
  public struct Action: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public static let play = Self(description: "played")
    public static let pause = Self(description: "paused")
    public static let seek = Self(description: "moved to another place")
    public static let updatedQueue = Self(description: "changed the queue")

    public static func skip(item: QueueChange.Item) -> Self {
      Self(description: "skipped a \(item)")
    }

    public static func updatedQueue(_ change: QueueChange) -> Self {
      switch change {
      case .added(let item): Self(description: "added a \(item) to the queue")
      case .setUpNext(let item): Self(description: "set a \(item) up as the next")
      }
    }
  }

  public enum QueueChange: Hashable, Sendable {
    case added(Item)
    case setUpNext(Item)

    public enum Item: Hashable, Sendable {
      case song
      case container
    }
  }
}

extension GroupSession {
  @available(*, deprecated, renamed: "GroupSessionEvent")
  public struct Event {
    public let originator: Participant
    public var localizedDescription: String

    public init(originator: Participant, localizedDescription: String) {
      (self.originator, self.localizedDescription) = (originator, localizedDescription)
    }
  }

  @available(*, deprecated, renamed: "showNotice(_:)")
  public final func postEvent(_ event: Event) {
    let action = GroupSessionEvent.Action(description: event.localizedDescription)
    showNotice(GroupSessionEvent(originator: event.originator, action: action, url: nil))
  }
}
