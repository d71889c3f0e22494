@testable import BoardScript
import BoardModel
import Testing

@Suite struct ScriptEncodingTests {
  @Test("The mark of UTF-8 is skipped, and a byte outside UTF-8 is an error with its place")
  func encodings() throws {
    let line = "line 0.1,0.1 0.2,0.2\n"
    #expect(
      try Script(parsing: [0xEF, 0xBB, 0xBF] + Array(line.utf8)).text == Script(parsing: line).text)
    func fault(_ bytes: [UInt8]) -> String? {
      do {
        _ = try Script(parsing: bytes)
        return nil
      } catch { return "\(error)" }
    }
    let latin1 = Array(line.utf8) + Array("text 0,0 \"é caf".utf8) + [0xE9, 0x22]
    #expect(
      fault(latin1) == "line 2, column 16: this is no text in UTF-8, the encoding of scripts")
    #expect(
      fault([0xFF, 0xFE, 0x61, 0]) == "line 1, column 1: the script is in UTF-16; save it in UTF-8")
    #expect(fault(Array("# ok ".utf8) + [0xC3])?.hasPrefix("line 1, column 6: ") == true)
  }

  @Test("Text and paper keep joiners; paper shows what it would hide")
  func hidden() throws {
    let text =
      "text 0.1,0.1 \"می\u{200C}روم ❤\u{FE0F}\"\npaper\n| \"1\u{FE0F}\u{20E3} a\u{200B}\"\n"
    let script = try Script(parsing: text)
    #expect(script.text.contains("می\u{200C}روم ❤\u{FE0F}") && script.text.contains("a<U+200B>"))
  }
}
