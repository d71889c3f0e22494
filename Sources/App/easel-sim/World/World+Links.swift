import EaselBase
import GroupCore
import GroupTesting

// Connects processes, and carries messages between them.
extension World {
  func isCut(_ process: Process, _ far: Process) -> Bool {
    network.cut.contains(.init(from: process.person.index, to: far.person.index))
  }

  // MARK: Messages

  func transmit(_ message: LinkMessage, over link: LinkID, from process: Process) {
    guard let end = links[link], end.owner == process.member, let far = processes[end.farMember]
    else { return }
    counts.messages += 1
    let bytes = message.encoded()
    trace.add(link.raw, now, bytes)
    let way = SimulatedNetwork.Way(from: process.person.index, to: far.person.index)
    guard case .envelope(let envelope) = message else { return transmitSurely(bytes, end, way) }
    judge.crosses(envelope, from: process, at: now, &carried[link, default: []])
    for moment in network.arrivals(over: end.far, along: way, at: now, using: &chance) {
      agenda.note(.arrives(bytes, over: end.far), at: moment)
    }
  }

  /// Carries greetings and paths: a connection breaks rather than lose one of them.
  private func transmitSurely(
    _ bytes: [UInt8], _ end: LinkEnd, _ way: SimulatedNetwork.Way
  ) {
    links[end.far]?.sure.append(bytes)
    agenda.note(
      .arrivesSurely(over: end.far),
      at: now.advanced(by: chance.among(network.weather.delay)))
  }

  func arrive(_ bytes: [UInt8], over link: LinkID, _ event: Event) {
    guard let end = links[link], let process = awake(end.owner, for: event) else { return }
    receive(bytes, over: link, by: process)
  }

  func arriveSurely(over link: LinkID, _ event: Event) {
    guard let end = links[link], let process = awake(end.owner, for: event),
      let far = processes[end.farMember]
    else { return }
    if isCut(far, process) {
      agenda.note(event, at: now.advanced(by: 100))
      return
    }
    guard let bytes = end.sure.first else { return }
    links[link]?.sure.removeFirst()
    receive(bytes, over: link, by: process)
  }

  private func receive(_ bytes: [UInt8], over link: LinkID, by process: Process) {
    guard let message = try? LinkMessage(decoding: bytes) else {
      judge.breach(.encoding, "a message over a link cannot be read", at: now)
      return
    }
    if story != nil { story(of: message, over: link, at: process) }
    handle(process) { $0.received(message, over: link, at: $1) }
  }

  private func story(of message: LinkMessage, over link: LinkID, at process: Process) {
    guard case .envelope(let envelope) = message else {
      return trace("person \(process.person.index) hears \(message)")
    }
    let said = Coding.call.decode(envelope.body).map { "\($0)" }
    let body = said.isEmpty ? "?" : said.joined(separator: ", ")
    trace(
      "person \(process.person.index) hears \(envelope.origin.raw % 997) #\(envelope.number) "
        + "to \(envelope.to) \(body.prefix(4_000))")
  }

  // MARK: Ends

  /// Forgets a link; nothing passes over it any more.
  func forget(_ link: LinkID) {
    network.forget(link)
    carried[link] = nil
  }

  /// Closes this end of a link; the other end hears of it later.
  func close(_ link: LinkID, of process: Process) {
    process.attempts.remove(link)
    guard let end = links.removeValue(forKey: link) else { return }
    process.dialled[link] = nil
    process.hasRedialNews = true
    forget(link)
    // Earlier messages arrive earlier, if they arrive at all.
    agenda.note(
      .breaks(end.far), at: now.advanced(by: network.weather.delay.upperBound + 1))
    handle(process) { $0.closed(link, at: $1) }
  }

  func breakUp(_ link: LinkID, _ event: Event) {
    guard let end = links[link], let process = awake(end.owner, for: event) else {
      if let end = links[link], processes[end.owner] == nil { links[link] = nil }
      return
    }
    links[link] = nil
    process.dialled[link] = nil
    process.hasRedialNews = true
    forget(link)
    handle(process) { $0.closed(link, at: $1) }
  }
}
