import EaselBase
import GroupBase

/// Brings the full picture to a newcomer, once, from a near member that has the complete picture.
///
/// A pure value; every participant has one. A newcomer asks; the elected leader assigns a member to
/// answer; a member with the complete picture answers. Two answers or a missing answer do no harm,
/// because the newcomer merges all answers and anti-entropy brings missing entries.
package struct Responder: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case send(ResponderMessage, to: Recipients, DeliveryMode)
    /// Send this newcomer the entries beyond the vector, reliably, after all earlier messages.
    case answer(ParticipantID, knowing: VersionVector)
  }

  enum State: Hashable {
    /// This member has everything, or leaves the rest to anti-entropy.
    case content
    /// No member has begun to answer. The member asked last may begin until the deadline.
    case asking(asked: Set<ParticipantID>)
    /// A member has begun to answer. Further promised entries must arrive before the deadline.
    case receiving(Delivery, asked: Set<ParticipantID>)
  }

  struct Delivery: Hashable {
    let sender: ParticipantID
    let promised: VersionVector
    /// The part of the promise that this newcomer holds.
    var held: VersionVector
    /// The part of the promise that this newcomer held after the last part. Nil before the first
    /// part.
    var heldAfterLastPart: VersionVector?
  }

  /// The time for which a newcomer waits for the beginning of an answer before it asks the next
  /// member. A member that answered does not answer the same newcomer again within this time.
  package static let patienceMilliseconds: Int64 = 1_000
  /// The time for which an answer that has begun may bring nothing new, in milliseconds.
  package static let stallMilliseconds: Int64 = 3_000
  /// A newcomer asks at most this many members, one after the other, before it leaves the rest to
  /// anti-entropy.
  package static let askedMax = 8
  /// A member answers at most this many newcomers within ``patienceMilliseconds``; further
  /// newcomers ask other members.
  package static let answeredMax = 256

  package let me: ParticipantID
  package private(set) var deadline: Uptime?
  private var others: Set<ParticipantID> = []
  /// The others that may draw. Only they answer a newcomer.
  private var answerers: Set<ParticipantID> = []
  private var knowledge = VersionVector()
  private var isComplete = false
  private var answered: [ParticipantID: Uptime] = [:]
  private var state = State.content
  /// Whether this member holds all entries that an answer promised.
  private(set) var wasAnswered = false

  package init(me: ParticipantID) { self.me = me }

  /// Whether this newcomer still asks for the picture or receives it.
  package var isPending: Bool { state != .content }

  /// Whether anti-entropy must send no digest and begin no comparison. After two members were asked
  /// in vain, perhaps no member can answer, so anti-entropy works at the same time.
  package var keepsOthersQuiet: Bool {
    switch state {
    case .content: false
    case .asking(let asked): asked.count < 2
    case .receiving: true
    }
  }

  /// Notes what this member knows, and whether its picture is complete. The caller must call this
  /// whenever either changes. The picture is complete if this member founded the session, or holds
  /// all entries that any present participant claims to hold.
  package mutating func knows(_ knowledge: VersionVector, isComplete: Bool, at now: Uptime) {
    (self.knowledge, self.isComplete) = (knowledge, isComplete)
    if isComplete { rest() }
    guard case .receiving(var delivery, let asked) = state else { return }
    if knowledge.covers(delivery.promised) { return beContent() }
    let held = knowledge.meet(delivery.promised)
    guard held != delivery.held else { return }
    delivery.held = held
    state = .receiving(delivery, asked: asked)
    deadline = now.advanced(by: Self.stallMilliseconds)
  }

  /// Handles the end of a part of the promised entries, sent by the member that answers.
  ///
  /// If a part brought nothing new, this newcomer asks the member for no further part. The
  /// responder leaves the missing entries to anti-entropy.
  ///
  /// - Returns: the ranges to ask for next, in replica order.
  mutating func received(partFrom sender: ParticipantID) -> [EntryRange] {
    guard case .receiving(var delivery, let asked) = state, delivery.sender == sender else {
      return []
    }
    guard delivery.held != delivery.heldAfterLastPart else {
      rest()
      return []
    }
    delivery.heldAfterLastPart = delivery.held
    state = .receiving(delivery, asked: asked)
    return Array(
      knowledge.lacking(of: delivery.promised).prefix(AntiEntropyMessage.rangesMax))
  }

  /// Asks all others for the picture. The caller calls this once, after this member has joined
  /// others and ``knows(_:isComplete:at:)`` has reported its own entries. The founder of a session
  /// never calls it.
  ///
  /// - Parameter answerers: the others that may draw; nil if all may.
  package mutating func joined(
    _ others: Set<ParticipantID>, answering answerers: Set<ParticipantID>? = nil, at now: Uptime
  ) -> [Action] {
    self.others = others.subtracting([me])
    self.answerers = self.others.intersection(answerers ?? others)
    guard !self.others.isEmpty else { return [] }
    state = .asking(asked: [])
    deadline = now.advanced(by: Self.patienceMilliseconds)
    return [.send(.request(knowledge.cut), to: .all, .reliable)]
  }

  /// Notes all present participants.
  ///
  /// - Parameter answerers: the participants that may draw; nil if all may.
  package mutating func rosterChanged(
    to present: Set<ParticipantID>, answering answerers: Set<ParticipantID>? = nil, at now: Uptime
  ) {
    others = present.subtracting([me])
    self.answerers = others.intersection(answerers ?? others)
    answered = answered.filter { others.contains($0.key) }
    if others.isEmpty { return rest() }
    if case .receiving(let delivery, _) = state, !self.answerers.contains(delivery.sender) {
      deadline = now
    }
  }

  /// Asks the next member if the deadline has passed; does nothing before the deadline.
  package mutating func woke(
    at now: Uptime, using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    guard let deadline, deadline <= now else { return [] }
    switch state {
    case .content: return []
    case .asking(let asked), .receiving(_, let asked):
      return askNext(after: asked, at: now, using: &chance)
    }
  }

  /// Handles a message from any participant, in any order; repeated messages do no harm. A message
  /// that does not fit the present state changes nothing.
  ///
  /// - Parameters:
  ///   - leads: whether this member is the elected leader.
  ///   - complete: the other members that are known to have the complete picture.
  ///   - nearest: returns the member of the list that is nearest to the newcomer.
  package mutating func received(
    _ message: ResponderMessage, from sender: ParticipantID, at now: Uptime,
    leads: Bool, complete: Set<ParticipantID>,
    nearest: (ParticipantID, [ParticipantID]) -> ParticipantID?
  ) -> [Action] {
    guard others.contains(sender), message.vector.isSendable else { return [] }
    switch message {
    case .request(let vector):
      guard leads else { return [] }
      let able = complete.intersection(others).subtracting([sender]).union(isComplete ? [me] : [])
      return assign(sender, knowing: vector, among: able.sorted(), nearest: nearest, at: now)
    case .assign(let newcomer, let vector):
      guard others.contains(newcomer) else { return [] }
      return answer(newcomer, knowing: vector, at: now)
    case .ask(let vector):
      return answer(sender, knowing: vector, at: now)
    case .answering(let promised):
      expect(promised, from: sender, at: now)
      return []
    }
  }
}

