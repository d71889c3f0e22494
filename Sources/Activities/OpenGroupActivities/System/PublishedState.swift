import EaselBase

/// What is published, in order.
enum PublishedChange: Sendable {
  case offered(SessionOffer)
  case changed(SessionPlace, Change)
  /// The names of everybody in the call who has one.
  case names([MemberID: String])
  case call(CallView)
  case listener(any SessionListener)
  /// It made itself with an older view, perhaps.
  case observer(GroupStateObserver, CallView)
  /// A completion handler's turn.
  case turn(CompletionCall, (any Error)?)

  enum Change: Sendable {
    case joined
    case participants([ParticipantID])
    case activity([UInt8])
    case over(GroupSessionEnd)
  }
}

/// A completion handler. It is run where it may have been made: on the main actor.
struct CompletionCall: @unchecked Sendable {
  /// Not run where all went well.
  var isOfFailure = false
  let handler: ((any Error)?) -> Void
}

/// What is seen of a call besides its sessions.
struct CallView: Hashable, Sendable {
  var isEligible = false
  /// Everybody else who is there, in a fixed order.
  var people: [GroupPerson] = []
  var staged: StagedActivity?
  var roundTrip: Int64?
  var hub: CallHub?
}

/// Where the published objects stand: told on the main actor, one change after the other.
@MainActor final class PublishedState {
  private var offers: [SessionPlace: LiveOffer] = [:]
  /// In the order in which they came.
  private var places: [SessionPlace] = []
  private var names: [MemberID: String] = [:]
  private var listeners: [WeakListener] = []
  private var observers: [WeakObserver] = []

  private struct WeakListener { weak var value: (any SessionListener)? }
  private struct WeakObserver { weak var value: GroupStateObserver? }

  nonisolated init() {}

  func apply(_ publication: PublishedChange) {
    switch publication {
    case .offered(let offer):
      let live = LiveOffer(offer)
      offers[offer.place] = live
      places.append(offer.place)
      for listener in listeners { listener.value?.take(live) }
    case .changed(let place, let change): changed(place, change)
    case .names(let names):
      self.names = names
      for place in places { offers[place]?.renamed(names) }
    case .call(let view):
      observers.removeAll { $0.value == nil }
      for observer in observers { observer.value?.apply(view) }
    case .listener(let listener):
      listeners.removeAll { $0.value == nil }
      listeners.append(WeakListener(value: listener))
      for place in places {
        if let live = offers[place], !live.isTaken { listener.take(live) }
      }
    case .observer(let observer, let view):
      observers.append(WeakObserver(value: observer))
      observer.apply(view)
    case .turn(let turn, let error): turn.handler(error)
    }
  }

  private func changed(_ place: SessionPlace, _ change: PublishedChange.Change) {
    guard let live = offers[place] else { return }
    switch change {
    case .joined: live.publish(.joined)
    case .participants(let seats): live.seated(seats, names)
    case .activity(let bytes): live.changed(bytes)
    case .over(let end):
      offers[place] = nil
      places.removeAll { $0 == place }
      live.publish(.over(end))
    }
  }
}
