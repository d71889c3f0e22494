import Foundation

/// An action of a participant, as a notice for the person here.
public struct GroupSessionEvent: Hashable, Sendable {
  /// The participant that acted.
  public let originator: Participant
  /// The participant's action.
  public let action: Action
  /// The location of the subject; nil if it has none.
  public let url: URL?

  /// Creates an event; ``GroupSession/showNotice(_:)`` shows it.
  public init(originator: Participant, action: Action, url: URL?) {
    self.originator = originator
    self.action = action
    self.url = url
  }

  /// An action in words; a program may create actions with its own words.
  public struct Action: Hashable, Sendable, CustomStringConvertible {
    /// The words of the action, which follow the participant's name, as in “changed the queue”.
    public let description: String

    /// The participant started to play the media.
    public static let play = Self(description: "played")
    /// The participant paused the media.
    public static let pause = Self(description: "paused")
    /// The participant moved to another place in the media.
    public static let seek = Self(description: "moved to another place")
    /// The participant changed the queue in a way that is not specified.
    public static let updatedQueue = Self(description: "changed the queue")

    /// Returns the action of a participant that skipped an item.
    public static func skip(item: QueueChange.Item) -> Self {
      Self(description: "skipped a \(item)")
    }

    /// Returns the action of a participant that changed the queue in this way.
    public static func updatedQueue(_ change: QueueChange) -> Self {
      switch change {
      case .added(let item): Self(description: "added a \(item) to the queue")
      case .setUpNext(let item): Self(description: "set a \(item) up as the next")
      }
    }
  }

  /// A change of a queue of media.
  public enum QueueChange: Hashable, Sendable {
    /// An item was added.
    case added(Item)
    /// An item was made the next.
    case setUpNext(Item)

    /// The kind of an item in a queue.
    public enum Item: Hashable, Sendable {
      case song
      case container
    }
  }
}

extension GroupSession {
  /// An action in words; replaced by ``GroupSessionEvent``.
  @available(*, deprecated, renamed: "GroupSessionEvent")
  public struct Event {
    /// The participant that acted.
    public let originator: Participant
    /// The words of the action, which follow the participant's name.
    public var localizedDescription: String

    /// Creates an event with these words.
    public init(originator: Participant, localizedDescription: String) {
      (self.originator, self.localizedDescription) = (originator, localizedDescription)
    }
  }

  /// Shows an event to this person only; replaced by ``showNotice(_:)``.
  @available(*, deprecated, renamed: "showNotice(_:)")
  public final func postEvent(_ event: Event) {
    let action = GroupSessionEvent.Action(description: event.localizedDescription)
    showNotice(GroupSessionEvent(originator: event.originator, action: action, url: nil))
  }
}
