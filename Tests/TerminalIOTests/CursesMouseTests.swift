import CellFrame
import Testing

@testable import TerminalIO

extension CursesTests {
  @Suite struct MouseTests {
    @Test("SGR reports: press, drag, release, move, wheel, modifiers")
    func sgr() throws {
      let typing = try Typing()
      for (report, events) in [
        ("0;1;1M", pointed(.press(.left), 0, 0)), ("32;80;24M", pointed(.drag(.left), 79, 23)),
        ("0;300;200m", pointed(.release(.left), 299, 199)),
        ("1;3;4M", pointed(.press(.middle), 2, 3)), ("2;3;4m", pointed(.release(.right), 2, 3)),
        ("35;3;4M", pointed(.move, 2, 3)), ("64;3;4M", pointed(.wheelUp, 2, 3)),
        ("65;3;4M", pointed(.wheelDown, 2, 3)), ("66;3;4M", pointed(.wheelLeft, 2, 3)),
        ("67;3;4M", pointed(.wheelRight, 2, 3)),
        ("16;3;4M", pointed(.press(.left), 2, 3, .control)),
        ("44;3;4M", pointed(.drag(.left), 2, 3, [.shift, .alt])),
      ] {
        #expect(typing.meaning(of: "\u{1B}[<" + report) == events, "\(report)")
      }
    }

    @Test("X10 reports, whose release is of the button held")
    func old() throws {
      let typing = try Typing("screen")
      #expect(typing.meaning(of: "\u{1B}[M !!") == pointed(.press(.left), 0, 0))
      #expect(
        typing.meaning(of: "\u{1B}[M\"#$\u{1B}[M##$") == pointed(.press(.right), 2, 3)
          + pointed(.release(.right), 2, 3))
      #expect(
        typing.meaning(of: [0x1B, 0x5B, 0x4D, 0x40, 0xFF, 0xFF]) == pointed(.drag(.left), 222, 222))
    }

    @Test("reports in pixels give the cell and the place in it")
    func pixels() throws {
      let typing = try Typing()
      typing.decoder.mouse.cellPixels = CellPixelSize(8, 16)
      typing.decoder.mouse.setPixels(true)
      let output = typing.meaning(of: "\u{1B}[<0;1;1M\u{1B}[<32;12;25M\u{1B}[<0;8;16m")
      let pointers = output.compactMap { item -> Pointer? in
        guard case .event(.mouse(let mouse)) = item else { return nil }
        return mouse.at
      }
      #expect(
        pointers == [
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
      #expect(CellPixelSize(0, 16) == nil)
      #expect(CellPixelSize(8, 100_000) == nil)
    }

    @Test("Esc in the packet of a report, an answer or a paste is a key of its own")
    func afterEscape() throws {
      let typing = try Typing()
      for report in [
        "\u{1B}[<0;1;1M", "\u{1B}[M !!", "\u{1B}[200~x\u{1B}[201~", "\u{1B}[?1016;1$y",
      ] {
        let alone = typing.meaning(of: report)
        #expect(alone.count == 1)
        #expect(typing.meaning(of: "\u{1B}" + report) == pressed(.escape) + alone)
      }
      #expect(typing.meaning(of: "\u{1B}\u{1B}[Ix") == pressed(.escape) + pressed("x"))
    }

    @Test("places beyond any screen are held, and unknown buttons are nothing")
    func hostile() throws {
      let typing = try Typing()
      #expect(typing.meaning(of: "\u{1B}[<0;0;0M") == pointed(.press(.left), 0, 0))
      #expect(typing.meaning(of: "\u{1B}[<0;-5;-5M") == pointed(.press(.left), 0, 0))
      #expect(
        typing.meaning(of: "\u{1B}[<0;99999999999999999999;7M")
          == pointed(.press(.left), 65_535, 6))
      for sequence in [
        "\u{1B}[<128;1;1M", "\u{1B}[<-1;1;1M", "\u{1B}[<0;1M", "\u{1B}[<0;1;1;1M",
        "\u{1B}[<64;1;1m", "\u{1B}[<M", "\u{1B}[<99999999999999999999;1;1M",
      ] {
        #expect(typing.meaning(of: sequence) == [], "\(sequence.debugDescription)")
      }
    }

    @Test("20,000 reports in one read, cut anywhere, lose none")
    func burst() throws {
      let reports = (0..<20_000).map {
        "\u{1B}[<\($0 == 0 ? 0 : 32);\($0 % 300 + 1);\($0 % 80 + 1)M"
      }
      let expected = (0..<20_000).flatMap {
        pointed($0 == 0 ? .press(.left) : .drag(.left), $0 % 300, $0 % 80)
      }
      let bytes = Array(reports.joined().utf8)
      let typing = try Typing()
      #expect(typing.meaning(of: bytes) == expected)
      typing.output = []
      for start in stride(from: 0, to: bytes.count, by: 4_095) {
        typing.feed(bytes[start..<min(start + 4_095, bytes.count)])
      }
      #expect(typing.output == expected)
    }
  }
}
