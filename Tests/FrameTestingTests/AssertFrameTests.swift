import CellFrame
import Foundation
import GroupTesting
import Testing

@testable import FrameTesting

@Suite struct AssertFrameTests {
  @Test("the golden of this very test is beside it and holds")
  func goldenBesideTheTest() throws {
    try assertFrame(greeting("Hello"))
    try assertFrame(greeting("Adieu"), named: "in French")
  }

  @Test("a missing golden fails and says how to record it")
  func missing() throws {
    let store = GoldenStore(file: "/nowhere/Tests.swift", function: "it()", isRecording: false)
    let words = try #require(store.complaint(about: greeting("Hello"), named: nil))
    #expect(words.contains("/nowhere/__Frames__/Tests/it.frame is missing"))
    #expect(words.contains("RECORD=1"))
  }

  @Test("recording writes and fails; afterwards the frame passes and another does not")
  func recording() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("frames-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Tests.swift").path
    let recording = GoldenStore(file: file, function: "it()", isRecording: true)
    let comparing = GoldenStore(file: file, function: "it()", isRecording: false)
    let (hello, other) = (greeting("Hello"), greeting("Hullo"))
    #expect(recording.complaint(about: hello, named: nil)?.hasPrefix("recorded") == true)
    #expect(recording.complaint(about: hello, named: nil) == nil)
    #expect(comparing.complaint(about: hello, named: nil) == nil)
    #expect(comparing.complaint(about: other, named: nil)?.contains("row 0 glyphs") == true)
    #expect(recording.complaint(about: other, named: nil)?.hasPrefix("recorded") == true)
    #expect(comparing.complaint(about: other, named: nil) == nil)
  }

  @Test("several frames are compared at once, and each that differs is named")
  func several() {
    let store = GoldenStore(file: "/nowhere/Tests.swift", function: "it()", isRecording: false)
    let error = #expect(throws: FrameMismatch.self) {
      try store.check([("a", greeting("a")), ("b", greeting("b"))])
    }
    #expect(error?.description.contains("it.a.frame") == true)
    #expect(error?.description.contains("it.b.frame") == true)
  }
}

@Suite struct FrameComparisonTests {
  @Test("equal frames do not differ")
  func equal() {
    #expect(FrameComparison.differences(golden: greeting("Hello"), now: greeting("Hello")) == nil)
  }

  @Test("only differing rows are shown, with a mark under each cell and the styles explained")
  func readable() throws {
    let golden = greeting("Hello")
    var now = greeting("Hullo")
    now[4, 0].style = Style(foreground: .rgb(0xFF0000))
    now.cursor = nil
    let words = try #require(FrameComparison.differences(golden: golden, now: now))
    let lines = words.split(separator: "\n")
    #expect(lines[0] == "golden cursor 1,1, now cursor none")
    #expect(
      lines[1...4] == [
        "row 0 glyphs", "  golden │Hello  │", "  now    │Hullo  │", "           ^",
      ])
    #expect(lines[5] == "row 0 styles")
    #expect(lines.contains { $0.hasSuffix(" #ff0000 on default") })
    #expect(!words.contains("row 1"))
  }

  @Test("a difference reports a change of size first")
  func size() throws {
    let words = try #require(
      FrameComparison.differences(
        golden: Frame(columns: 2, rows: 2), now: Frame(columns: 3, rows: 1)))
    #expect(words.hasPrefix("size: golden 2x2, now 3x1"))
    #expect(words.contains("no such row"))
  }

  @Test("frames differ exactly when a difference is told", arguments: Seeds.range(100))
  func complete(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (golden, now) = (anyFrame(using: &random), anyFrame(using: &random))
    let words = FrameComparison.differences(golden: golden, now: now)
    #expect((words == nil) == (golden == now))
    #expect(words?.isEmpty != true)
  }
}

private func greeting(_ word: String) -> Frame {
  var frame = Frame(columns: 7, rows: 2)
  for (column, scalar) in word.unicodeScalars.enumerated() {
    frame[column, 0] = Cell(Glyph(scalar), Style(attributes: .bold))
  }
  frame.cursor = CellPoint(column: 1, row: 1)
  return frame
}
