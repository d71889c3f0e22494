import CellFrame

extension Terminal {
  /// Switches mouse reports on or off. While they are off, the terminal's own selection works.
  package func setMouse(on: Bool) {
    guard on != modes.mouse else { return }
    modes.mouse = on
    switchMouse()
    send()
  }

  /// Sets whether the terminal also reports moves without a button.
  package func setHover(on: Bool) {
    guard on != modes.hover else { return }
    modes.hover = on
    guard modes.mouse, hasMouse else { return }
    output.append(on ? ControlStrings.hoverOn : ControlStrings.hoverOff)
    send()
  }

  /// Offers text to the clipboard by OSC 52. The text must be the user's own or come from
  /// `SafeText`. Returns false if the text is longer than terminals accept, if output still waits,
  /// or if the terminal would show the sequence as text.
  package func copy(_ text: String) -> Bool {
    guard entry.isXtermLike, isReady,
      let string = ControlStrings.clipboard(text)
    else { return false }
    output.append(string)
    send()
    return true
  }

  func switchMouse() {
    guard hasMouse else { return }
    output.append(modes.mouse ? ControlStrings.mouseOn : ControlStrings.mouseOff)
    guard modes.mouse else { return }
    if modes.hover { output.append(ControlStrings.hoverOn) }
    if decoder.mouse.isInPixels { output.append(ControlStrings.pixelsOn) }
  }

  /// Asks the terminal what it can do; the answers come later.
  func ask() {
    guard entry.isXtermLike else {
      if !pixels.isTold { tellPixels(.unavailable, into: &pending) }
      return
    }
    output.append(ControlStrings.nameQuestion)
    output.append(ControlStrings.questions)
    answers.expect(at: Self.uptime())
  }

  /// Asks a terminal that has told its name about direct colour. tmux answers for itself, and not
  /// for the terminal outside.
  private func askColors(of name: String) {
    guard directEntry != nil, !name.hasPrefix("tmux") else { return }
    output.append(ControlStrings.colorQuestions)
    answers.expectMore(at: Self.uptime())
  }

  /// Takes over the size of a cell after the window may have got another size. If the kernel does
  /// not tell it, the size is unknown until the terminal has answered: meanwhile the mouse is
  /// reported in whole cells.
  func updateCell(_ cell: CellPixelSize?) {
    if let cell {
      decoder.mouse.cellPixels = cell
      return tellCell(into: &pending)
    }
    guard answers.mustAskCell(at: Self.uptime()) else { return }
    askCell()
    send()
  }

  private func askCell() {
    decoder.mouse.cellPixels = nil
    if decoder.mouse.isInPixels {
      decoder.mouse.setPixels(false)
      if modes.mouse { output.append(ControlStrings.pixelsOff) }
    }
    output.append(ControlStrings.cellQuestion + ControlStrings.attributesQuestion)
    answers.expectCell(at: Self.uptime())
  }

  func handle(_ answer: Answer, into wakes: inout [Wake]) {
    answers.receive(answer)
    switch answer {
    case .attributes: break
    case .name(let name):
      askColors(of: name)
      askPixels(of: name)
    case .image(let number, let isShown):
      if !isShown, pixels.hasTile(number) { refusePixels(into: &wakes) }
    case .directColor: useDirectColor(into: &wakes)
    case .background(let rgb):
      wakes.append(.input(.answer(.background(rgb))))
    case .cell where answers.mustAskCellAgain: askCell()
    case .cell, .mode: tellCell(into: &wakes)
    }
    followPixels(into: &wakes)
    if answers.hasPixelMouse, !decoder.mouse.isInPixels, decoder.mouse.cellPixels != nil {
      decoder.mouse.setPixels(true)
      if modes.mouse { output.append(ControlStrings.pixelsOn) }
      wakes.append(.input(.answer(.pixelMouse)))
    }
    send()
  }

  /// Continues with direct colour. ncurses cannot change the colours of a screen, so a new screen
  /// with another terminfo entry replaces it, and paints the last frame anew. The state of the
  /// input stays. Has no effect after the first time.
  private func useDirectColor(into wakes: inout [Wake]) {
    guard stage == .entered, let entry = directEntry else { return }
    directEntry = nil
    do throws(TerminalError) {
      if try decoder.replaceEntry(by: entry) {
        self.entry = entry
        wakes.append(.input(.answer(.directColor)))
      }
    } catch {
      // Without a screen, Easel can draw nothing any more.
      return giveUp()
    }
    loseTiles()
    output.append(screen.takeWritten())
    if waiting == nil { waiting = drawn }
  }

  /// Reports the size of a cell to the program if it has changed.
  func tellCell(into wakes: inout [Wake]) {
    guard let cell = decoder.mouse.cellPixels, cell != toldCell else { return }
    toldCell = cell
    wakes.append(.input(.answer(.cellPixels(width: cell.width, height: cell.height))))
  }

  /// The facts about this terminal that `easel doctor` prints, one per line.
  package var facts: [(name: String, value: String)] {
    let pixels = decoder.mouse.cellPixels.map { "\($0.width) × \($0.height) pixels" } ?? "unknown"
    let background = answers.background.map { rgb in
      let digits = String(rgb, radix: 16)
      return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
    return [
      ("library", CursesScreen.version),
      ("terminfo entry", entry.name),
      ("size", "\(columns) × \(rows) cells"),
      ("cell", pixels),
      ("colours", depth == .none ? "none" : depth.rawValue),
      ("UTF-8", isUTF8 ? "yes" : "no: ASCII only"),
      ("sextants", hasSextants ? "known to the C library" : "unknown to the C library"),
      ("octants", hasOctants ? "known to the C library" : "unknown to the C library"),
      (
        "mouse",
        !hasMouse ? "none" : decoder.mouse.isInPixels ? "exact, in pixels" : "in whole cells"
      ),
      ("background", background ?? "not told"),
      ("ink in pixels", pixelFact),
      ("answers queries", entry.isXtermLike ? (answers.isComplete ? "yes" : "none") : "not asked"),
    ]
  }
}
