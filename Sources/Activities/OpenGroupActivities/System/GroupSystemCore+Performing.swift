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
      case .close(let link, _): links.close(link)
      case .linked(let member, let link): linked(member, link, at: now)
      case .lostUpstream(let link, let reason): lostUpstream(link, reason, at: now)
      case .membersChanged:
        (isViewStale, isTreeStale) = (true, true)
        learnFacts()
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
    guard let participation = participations[session] else { return }
    switch change {
    case .offered: break
    case .joined: publisher.publish(.changed(participation, .joined))
    case .participants(let participants):
      open[participation]?.participants = participants
      mayHaveRoom = true
      publisher.publish(.changed(participation, .participants(participants)))
    case .activity(let bytes): publisher.publish(.changed(participation, .activity(bytes)))
    case .invalidated(let reason):
      participations[session] = nil
      own.bound.remove(session)
      let closed = open.removeValue(forKey: participation)
      closed?.dispatcher.close()
      dropSends(of: participation)
      let end = end(reason)
      closed?.ending.ended(end)
      publisher.publish(.changed(participation, .over(end)))
    }
  }

  private mutating func offered(_ record: SessionRecord, _ isLocal: Bool) {
    guard let participant = call?.participant(in: record.id), own.areReceived || !isLocal else {
      return
    }
    let participation = SessionParticipation(session: record.id, participant: participant)
    // The staged activity may have begun.
    isViewStale = true
    participations[record.id] = participation
    let opened = OpenSession()
    open[participation] = opened
    if isLocal, own.endsWithInitiator { own.bound.insert(record.id) }
    publisher.publish(
      .offered(
        SessionOffer(
          participation: participation, identifier: record.identifier,
          activity: record.activity.bytes,
          initiator: person(record.id.initiator), isLocallyInitiated: isLocal,
          ending: opened.ending)))
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
    guard let session = messages.first?.session, let participation = participations[session] else {
      return
    }
    let source = participant(sender)
    var rest = messages[...]
    while let name = rest.first?.name {
      let alike = rest.prefix { $0.name == name }
      rest = rest.dropFirst(alike.count)
      let inbound = alike.map { InboundMessage(bytes: $0.bytes, source: source) }
      let isOverfull =
        open[participation]?.dispatcher.dispatch(inbound, .init(mode: mode, name: name)) ?? false
      if isOverfull { publish(.overflow(name: name, session: UUID(session))) }
    }
  }
}
