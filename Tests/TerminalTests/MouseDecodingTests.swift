import Rendering
import Testing

@testable import Terminal

@Suite struct MouseDecodingTests {
  @Test("SGR reports: press, drag, release, move, wheel, modifiers")
  func sgr() {
    #expect(Decoding.of("\u{1B}[<0;1;1M") == pointed(.press(.left), 0, 0))
    #expect(Decoding.of("\u{1B}[<32;80;24M") == pointed(.drag(.left), 79, 23))
    #expect(Decoding.of("\u{1B}[<0;300;200m") == pointed(.release(.left), 299, 199))
    #expect(Decoding.of("\u{1B}[<1;3;4M") == pointed(.press(.middle), 2, 3))
    #expect(Decoding.of("\u{1B}[<2;3;4m") == pointed(.release(.right), 2, 3))
    #expect(Decoding.of("\u{1B}[<35;3;4M") == pointed(.move, 2, 3))
    #expect(Decoding.of("\u{1B}[<64;3;4M") == pointed(.wheelUp, 2, 3))
    #expect(Decoding.of("\u{1B}[<65;3;4M") == pointed(.wheelDown, 2, 3))
    #expect(Decoding.of("\u{1B}[<66;3;4M") == pointed(.wheelLeft, 2, 3))
    #expect(Decoding.of("\u{1B}[<67;3;4M") == pointed(.wheelRight, 2, 3))
    #expect(Decoding.of("\u{1B}[<16;3;4M") == pointed(.press(.left), 2, 3, .control))
    #expect(Decoding.of("\u{1B}[<44;3;4M") == pointed(.drag(.left), 2, 3, [.shift, .alt]))
  }

  @Test("X10 and urxvt reports, whose release is of the button held")
  func old() {
    #expect(Decoding.of("\u{1B}[M !!") == pointed(.press(.left), 0, 0))
    #expect(
      Decoding.of("\u{1B}[M\"#$\u{1B}[M##$") == pointed(.press(.right), 2, 3)
        + pointed(.release(.right), 2, 3))
    #expect(Decoding.of([0x1B, 0x5B, 0x4D, 0x40, 0xFF, 0xFF]) == pointed(.drag(.left), 222, 222))
    #expect(
      Decoding.of("\u{1B}[33;10;20M\u{1B}[35;10;20M") == pointed(.press(.middle), 9, 19)
        + pointed(.release(.middle), 9, 19))
    #expect(Decoding.of("\u{1B}[96;10;20M") == pointed(.wheelUp, 9, 19))
  }

  @Test("reports in pixels give the cell and the place in it")
  func pixels() throws {
    var decoder = InputDecoder()
    decoder.mouse.cellPixels = PixelSize(8, 16)
    decoder.mouse.setPixels(true)
    let output = Decoding.of("\u{1B}[<0;1;1M\u{1B}[<32;12;25M\u{1B}[<0;8;16m", by: decoder)
    let places = output.compactMap { item -> Pointer? in
      guard case .event(.mouse(let mouse)) = item else { return nil }
      return mouse.at
    }
    #expect(
      places == [
        Pointer(CellPoint(column: 0, row: 0), fractionX: 16, fractionY: 8, isFine: true),
        Pointer(CellPoint(column: 1, row: 1), fractionX: 112, fractionY: 136, isFine: true),
        Pointer(CellPoint(column: 0, row: 0), fractionX: 240, fractionY: 248, isFine: true),
      ])
  }

  @Test("pixels need the size of a cell")
  func unknownCell() {
    var mouse = MouseDecoder()
    mouse.setPixels(true)
    #expect(!mouse.isInPixels)
    #expect(PixelSize(0, 16) == nil)
    #expect(PixelSize(8, 100_000) == nil)
  }

  @Test("Esc in the packet of a report, an answer or a paste is a key of its own")
  func afterEscape() {
    for report in ["\u{1B}[<0;1;1M", "\u{1B}[M !!", "\u{1B}[200~x\u{1B}[201~", "\u{1B}[?1016;1$y"] {
      #expect(Decoding.of("\u{1B}" + report) == pressed(.escape) + Decoding.of(report))
    }
    #expect(Decoding.of("\u{1B}\u{1B}[Ix") == pressed(.escape) + pressed("x"))
  }

  @Test("places beyond any screen are held, and unknown buttons are nothing")
  func hostile() {
    #expect(Decoding.of("\u{1B}[<0;0;0M") == pointed(.press(.left), 0, 0))
    #expect(Decoding.of("\u{1B}[<0;-5;-5M") == pointed(.press(.left), 0, 0))
    #expect(
      Decoding.of("\u{1B}[<0;99999999999999999999;7M") == pointed(.press(.left), 65_535, 6))
    for sequence in [
      "\u{1B}[<128;1;1M", "\u{1B}[<-1;1;1M", "\u{1B}[<0;1M", "\u{1B}[<0;1;1;1M",
      "\u{1B}[<64;1;1m", "\u{1B}[<M", "\u{1B}[<99999999999999999999;1;1M",
    ] {
      #expect(Decoding.of(sequence) == [], "\(sequence.debugDescription)")
    }
  }

  @Test("a drag of 200 reports that arrives in one read loses none")
  func burst() {
    let reports = (0...200).map { "\u{1B}[<\($0 == 0 ? 0 : 32);\($0 + 1);5M" }
    let expected = (0...200).flatMap { pointed($0 == 0 ? .press(.left) : .drag(.left), $0, 4) }
    #expect(Decoding.of(reports.joined()) == expected)
  }
}
