import CellFrame

extension Terminal {
  /// Shows a frame; ncurses writes only the differences from the last one. While the terminal has
  /// not accepted the last frame, the newest frame waits and replaces any frame that waited before.
  ///
  /// - Parameter ground: the background of most cells. Without colours, cells with another
  ///   background are reversed, so that they still stand out.
  package func draw(_ frame: Frame, ground: Tint = .terminal) {
    screen.ground = ground
    waiting = frame
    drawWaiting()
  }

  /// Paints the last frame anew on an empty screen, because the content of the terminal may be
  /// unknown.
  package func redraw() {
    screen.forget()
    if waiting == nil { waiting = drawn }
    drawWaiting()
  }

  /// Rings the bell, behind everything that the terminal has not accepted yet. Many terminals then mark
  /// their window; tmux marks it in its status line.
  package func ring() {
    guard stage == .entered else { return }
    output.append(screen.ring())
    send()
  }

  /// Whether the terminal has accepted the last frame. If not, the caller need not compose a frame
  /// before `wait` returns ``Wake/ready``.
  package var isReady: Bool { stage == .entered && output.isEmpty }

  /// The number of bytes that the terminal has not accepted yet: at most one frame. The screen is
  /// therefore at most one frame and the kernel's buffer behind.
  package var unsentCount: Int { output.unsent.count }

  func drawWaiting() {
    guard let frame = waiting, isReady else { return }
    waiting = nil
    drawn = frame
    output.append(screen.draw(frame))
    send()
  }

  /// Writes as much as the terminal accepts now.
  func send() {
    guard stage == .entered else { return output.drop() }
    while !output.isEmpty {
      switch tty.write(output.unsent) {
      case .written(let count): output.removeWritten(count)
      case .blocked: return
      case .end: return lose()
      }
    }
  }

  /// Handles a hang-up. From now on, Easel writes nothing to the terminal.
  func lose() {
    guard stage == .entered else { return }
    stage = .gone
    output.drop()
    disarm()
    pending.append(.hangUp)
  }
}
