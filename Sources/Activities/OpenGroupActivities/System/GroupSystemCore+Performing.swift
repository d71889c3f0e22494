import EaselBase
import Foundation
import GroupBase
import GroupCore

// The actions that the call asks for.
extension GroupSystemCore {
  mutating func perform(_ actions: [Call.Action], at now: Uptime) {
    for action in actions {
      switch action {
      case .transmit(let message, let link): transmit(message, over: link, at: now)
      case .close(let link, _): ports.close(link)
      case .linked(let member, let link): linked(member, link, at: now)
      case .lostUpstream(let link, let reason): lostUpstream(link, reason, at: now)
      case .membersChanged:
        (isViewStale, isTreeStale) = (true, true)
        learnNames()
      case .eligible: isViewStale = true
      case .session(let session, let change): changed(session, change)
      case .deliver(let messages, let sender, let mode):
        deliver(messages, from: sender, mode)
      case .undelivered(let member):
        lost(member)
        publish(.undelivered(to: person(member)))
      case .hasRoom: mayHaveRoom = true
      }
    }
  }

  // MARK: Sessions

  private mutating func changed(_ session: SessionID, _ change: SessionChange) {
    if case .offered(let record, let isLocal) = change { return offered(record, isLocal) }
    guard let place = places[session] else { return }
    switch change {
    case .offered: break
    case .joined: post.post(.changed(place, .joined))
    case .participants(let seats):
      seated[place] = seats
      mayHaveRoom = true
      post.post(.changed(place, .participants(seats)))
    case .activity(let bytes): post.post(.changed(place, .activity(bytes)))
    case .invalidated(let reason):
      places[session] = nil
      seated[place] = nil
      bound.remove(session)
      rooms.removeValue(forKey: place)?.close()
      dropSends(of: place)
      let end = end(reason)
      endings.removeValue(forKey: place)?.ended(end)
      post.post(.changed(place, .over(end)))
    }
  }

  private mutating func offered(_ record: SessionRecord, _ isLocal: Bool) {
    guard let participant = call?.place(in: record.id) else { return }
    let place = SessionPlace(session: record.id, participant: participant)
    // The staged activity may have begun.
    isViewStale = true
    places[record.id] = place
    rooms[place] = MessageDispatcher()
    let ending = SessionEnding()
    endings[place] = ending
    if isLocal, endsWithInitiator { bound.insert(record.id) }
    post.post(
      .offered(
        SessionOffer(
          place: place, identifier: record.identifier, activity: record.activity.bytes,
          initiator: person(record.id.initiator), isLocallyInitiated: isLocal,
          ending: ending)))
  }

  private func end(_ reason: InvalidationReason) -> GroupSessionEnd {
    switch reason {
    case .left: .left
    case .ended(let member): .ended(by: person(member))
    case .replaced(let session): .replaced(by: UUID(session))
    case .everyoneLeft: .everyoneLeft
    case .callEnded: .callEnded
    }
  }

  // MARK: Messages

  private mutating func deliver(
    _ messages: [SessionMessage], from sender: ParticipantID, _ mode: DeliveryMode
  ) {
    guard let session = messages.first?.session, let place = places[session] else { return }
    let source = participant(sender)
    var rest = messages[...]
    while let name = rest.first?.name {
      let alike = rest.prefix { $0.name == name }
      rest = rest.dropFirst(alike.count)
      let letters = alike.map { InboundMessage(bytes: $0.bytes, source: source) }
      let isOverfull = rooms[place]?.dispatch(letters, .init(mode: mode, name: name)) ?? false
      if isOverfull { publish(.overflow(name: name, session: UUID(session))) }
    }
  }
}
