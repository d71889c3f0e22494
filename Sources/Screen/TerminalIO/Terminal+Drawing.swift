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
    loseTiles()
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
  package var isReady: Bool { stage == .entered && (output.isEmpty || output.hasOnlyTiles) }

  /// The number of bytes that the terminal has not accepted yet: at most one frame and one batch of
  /// tiles. The screen is therefore at most this much and the kernel's buffer behind.
  package var unsentCount: Int { output.unsent.count }

  func drawWaiting() {
    guard let frame = waiting, isReady else { return }
    waiting = nil
    // The program knows that the terminal has lost these tiles, and draws another frame.
    guard !pixels.lacksTiles(of: frame) else { return }
    drawn = frame
    var hasLostTiles = false
    output.append(
      pixels.update(to: frame, around: screen.draw(frame), hasLostTiles: &hasLostTiles))
    if hasLostTiles { pending.append(.pixels(.lost)) }
    let stored = pixels.storedAmongWanted(of: frame)
    if !stored.isEmpty { pending.append(.pixels(.stored(stored))) }
    send()
  }

  /// Sends the next tiles if the terminal has accepted all else.
  func sendTiles() {
    if pixels.isFull {
      loseTiles()
      // Without another frame, the tiles of this one would not come again.
      if waiting == nil { waiting = drawn }
    }
    guard stage == .entered, waiting == nil, output.isEmpty, let batch = pixels.nextBatch() else {
      return
    }
    output.append(tiles: batch)
    send()
  }

  /// Tells the program that the terminal has no tile any more.
  func loseTiles() {
    guard pixels.isOn else { return }
    pixels.forget()
    pending.append(.pixels(.lost))
  }

  /// Writes as much as the terminal accepts now.
  func send() {
    guard stage == .entered else { return output.drop() }
    while !output.isEmpty {
      switch tty.write(output.unsent) {
      case .written(let count):
        output.removeWritten(count)
        if !output.hasTiles, !pixels.batch.isEmpty {
          pending.append(.pixels(.stored(pixels.endBatch())))
        }
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
