import EaselBase
import GroupBase
import GroupCore
import GroupTesting

// Connects processes, and carries messages between them.
extension World {
  func isCut(_ process: SimulatedProcess, _ far: SimulatedProcess) -> Bool {
    network.cut.contains(.init(from: process.person.index, to: far.person.index))
  }

  // MARK: Messages

  func transmit(_ message: LinkMessage, over link: LinkID, from process: SimulatedProcess) {
    guard let end = links[link], end.owner == process.member, let far = processes[end.farMember]
    else { return }
    counts.messages += 1
    let bytes = message.encoded()
    trace.add(link.raw, now, bytes)
    let direction = NetworkModel.Direction(from: process.person.index, to: far.person.index)
    guard case .envelope(let envelope) = message else {
      return transmitSurely(bytes, end, direction)
    }
    if !links.carry(envelope, over: link) {
      judge.breach(.T5, "an envelope passed a link twice", at: now)
    }
    for moment in network.arrivals(over: end.far, in: direction, at: now, using: &chance) {
      agenda.note(.arrives(bytes, over: end.far), at: moment)
    }
  }

  /// Carries greetings and paths: a connection breaks rather than lose one of them.
  private func transmitSurely(
    _ bytes: [UInt8], _ end: SimulatedLinks.End, _ direction: NetworkModel.Direction
  ) {
    links.append(bytes, to: end.far)
    agenda.note(
      .arrivesSurely(over: end.far),
      at: now.advanced(by: chance.among(network.weather.delayMilliseconds)))
  }

  func arrive(_ bytes: [UInt8], over link: LinkID, _ event: WorldEvent) {
    guard let end = links[link], let process = awake(end.owner, for: event) else { return }
    receive(bytes, over: link, by: process)
  }

  func arriveSurely(over link: LinkID, _ event: WorldEvent) {
    guard let end = links[link], let process = awake(end.owner, for: event),
      let far = processes[end.farMember]
    else { return }
    if isCut(far, process) {
      agenda.note(event, at: now.advanced(by: 100))
      return
    }
    guard let bytes = links.removeFirst(at: link) else { return }
    receive(bytes, over: link, by: process)
  }

  private func receive(_ bytes: [UInt8], over link: LinkID, by process: SimulatedProcess) {
    guard let message = try? LinkMessage(decoding: bytes) else {
      judge.breach(.encoding, "a message over a link cannot be read", at: now)
      return
    }
    if story != nil { trace("person \(process.person.index) hears \(message.story)") }
    guard case .envelope(let envelope) = message, isWatcher(envelope.origin) else {
      return handle(process) { $0.received(message, over: link, at: $1) }
    }
    // A watcher signs all messages, so a number without a signature is invented. It opens once.
    let isSigned = envelope.number.isMultiple(of: Envelope.signedEvery)
    guard isSigned || process.openedForgeries.insert(envelope.number).inserted else { return }
    let opened = isSigned ? envelope : envelope.opened(as: envelope.body)
    handle(process) { $0.received(.envelope(opened), over: link, by: .watcher, at: $1) }
  }

  /// Returns whether a member may only watch, in a world whose members have different rights.
  func isWatcher(_ member: MemberID) -> Bool {
    plan.crowded != nil && watching.contains(member)
  }

  // MARK: Ends

  /// Removes this end of a link; nothing passes over it any more.
  func remove(_ link: LinkID) {
    links.remove(link)
    network.forget(link)
  }

  /// Closes this end of a link; the other end hears of it later.
  func close(_ link: LinkID, of process: SimulatedProcess) {
    process.attempts.remove(link)
    guard let end = links[link] else { return }
    remove(link)
    (process.dialled[link], process.hasRedialNews) = (nil, true)
    // Earlier messages arrive earlier, if they arrive at all.
    agenda.note(
      .breaks(end.far), at: now.advanced(by: network.weather.delayMilliseconds.upperBound + 1))
    handle(process) { $0.closed(link, at: $1) }
  }

  func breakUp(_ link: LinkID, _ event: WorldEvent) {
    guard let end = links[link], let process = awake(end.owner, for: event) else {
      if let end = links[link], processes[end.owner] == nil { links.remove(link) }
      return
    }
    remove(link)
    (process.dialled[link], process.hasRedialNews) = (nil, true)
    handle(process) { $0.closed(link, at: $1) }
  }
}
