import CellFrame
import EaselBase
import FrameTesting
import GroupTesting
import Testing

@testable import TerminalIO

/// The laws of `PixelLayer`, on a terminal that carries out the commands for images.
@Suite struct PixelLayerTests {
  /// A terminal with the layer that writes to it.
  private struct Terminal {
    var layer = PixelLayer()
    var screen = TerminalScreen(columns: 40, rows: 12)
    var output: [UInt8] = []

    init() {
      write(Array("\u{1B}[?1049h".utf8))
      layer.turnOn()
    }

    mutating func write(_ bytes: [UInt8]) {
      output += bytes
      _ = screen.write(bytes)
    }

    /// Draws a frame; returns its bytes, and whether the tiles were lost.
    @discardableResult
    mutating func draw(
      _ tiles: [PlacedTile], _ curses: String = "\u{1B}[3;3Hx"
    ) -> (bytes: [UInt8], hasLost: Bool) {
      var frame = Frame(columns: 40, rows: 12)
      frame.tiles = tiles
      var hasLost = false
      let bytes = layer.update(to: frame, around: Array(curses.utf8), hasLostTiles: &hasLost)
      write(bytes)
      return (bytes, hasLost)
    }

    /// Sends all tiles that are wanted; returns the number of batches.
    mutating func sendAll() -> Int {
      var count = 0
      while let batch = layer.nextBatch() {
        #expect(batch.count <= PixelLayer.batchMax)
        write(batch)
        _ = layer.endBatch()
        count += 1
      }
      return count
    }
  }

  private static func tile(_ number: UInt64, bytes: Int = 200) -> InkTile {
    var random = SplitMix64(seed: number)
    return InkTile(
      hash: number, png: (0..<bytes).map { _ in UInt8.random(in: 0...255, using: &random) },
      covered: 0)
  }

  private static func placed(
    _ number: UInt64, _ state: PlacedTile.State, column: Int = 4, bytes: Int = 200
  ) -> PlacedTile {
    PlacedTile(
      tile(number, bytes: bytes), over: CellRect(column: column, row: 2, columns: 4, rows: 2),
      state)
  }

  @Test("1 · The pixels of a tile come before the frame that shows it")
  func pixelsFirst() {
    var terminal = Terminal()
    terminal.draw([])
    let before = terminal.output.count
    terminal.draw([Self.placed(1, .wanted)])
    #expect(terminal.output.count == before + "\u{1B}[3;3Hx".utf8.count)
    #expect(terminal.screen.images.stored.isEmpty)
    #expect(terminal.sendAll() == 1)
    #expect(terminal.screen.images.stored.count == 1 && terminal.screen.images.placements == [])
    terminal.draw([Self.placed(1, .shown)])
    let block = CellRect(column: 4, row: 2, columns: 4, rows: 2)
    #expect(terminal.screen.images.placements.map(\.block) == [block])
    #expect(terminal.screen.images.errors == [])
  }

  @Test("1 · A batch has at most 16 KiB, and each tile is sent once")
  func batches() {
    var terminal = Terminal()
    let tiles = (1...30).map { Self.placed($0, .wanted, bytes: 11_700) }
    terminal.draw(tiles)
    terminal.draw(tiles)
    #expect(terminal.sendAll() == 30)
    #expect(terminal.screen.images.stored.count == 30)
    terminal.draw(tiles)
    #expect(terminal.sendAll() == 0)
    let small = (41...60).map { Self.placed($0, .wanted, bytes: 100) }
    terminal.draw(small)
    #expect(terminal.sendAll() == 1)
  }

