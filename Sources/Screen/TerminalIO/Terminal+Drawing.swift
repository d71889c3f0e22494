import CellFrame

extension Terminal {
  /// Shows a frame; ncurses writes only what differs from the last one. While the terminal has not
  /// taken the last frame, the newest one waits here and replaces any other that waited.
  ///
  /// - Parameter ground: the background that most cells have. Where there are no colours, cells of
  ///   any other are reversed, so that they still stand out.
  public func draw(_ frame: Frame, ground: Tint = .terminal) {
    screen.ground = ground
    waiting = frame
    drawWaiting()
  }

  /// Paints the last frame anew on an empty screen, whatever the terminal shows.
  public func redraw() {
    screen.forget()
    if waiting == nil { waiting = drawn }
    drawWaiting()
  }

  /// Whether a frame would be written at once; while not, composing one is wasted effort.
  public var isReady: Bool { stage == .entered && output.isEmpty }

  /// Bytes the terminal has not taken yet: a frame's at most, so that what it shows is never older
  /// than one frame and what the kernel holds.
  package var unsentCount: Int { output.unsent.count }

  func drawWaiting() {
    guard let frame = waiting, isReady else { return }
    waiting = nil
    drawn = frame
    output.append(screen.draw(frame))
    send()
  }

  /// Writes as much as the terminal takes now.
  func send() {
    guard stage == .entered else { return output.drop() }
    while !output.isEmpty {
      switch tty.write(output.unsent) {
      case .written(let count): output.took(count)
      case .blocked: return
      case .end: return lose()
      }
    }
  }

  /// Hung up: from here on nothing is written.
  func lose() {
    guard stage == .entered else { return }
    stage = .gone
    output.drop()
    disarm()
    pending.append(.hangUp)
  }
}
