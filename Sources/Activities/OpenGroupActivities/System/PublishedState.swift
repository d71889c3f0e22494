import EaselBase
import GroupBase

/// The changes to publish, in order.
enum PublishedChange: Sendable {
  case offered(SessionOffer)
  case changed(SessionParticipation, Change)
  /// The facts about the members of the call that have a name or are nearby.
  case facts([MemberID: MemberFacts])
  case call(CallSnapshot)
  case listener(any SessionListener)
  /// An observer, which may have been made with an older view.
  case observer(GroupStateObserver, CallSnapshot)
  /// A completion handler to call.
  case completion(CompletionCall, (any Error)?)

  enum Change: Sendable {
    case joined
    case participants([ParticipantID])
    case activity([UInt8])
    case over(GroupSessionEnd)
  }
}

/// A completion handler. It runs on the main actor, on which the caller may also have made it.
struct CompletionCall: @unchecked Sendable {
  /// Whether the handler runs only on failure.
  var isOfFailure = false
  let handler: ((any Error)?) -> Void
}

/// The visible state of a call besides its sessions.
struct CallSnapshot: Hashable, Sendable {
  var isEligible = false
  /// The other people in the call, in a fixed order.
  var people: [GroupPerson] = []
  /// The displays in the call, in a fixed order.
  var displays: [GroupPerson] = []
  var isAlone = true
  var staged: StagedActivity?
  var roundTrip: Int64?
  var hub: CallHub?

  /// The names in the lists, which are no part of their identities.
  var names: [String?] { (people + displays).map(\.name) }
}

/// The state of the published objects, changed on the main actor, one change after the other.
@MainActor final class PublishedState {
  private var offers: [SessionParticipation: PublishedSession] = [:]
  /// The participations, in the order in which the sessions came.
  private var participations: [SessionParticipation] = []
  private var facts: [MemberID: MemberFacts] = [:]
  private var listeners: [WeakListener] = []
  private var observers: [WeakObserver] = []

  private struct WeakListener { weak var value: (any SessionListener)? }
  private struct WeakObserver { weak var value: GroupStateObserver? }

  nonisolated init() {}

  func apply(_ publication: PublishedChange) {
    switch publication {
    case .offered(let offer):
      let live = PublishedSession(offer)
      offers[offer.participation] = live
      participations.append(offer.participation)
      for listener in listeners { listener.value?.receive(live) }
    case .changed(let participation, let change): changed(participation, change)
    case .facts(let facts):
      self.facts = facts
      for participation in participations { offers[participation]?.learned(facts) }
    case .call(let view):
      observers.removeAll { $0.value == nil }
      for observer in observers { observer.value?.apply(view) }
    case .listener(let listener):
      listeners.removeAll { $0.value == nil }
      listeners.append(WeakListener(value: listener))
      for participation in participations {
        if let live = offers[participation], !live.isReceived { listener.receive(live) }
      }
    case .observer(let observer, let view):
      observers.append(WeakObserver(value: observer))
      observer.apply(view)
    case .completion(let completion, let error): completion.handler(error)
    }
  }

  private func changed(_ participation: SessionParticipation, _ change: PublishedChange.Change) {
    guard let live = offers[participation] else { return }
    switch change {
    case .joined: live.publish(.joined)
    case .participants(let participants): live.participantsChanged(participants, facts)
    case .activity(let bytes): live.changed(bytes)
    case .over(let end):
      offers[participation] = nil
      participations.removeAll { $0 == participation }
      live.publish(.over(end))
    }
  }
}