  @Test("2 · A frame with other tiles is one synchronised update, in this order")
  func order() throws {
    var terminal = Terminal()
    terminal.draw([Self.placed(1, .wanted), Self.placed(2, .wanted)])
    _ = terminal.sendAll()
    terminal.draw([Self.placed(1, .shown), Self.placed(2, .kept, column: 8)])
    let text = String(
      decoding: terminal.draw([Self.placed(2, .shown)], "CURSES").bytes, as: UTF8.self)
    #expect(text.hasPrefix("\u{1B}[?2026h") && text.hasSuffix("\u{1B}[?2026l"))
    let parts = try ["a=d,d=i", "CURSES", "a=p"].map { part in
      try #require(text.firstRange(of: part), "\(part)").lowerBound
    }
    #expect(parts == parts.sorted())
  }

  @Test("2 · A frame with the same tiles is nothing but the bytes of ncurses")
  func sameTiles() {
    var terminal = Terminal()
    terminal.draw([Self.placed(1, .wanted)])
    _ = terminal.sendAll()
    terminal.draw([Self.placed(1, .shown)])
    #expect(terminal.draw([Self.placed(1, .shown)], "abc").bytes == Array("abc".utf8))
    var off = PixelLayer()
    var hasLost = false
    let frame = Frame(columns: 4, rows: 2)
    #expect(off.update(to: frame, around: [1, 2], hasLostTiles: &hasLost) == [1, 2])
  }

  @Test("3 · After a clear, the terminal has no tile, and the layer knows it")
  func clear() {
    var terminal = Terminal()
    terminal.draw([Self.placed(1, .wanted)])
    _ = terminal.sendAll()
    #expect(terminal.draw([Self.placed(1, .shown)], "\u{1B}[H\u{1B}[2J").hasLost)
    #expect(terminal.screen.images.stored.isEmpty)
    var frame = Frame(columns: 40, rows: 12)
    frame.tiles = [Self.placed(1, .shown)]
    #expect(terminal.layer.lacksTiles(of: frame))
  }

  @Test("The terminal keeps the pixels of a tile that is gone, until it has very many")
  func keeping() {
    var terminal = Terminal()
    terminal.draw([Self.placed(1, .wanted)])
    _ = terminal.sendAll()
    terminal.draw([Self.placed(1, .shown)])
    terminal.draw([])
    terminal.draw([Self.placed(2, .wanted)])
    _ = terminal.sendAll()
    terminal.draw([Self.placed(1, .wanted)])
    #expect(terminal.sendAll() == 0)
    terminal.draw([Self.placed(1, .shown)])
    #expect(terminal.screen.images.errors == [] && terminal.screen.images.placements.count == 1)
    #expect(!terminal.layer.isFull)
    terminal.draw((10...4_010).map { Self.placed($0, .wanted, bytes: 1) })
    _ = terminal.sendAll()
    #expect(!terminal.layer.isFull, "the frame needs them")
    terminal.draw([Self.placed(1, .shown)])
    #expect(terminal.layer.isFull)
    terminal.layer.forget()
    terminal.draw([])
    #expect(terminal.screen.images == TerminalImages())
  }

  @Test("3 · A layer that forgets its tiles removes what the terminal may still have")
  func forget() {
    var terminal = Terminal()
    terminal.draw([Self.placed(1, .wanted)])
    _ = terminal.sendAll()
    terminal.draw([Self.placed(1, .shown)])
    terminal.layer.forget()
    terminal.draw([])
    #expect(terminal.screen.images == TerminalImages())
  }

  @Test("A reset after each byte of a tile leaves a clean terminal")
  func cutOff() {
    var terminal = Terminal()
    terminal.draw([Self.placed(1, .wanted, bytes: 4_000), Self.placed(2, .wanted, column: 8)])
    _ = terminal.sendAll()
    terminal.draw([Self.placed(1, .shown), Self.placed(2, .shown, column: 8)])
    terminal.draw([Self.placed(2, .shown, column: 8)])
    let leaving =
      ControlStrings.plain + GraphicsCommand.reset + ControlStrings.mouseOff + "\u{1B}[?1049l"
    let resets = [ControlStrings.reset(hasPixels: true), leaving]
    var screen = TerminalScreen(columns: 40, rows: 12)
    for byte in terminal.output {
      _ = screen.write([byte])
      for reset in resets {
        var copy = screen
        _ = copy.write(reset.utf8)
        #expect(copy.leftovers == [])
      }
    }
  }