// MARK: The newcomer

extension Responder {
  private mutating func rest() { (state, deadline) = (.content, nil) }

  private mutating func beContent() {
    wasAnswered = true
    rest()
  }

  /// Asks a random member that was not asked yet, so that many newcomers do not all ask the same
  /// member.
  private mutating func askNext(
    after asked: Set<ParticipantID>, at now: Uptime,
    using chance: inout some RandomNumberGenerator
  ) -> [Action] {
    let left = answerers.subtracting(asked).sorted()
    guard asked.count < Self.askedMax, let next = left.randomElement(using: &chance) else {
      rest()
      return []
    }
    state = .asking(asked: asked.union([next]))
    deadline = now.advanced(by: Self.patienceMilliseconds)
    return [.send(.ask(knowledge.cut), to: .only([next]), .reliable)]
  }

  /// Waits for the entries that the first answer promises. Entries of a second answer are merged
  /// too.
  private mutating func expect(
    _ promised: VersionVector, from sender: ParticipantID, at now: Uptime
  ) {
    guard case .asking(let asked) = state else { return }
    if knowledge.covers(promised) { return beContent() }
    let held = knowledge.meet(promised)
    state = .receiving(
      Delivery(sender: sender, promised: promised, held: held), asked: asked.union([sender]))
    deadline = now.advanced(by: Self.stallMilliseconds)
  }
}

// MARK: The leader and the member that answers

extension Responder {
  private mutating func assign(
    _ newcomer: ParticipantID, knowing vector: VersionVector, among able: [ParticipantID],
    nearest: (ParticipantID, [ParticipantID]) -> ParticipantID?, at now: Uptime
  ) -> [Action] {
    let named = nearest(newcomer, able).flatMap { able.contains($0) ? $0 : nil }
    guard let member = named ?? able.first else { return [] }
    if member == me { return answer(newcomer, knowing: vector, at: now) }
    return [.send(.assign(newcomer, vector), to: .only([member]), .reliable)]
  }

  /// Answers a newcomer once within ``patienceMilliseconds``, since a small question causes a large
  /// answer.
  private mutating func answer(
    _ newcomer: ParticipantID, knowing vector: VersionVector, at now: Uptime
  ) -> [Action] {
    answered = answered.filter { now.since($0.value) < Self.patienceMilliseconds }
    guard isComplete, answered[newcomer] == nil, answered.count < Self.answeredMax else {
      return []
    }
    answered[newcomer] = now
    let begin = Action.send(.answering(knowledge.cut), to: .only([newcomer]), .reliable)
    return vector.covers(knowledge) ? [begin] : [begin, .answer(newcomer, knowing: vector)]
  }
}

extension ResponderMessage {
  var vector: VersionVector {
    switch self {
    case .request(let vector), .assign(_, let vector), .ask(let vector), .answering(let vector):
      vector
    }
  }
}
