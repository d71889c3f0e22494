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

    /// Returns the action of a participant that skipped the item of this name.
    public static func skip(item: String) -> Self {
      Self(description: "skipped \"\(item)\"")
    }

    /// Returns the action of a participant that changed the queue in this way.
    public static func updatedQueue(_ change: QueueChange) -> Self {
      Self(description: change.words)
    }

    /// A change of a queue of media.
    public struct QueueChange: Hashable, Sendable {
      fileprivate let words: String

      /// Returns the change that added an item.
      public static func added(_ item: Item) -> Self {
        Self(words: "added \(item.words) to the queue")
      }
      /// Returns the change that made an item the next.
      public static func setUpNext(_ item: Item) -> Self {
        Self(words: "set \(item.words) up as the next")
      }

      /// An item in a queue.
      public struct Item: Hashable, Sendable {
        fileprivate let words: String

        /// Returns the song of this name.
        public static func song(_ name: String) -> Self { Self(words: "the song \"\(name)\"") }
        /// Returns the album or other collection of this name.
        public static func container(_ name: String) -> Self { Self(words: "\"\(name)\"") }
      }
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
