import EaselBase

/// A run in this network that is findable. It names nobody.
package struct NearbyPerson: Hashable, Sendable {
  /// The address at which the run can be met.
  package var address: SafeText
  /// The known person whose key the run announces, as far as its mark shows it; nil for any other.
  package var author: AuthorID?
  /// Whether the ticket of the run lets its guest draw.
  package var mayDraw: Bool

  package init(address: SafeText, author: AuthorID?, mayDraw: Bool) {
    (self.address, self.author, self.mayDraw) = (address, author, mayDraw)
  }
}

/// How far this run takes part in the discovery of people nearby.
package enum NearbyMode: Hashable, Sendable {
  case off
  /// Others find this run. The ticket that a guest gets lets it draw, or only watch.
  case findable(mayDraw: Bool)
  /// Others find this run, and it looks for others. It recognises these people.
  case looking(mayDraw: Bool, knowing: [AuthorID])
}

/// The runs that are findable in this network.
package enum NearbySearch: Hashable, Sendable {
  case found([NearbyPerson])
  /// No interface carries multicast.
  case noMulticast
  /// This run cannot be found, for this reason.
  case notFindable(SafeText)
}

/// Two people whose programs have proved their keys to each other, and who compare four words now.
package struct Meeting: Hashable, Sendable {
  /// Tells the meetings of a host apart, and those of a guest.
  package var number: UInt64
  package var author: AuthorID
  /// The known person whom the mark of the other run showed; nil for any other.
  package var announced: AuthorID?
  /// The name that the other person chose.
  package var name: SafeText
  package var words: [String]
  /// Whether the ticket lets the guest draw.
  package var mayDraw: Bool
  /// Whether this user's ticket passes to the other person; else the other one's passes to this user.
  package var isHost: Bool
  /// Whether this user has confirmed the words.
  package var isConfirmed = false

  package init(
    number: UInt64 = 0, author: AuthorID, name: SafeText, words: [String], mayDraw: Bool,
    isHost: Bool
  ) {
    (self.number, self.author, self.name, self.words) = (number, author, name, words)
    (self.mayDraw, self.isHost) = (mayDraw, isHost)
  }
}

package enum MeetingEvent: Hashable, Sendable {
  case began(Meeting)
  case confirmed
  /// Another person wanted to meet meanwhile, and was told that this user is busy.
  case busy(SafeText)
  case ended(MeetingOutcome)
}

/// The way in which a meeting ended.
package enum MeetingOutcome: Hashable, Sendable {
  /// The ticket passed.
  case done
  case declined
  /// The other person meets somebody else now.
  case busy
  /// Too many meetings of this machine failed there within a minute.
  case tooManyTries
  case noAnswer
  /// The other side is this user.
  case oneself
  /// The other side sent something that it must not send: a fault, or a person between the two.
  case forged
  /// This user gave up.
  case left
  /// The link broke, or there was none.
  case gone
  case failed(SafeText)
}
