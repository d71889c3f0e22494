import CellFrame
import Glibc
import TerminalIO

final class Probe {
  private let terminal: Terminal
  private var frame: Frame
  private var wakes = 0
  private var fills = 0
  /// How often a slow terminal had accepted the last frame.
  private var readies = 0
  /// The most bytes that ever waited for the terminal.
  private var longestQueue = 0

  init() {
    do {
      terminal = try Terminal()
    } catch {
      let text = "probe: \(error)\n"
      write(2, text, text.utf8.count)
      exit(2)
    }
    frame = Frame(columns: terminal.columns, rows: terminal.rows)
  }

  func run() {
    show("ready")
    while true {
      var isChanged = false
      let wakeUps = terminal.wait(until: nil)
      measureQueue()
      for wake in wakeUps {
        wakes += 1
        switch wake {
        case .input(let event): isChanged = handle(event) || isChanged
        case .suspend: terminal.suspend()
        case .terminate: end("terminated", 0)
        case .hangUp: end("hung up", 3)
        case .ready: readies += 1
        case .deadline, .readable, .pixels: break
        }
      }
      if isChanged { draw() }
    }
  }

  private func draw() {
    terminal.draw(frame)
    measureQueue()
  }

  private func measureQueue() { longestQueue = max(longestQueue, terminal.unsentCount) }

  /// Whether the frame is another now.
  private func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(.character(let character), let modifiers): press(character, modifiers)
    case .key(let key, _): show("\(key)")
    case .mouse(let mouse): mark(mouse)
    case .paste(let text): show("pasted \(text.utf8.count)")
    case .resize(let columns, let rows):
      frame = Frame(columns: columns, rows: rows)
      show("\(columns)x\(rows)")
    case .answer(let answer): show("\(answer)")
    }
    return true
  }

  private func press(_ character: Character, _ modifiers: Modifiers) {
    switch (character, modifiers) {
    case ("z", .control): terminal.suspend()
    case ("q", _): end("quit", 0)
    case ("b", _): fill()
    case ("m", _): terminal.setMouse(on: false)
    case ("h", _): terminal.setHover(on: true)
    case ("g", _): terminal.ring()
    case ("c", _): show("copied \(terminal.copy("what was drawn"))")
    case ("C", _): show("copied \(terminal.copy(String(repeating: "x", count: 70_000)))")
    case ("w", _): show("wakes \(wakes)")
    case ("r", _): show("ready \(readies) times")
    case ("l", _): show("longest queue \(longestQueue) bytes")
    case ("f", _):
      for (row, fact) in terminal.facts.enumerated() { draw(fact.value, row: row + 2) }
    case ("t", _): trapElsewhere()
    case ("o", _): show("\(dive(1))")
    case ("a", _): abort()
    case ("e", _): exit(4)
    case ("s", _):
      show("stuck")
      while true { pause() }
    default: show("key \(character)")
    }
  }

  private func mark(_ mouse: MouseEvent) {
    let style = Style(foreground: .rgb(0xFF8833))
    frame[mouse.at.cell] = Cell(Glyph("\u{2801}"), style)
    if case .release = mouse.action {
      show("at \(mouse.at.cell.column),\(mouse.at.cell.row) fine \(mouse.at.isFine)")
    }
  }

  /// Every cell in another colour than the one beside it and than before: the most a frame can cost,
  /// and in true colours always the same, three digits each.
  private func fill() {
    fills += 1
    for row in 0..<frame.rows {
      for column in 0..<frame.columns {
        let parts = [row, column, fills].map { UInt32(100 + $0 % 100) }
        let rgb = parts[0] << 16 | parts[1] << 8 | parts[2]
        frame[column, row] = Cell(Glyph("#"), Style(foreground: .rgb(rgb)))
      }
    }
  }

  private func show(_ text: String) {
    draw(text + String(repeating: " ", count: max(0, 40 - text.count)), row: 0)
    draw()
  }

  private func draw(_ text: String, row: Int) {
    for (column, scalar) in text.unicodeScalars.enumerated() {
      frame[column, row] = Cell(Glyph(scalar))
    }
  }

  private func end(_ text: String, _ code: Int32) {
    terminal.restore()
    print(text)
    exit(code)
  }

  private func trapElsewhere() {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { _ in
        let bytes: [UInt8] = []
        return UnsafeMutableRawPointer(bitPattern: Int(bytes[Int(getpid())]))
      }, nil)
    pthread_join(thread, nil)
  }

  private func dive(_ depth: Int) -> Int {
    depth > 0 ? dive(depth + 1) + depth : 0
  }
}
