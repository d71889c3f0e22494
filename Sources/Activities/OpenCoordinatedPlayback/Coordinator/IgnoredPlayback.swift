import GroupPlayback
import OpenGroupActivities

/// Drops the messages of other participants' coordinators while this program has no coordinator for the
/// session. Otherwise they would wait for one, and a later coordinator would begin with old messages.
package final class IgnoredPlayback: Sendable {
  private let receptions: [GroupSessionMessenger.Reception]

  package init<T>(of session: GroupSession<T>) where T: GroupActivity {
    let messengers = [GroupSessionMessenger.DeliveryMode.reliable, .unreliable].map {
      GroupSessionMessenger(session: session, deliveryMode: $0)
    }
    receptions = messengers.flatMap { messenger in
      PlaybackMessage.contents.map { Self.ignore($0, from: messenger) }
    }
  }

  private static func ignore<Content: PlaybackMessageContent>(
    _ content: Content.Type, from messenger: GroupSessionMessenger
  ) -> GroupSessionMessenger.Reception {
    messenger.ignore(content)
  }
}
