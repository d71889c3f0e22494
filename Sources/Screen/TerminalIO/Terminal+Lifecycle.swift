import CEaselSystem
import CellFrame
import EaselPlatform

extension Terminal {
  /// Gives the terminal back, stops the process group as Ctrl-Z does elsewhere, and takes the
  /// terminal again when the process continues. Then it paints the last frame anew and reads the
  /// size again.
  package func suspend() {
    guard stage == .entered else { return }
    leave()
    easel_signals_stop_group()
    // This function has handled the signals to stop and to continue. `wait` handles all other
    // signals.
    heard.formUnion(signals.removeAll().subtracting([.continued, .suspend]))
    takeAgain()
  }

  /// Gives the terminal back as it was found. The caller may call it any number of times, and must
  /// call it before printing anything else.
  package func restore() {
    if stage == .entered { leave() }
    signals.end()
  }

  /// Switches on the keypad, the mouse and pastes. ncurses itself takes over the screen: in
  /// `newterm` at the start, and with the next frame after a stop.
  func enter() {
    decoder.enter()
    output.append(screen.takeWritten())
    switchMouse()
    if entry.isXtermLike { output.append(ControlStrings.pasteOn) }
  }

  /// Takes over the terminal again after a stop without warning. Another program had the terminal
  /// during the stop and changed it.
  func reenter() {
    _ = screen.leave()
    output.drop()
    stage = .left
    takeAgain()
  }

  private func takeAgain() {
    stage = .entered
    do {
      try tty.setRaw()
    } catch {
      return lose()
    }
    rescue()
    // Easel drops answers that come while it gives the terminal back.
    let asksAgain = directEntry != nil || !answers.isComplete
    answers.forget()
    resize()
    loseTiles()
    if entry.isXtermLike { output.append(ControlStrings.forgotten) }
    enter()
    if asksAgain { ask() }
    if waiting == nil { waiting = drawn }
    send()
    drawWaiting()
  }

  /// Reads the size anew; if it has changed, the next frame is painted whole.
  ///
  /// - Returns: whether the size has changed.
  @discardableResult
  func resize() -> Bool {
    let size = tty.size()
    updateCell(size.cell)
    guard (size.columns, size.rows) != (columns, rows) else { return false }
    (columns, rows) = (size.columns, size.rows)
    screen.resize(columns: columns, rows: rows)
    loseTiles()
    pending.append(.input(.resize(columns: columns, rows: rows)))
    return true
  }

  /// Paints the last frame anew after a resize signal with an unchanged size. The terminal may have
  /// had another size for a moment and lost its content.
  func repaint() {
    screen.forget()
    loseTiles()
    if waiting == nil, let drawn, (drawn.columns, drawn.rows) == (columns, rows) {
      waiting = drawn
    }
    drawWaiting()
  }

  /// Gives the terminal back. This needs at most two seconds, even if the terminal accepts no bytes
  /// or answers no questions.
  private func leave() {
    let isWhole = drain(milliseconds: 300)
    if !isWhole {
      // The end of a frame may be lost, and with it the sequences that reset the scrolled region or
      // a colour.
      tty.discardOutput()
      output.drop()
    }
    if entry.isXtermLike {
      output.append(isWhole ? ControlStrings.endOfString : ControlStrings.plain)
      output.append(pixels.isOn ? GraphicsCommand.reset : "")
      output.append(hasMouse ? ControlStrings.mouseOff : "")
      output.append(ControlStrings.pasteOff)
      askForLastReports()
    }
    output.append(screen.leave())
    if drain(milliseconds: 500) {
      swallowAnswers()
    } else {
      tty.discardOutput()
      if entry.isXtermLike {
        output.drop()
        output.append(ControlStrings.reset(hasPixels: pixels.isOn))
      }
      send()
    }
    if hasMouse, stage == .entered { tty.discardInput() }
    if stage == .entered { tty.setAsFound() }
    stage = .left
    disarm()
  }

  /// Asks for the attributes if reports of the mouse may be under way. The answer comes after the
  /// last report, if the terminal answers at all.
  private func askForLastReports() {
    let now = Self.uptime()
    guard hasMouse, let mouseAt, now - mouseAt < 500,
      answers.isComplete || answers.mayCome(at: now)
    else { return }
    output.append(ControlStrings.attributesQuestion)
    answers.expectMore(at: now)
  }

  /// Gives the terminal back without ncurses, after ncurses has failed. From now on, Easel writes
  /// nothing to the terminal.
  func giveUp() {
    output.drop()
    output.append(ControlStrings.reset(hasPixels: pixels.isOn))
    _ = drain(milliseconds: 300)
    swallowAnswers()
    if stage == .entered { tty.setAsFound() }
    lose()
  }

  /// Writes all output; returns false if the terminal has not accepted everything in time.
  private func drain(milliseconds: Int64) -> Bool {
    let end = Self.uptime() + milliseconds
    send()
    while !output.isEmpty {
      let left = end - Self.uptime()
      guard left > 0, tty.wait(for: POLLOUT, milliseconds: Int32(clamping: left)) else {
        return false
      }
      send()
    }
    return true
  }

  /// Reads and drops mouse reports and answers that are under way, for at most a second. Otherwise
  /// they would appear as text in the shell. Without an open question it returns at once.
  private func swallowAnswers() {
    let end = Self.uptime() + 1000
    var decoded: [Decoded] = []
    while stage == .entered, answers.mayCome(at: Self.uptime()), end > Self.uptime(),
      tty.wait(for: POLLIN, milliseconds: Int32(clamping: max(end - Self.uptime(), 0))),
      case .bytes(let count) = tty.read(into: buffer)
    {
      decode(UnsafeRawBufferPointer(rebasing: buffer[..<count]), into: &decoded)
      for case .answer(let answer) in decoded { answers.receive(answer) }
      decoded.removeAll()
    }
  }

  /// Ensures that from now on a crash gives the terminal back.
  func rescue() {
    var settings = tty.settings
    var reset = ControlStrings.reset(hasPixels: pixels.isOn)
    reset.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        easel_rescue_arm(tty.descriptor, &settings, $0.baseAddress, $0.count)
      }
    }
  }

  func disarm() { easel_rescue_disarm() }
}