  @Test("The next start removes the tiles of a program that was killed in the middle of one")
  func killed() {
    var terminal = Terminal()
    terminal.draw([Self.placed(1, .wanted, bytes: 4_000), Self.placed(2, .wanted, column: 8)])
    _ = terminal.sendAll()
    terminal.draw([Self.placed(1, .shown), Self.placed(2, .shown, column: 8)])
    var screen = TerminalScreen(columns: 40, rows: 12)
    for byte in terminal.output {
      _ = screen.write([byte])
      var copy = screen
      _ = copy.write((ControlStrings.forgotten + GraphicsCommand.questions).utf8)
      #expect(!copy.images.isLoading)
      var layer = PixelLayer()
      layer.turnOn()
      var hasLost = false
      let frame = Frame(columns: 40, rows: 12)
      _ = copy.write(layer.update(to: frame, around: [], hasLostTiles: &hasLost))
      #expect(copy.images == TerminalImages())
    }
  }

  @Test("The reset with images fits the rescue's buffer")
  func length() { #expect(ControlStrings.reset(hasPixels: true).utf8.count <= 512) }

  @Test("The grammar of allowed output has the commands for tiles, and no others")
  func grammar() {
    var terminal = Terminal()
    terminal.draw([Self.placed(1, .wanted, bytes: 9_000), Self.placed(2, .wanted, column: 8)])
    _ = terminal.sendAll()
    terminal.draw([Self.placed(1, .shown), Self.placed(2, .shown, column: 8)])
    terminal.draw([Self.placed(2, .kept, column: 8)])
    terminal.write(Array((GraphicsCommand.questions + GraphicsCommand.reset).utf8))
    #expect(OutputGrammar().violations(in: terminal.screen.tokens) == [])
    for command in ["Ga=T,f=100,i=1;AAAA", "Ga=t,t=f,i=1;L2V0Yw==", "Gi=1;not base 64", "Xa=d"] {
      let tokens = terminal.screen.write("\u{1B}_\(command)\u{1B}\\".utf8)
      #expect(OutputGrammar().violations(in: tokens).count == 1, "\(command)")
    }
  }

  @Test("Answers about images are read, and other commands are not")
  func answers() {
    #expect(Answer(command: Array("Gi=1;OK".utf8)) == .image(1, isShown: true))
    #expect(Answer(command: Array("Gi=9,p=3;ENOENT:no".utf8)) == .image(9, isShown: false))
    #expect(Answer(command: Array("Gi=x;OK".utf8)) == nil)
    #expect(Answer(command: Array("Xi=1;OK".utf8)) == nil)
    #expect(Answer(command: Array("Gi=1".utf8)) == nil)
  }

  @Test("Pixels are on by default in kitty on this machine, and WezTerm and tmux are never asked")
  func support() {
    #expect(PixelSupport.isDefault("kitty(0.26.5)") { _ in nil })
    #expect(!PixelSupport.isDefault("kitty(0.26.5)") { $0 == "SSH_TTY" ? "/dev/pts/1" : nil })
    #expect(!PixelSupport.isDefault("kitty(0.26.5)") { $0 == "SSH_CONNECTION" ? "a b" : nil })
    #expect(!PixelSupport.isDefault("ghostty 1.2") { _ in nil })
    #expect(PixelSupport.mayBeAsked("ghostty 1.2"))
    for name in ["WezTerm 2024", "tmux 3.3a", "screen"] { #expect(!PixelSupport.mayBeAsked(name)) }
    #expect(PixelSupport.isLikely { $0 == "TERM" ? "xterm-kitty" : nil })
    #expect(!PixelSupport.isLikely { $0 == "TERM" ? "xterm-kitty" : $0 == "TMUX" ? "x" : nil })
  }
}
