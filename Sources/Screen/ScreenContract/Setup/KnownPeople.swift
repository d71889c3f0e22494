import BoardContract
import EaselBase

/// A person whom this user met in a session.
package struct KnownPerson: Hashable, Sendable {
  /// The person's key, which a session proves.
  package let author: AuthorID
  /// The name under which this user met the person last.
  package var name: SafeText
  /// This user's own name for the person; nil if there is none.
  package var ownName: SafeText?
  /// When the last session with the person ended, in milliseconds since 1970.
  package var lastMet: Int64
  /// The way in which the person came to the last session.
  package var way: MeetingWay

  package init(
    author: AuthorID, name: SafeText, ownName: SafeText? = nil, lastMet: Int64, way: MeetingWay
  ) {
    (self.author, self.name, self.ownName) = (author, name, ownName)
    (self.lastMet, self.way) = (lastMet, way)
  }

  /// The name under which they met, behind this user's own name if there is one.
  package var fullName: String {
    guard let ownName, ownName != name else { return name.string }
    return "\(ownName.string) (\(name.string))"
  }
}

extension MeetingWay {
  /// The way in words, such as “by ticket”.
  package var words: String {
    switch self {
    case .machine: "on this machine"
    case .nearby: "nearby"
    case .ticket: "by ticket"
    case .ssh: "over ssh"
    }
  }
}

/// The people whom this user met in sessions, by their keys.
package struct KnownPeople: Hashable, Sendable {
  private var people: [AuthorID: KnownPerson]

  /// Beyond this number, the person whom this user has not met for the longest time is forgotten.
  /// People with a name of this user's own are forgotten last.
  package static let countMax = 200

  package init(_ people: [KnownPerson] = []) {
    self.people = Dictionary(people.map { ($0.author, $0) }) { first, _ in first }
  }

  package subscript(author: AuthorID) -> KnownPerson? { people[author] }

  /// The people; the person whom this user met last comes first.
  package var inOrder: [KnownPerson] {
    people.values.sorted { ($0.lastMet, $0.author) > ($1.lastMet, $1.author) }
  }

  /// Notes people whom this user met. The names of this user's own stay.
  package mutating func note(_ met: [KnownPerson]) {
    for var person in met {
      person.ownName = people[person.author]?.ownName ?? person.ownName
      people[person.author] = person
    }
    let kept = inOrder.filter { $0.ownName != nil } + inOrder.filter { $0.ownName == nil }
    for person in kept.dropFirst(Self.countMax) { people[person.author] = nil }
  }

  /// Gives a person a name of this user's own; nil removes it.
  package mutating func rename(_ author: AuthorID, to ownName: SafeText?) {
    people[author]?.ownName = ownName
  }

  package mutating func forget(_ author: AuthorID) { people[author] = nil }
}

extension KnownPeople {
  /// Returns the person of a meeting if the key has a name of this user's own. A name that the person
  /// chose is no proof, so it shortens nothing.
  package func recognised(in meeting: Meeting) -> KnownPerson? {
    guard meeting.announced == nil || meeting.announced == meeting.author,
      let person = self[meeting.author], person.ownName != nil
    else { return nil }
    return person
  }

  /// Says whether this user has to compare the words of a meeting.
  package func advice(on meeting: Meeting) -> String {
    if let person = recognised(in: meeting) {
      return "The key is \(person.fullName)'s, whom you met before. You need not compare the words."
    }
    if let announced = meeting.announced, announced != meeting.author, let person = self[announced]
    {
      return "This is not the \(person.fullName) whom you met before. Compare the words."
    }
    if let person = self[meeting.author] {
      return "This key called itself “\(person.name.string)” when you met. Compare the words."
    }
    return "Read the words aloud. If they differ, do not confirm: somebody may be between you."
  }
}
