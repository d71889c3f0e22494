import CellFrame
import EaselPlatform

extension Terminal {
  /// Waits until something happens, without using the processor, and returns the events in order.
  /// Meanwhile it writes frames that wait for a slow terminal.
  ///
  /// - Parameters:
  ///   - deadline: the end of the wait, in milliseconds of `Terminal.uptime`. Nil waits without
  ///     limit; with a past deadline, the call does not wait.
  ///   - descriptors: further descriptors; the call returns when one of them can be read.
  package func wait(until deadline: Int64?, also descriptors: [Int32] = []) -> [Wake] {
    while true {
      drawWaiting()
      sendTiles()
      guard stage == .entered || !pending.isEmpty else { return [.hangUp] }
      let wakes = poll(until: pending.isEmpty ? deadline : 0, also: descriptors)
      if !wakes.isEmpty { return wakes }
      if let deadline, Self.uptime() >= deadline { return [.deadline] }
    }
  }

  /// Waits until the terminal has answered all questions, for at most a second after the last one.
  /// Drops all other events that come meanwhile.
  package func waitForAnswers() {
    while stage == .entered, answers.isAwaiting(at: Self.uptime(), for: 1000) {
      _ = poll(until: Self.uptime() + 100, also: [])
    }
  }

  private func poll(until deadline: Int64?, also descriptors: [Int32]) -> [Wake] {
    let events = output.isEmpty ? POLLIN : POLLIN | POLLOUT
    var entries = [
      pollfd(fd: stage == .entered ? tty.descriptor : -1, events: Int16(events), revents: 0),
      pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    entries += descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    EaselPlatform.poll(&entries, nfds_t(entries.count), patience(until: deadline))

    var wakes: [Wake] = []
    if Int32(entries[1].revents) & POLLIN != 0 { heard.formUnion(signals.removeAll()) }
    takeSignals(into: &wakes)
    let state = Int32(entries[0].revents)
    if state & POLLOUT != 0 { send() }
    if events & POLLOUT != 0, isReady { wakes.append(.ready) }
    if state & (POLLIN | POLLHUP | POLLERR | POLLNVAL) != 0 { read(into: &wakes) }
    elapse(into: &wakes)
    wakes += pending
    pending.removeAll(keepingCapacity: true)
    for entry in entries.dropFirst(2) where entry.revents != 0 {
      wakes.append(.readable(entry.fd))
    }
    return wakes
  }

  /// Returns the milliseconds until the next moment at which `wait` must act; -1 if there is none.
  private func patience(until deadline: Int64?) -> Int32 {
    let moments = [deadline, splitter.deadline].compactMap { $0 }
    guard let first = moments.min() else { return -1 }
    return Int32(clamping: max(first - Self.uptime(), 0))
  }

  private func takeSignals(into wakes: inout [Wake]) {
    let came = heard
    heard = []
    if came.contains(.hungUp) {
      if tty.isHungUp { lose() } else { wakes.append(.hangUp) }
    }
    if came.contains(.terminate) { wakes.append(.terminate) }
    guard stage == .entered else { return }
    if came.contains(.continued) {
      reenter()
    } else if came.contains(.resized) {
      if !resize() { repaint() }
    }
    if came.contains(.suspend) { wakes.append(.suspend) }
  }

  private func read(into wakes: inout [Wake]) {
    var filled = 0
    reading: while filled < buffer.count {
      switch tty.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])) {
      case .bytes(let count):
        filled += count
        // A read returns all available bytes, up to a page. Fewer bytes than a page mean that none
        // are left.
        if count < 1024 { break reading }
      case .nothing: break reading
      case .end:
        lose()
        break reading
      }
    }
    guard filled > 0 else { return }
    var decoded: [Decoded] = []
    decode(UnsafeRawBufferPointer(rebasing: buffer[..<filled]), into: &decoded)
    pass(decoded, into: &wakes)
  }

  /// Ends the units that get no more bytes.
  private func elapse(into wakes: inout [Wake]) {
    var units: [InputUnit] = []
    splitter.elapse(at: Self.uptime(), into: &units)
    guard !units.isEmpty else { return }
    var decoded: [Decoded] = []
    for unit in units { decoder.decode(unit, into: &decoded) }
    pass(decoded, into: &wakes)
  }

  /// Decodes the units that have arrived completely.
  func decode(_ bytes: UnsafeRawBufferPointer, into decoded: inout [Decoded]) {
    var units: [InputUnit] = []
    splitter.split(bytes, at: Self.uptime(), into: &units)
    for unit in units { decoder.decode(unit, into: &decoded) }
  }

  private func pass(_ decoded: [Decoded], into wakes: inout [Wake]) {
    for item in decoded {
      switch item {
      case .event(let event):
        if case .mouse = event { mouseAt = Self.uptime() }
        wakes.append(.input(event))
      case .answer(let answer): handle(answer, into: &wakes)
      }
    }
  }
}
