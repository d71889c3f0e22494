import EaselBase
import GroupBase
import Synchronization

/// A session that is joined or can be joined, with its objects. An object is made when a reader
/// asks for sessions of its activity.
@MainActor final class PublishedSession {
  let first: SessionOffer
  /// The activity as last changed.
  private(set) var activity: [UInt8]
  private var participants: [ParticipantID] = []
  private var facts: [MemberID: MemberFacts] = [:]
  private var objects: [any LiveSession] = []
  private let received = Received()

  /// Whether a reader has received the session.
  final class Received: Sendable {
    private let value = Mutex(false)
    var isReceived: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
  }

  var isReceived: Bool { received.isReceived }
  var receipt: Received { received }

  init(_ offer: SessionOffer) {
    first = offer
    activity = offer.activity
  }

  /// Returns the object of that type, and makes it if there is none yet.
  func object<Object: LiveSession>(
    _ make: (_ offer: SessionOffer, _ activity: [UInt8]) throws -> Object
  ) rethrows -> Object {
    for object in objects { if let object = object as? Object { return object } }
    let object = try make(first, activity)
    objects.append(object)
    return object
  }

  func publish(_ change: GroupSessionUpdate) {
    for object in objects { object.receive(change) }
  }

  func changed(_ activity: [UInt8]) {
    self.activity = activity
    publish(.activity(activity))
  }

  func participantsChanged(_ participants: [ParticipantID], _ facts: [MemberID: MemberFacts]) {
    (self.participants, self.facts) = (participants, facts)
    publish(.participants(Set(participants.map { Participant($0, facts[$0.member]) })))
  }

  func learned(_ facts: [MemberID: MemberFacts]) {
    guard participants.contains(where: { facts[$0.member] != self.facts[$0.member] }) else {
      return
    }
    participantsChanged(participants, facts)
  }
}
