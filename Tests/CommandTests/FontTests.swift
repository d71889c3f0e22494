import CellFrame
import EaselPlatform
import Testing

@testable import easel

@Suite struct FontTests {
  private static var hasLibraries: Bool {
    let names = ["libfreetype.so.6", "libfontconfig.so.1"]
    return names.allSatisfy { dlopen($0, RTLD_NOW) != nil }
  }

  @Test(
    "--font system takes a letter that Easel lacks from this machine", .enabled(if: hasLibraries))
  func systemFont() throws {
    let home = try Home()
    let script = "text 0.1,0.1 \"a ღ b\"\n"
    _ = try Easel.run(["play", "-", "--board", "one"], in: home, input: script)
    for option in [[], ["--cells"]] {
      let arguments = ["render", "one", "--format", "png"] + option
      let own = try Easel.run(arguments, in: home)
      let system = try Easel.run(arguments + ["--font", "system"], in: home)
      #expect(own.code == 0 && system.code == 0)
      // A machine may have no font with this letter. Then both pictures show its number.
      #expect((own.output == system.output) == (own.errors == system.errors))
      #expect(own.errors.contains("“ღ”"))
    }
  }

  @Test("--font is refused for a format without letters of its own")
  func otherFormats() throws {
    let home = try Home()
    _ = try Easel.run(["play", "-", "--board", "one"], in: home, input: "text 0.1,0.1 \"a\"\n")
    let outcome = try Easel.run(["render", "one", "--font", "system"], in: home)
    #expect(outcome.code == 2)
    #expect(outcome.errors == "easel: --font chooses the letters of a PNG only.\n")
  }

  @Test("A library that is not on this machine is named in one sentence")
  func missingLibrary() {
    do {
      _ = try FontLibrary("libeasel-is-not-here.so.1", name: "FreeType")
      Issue.record("the library is there")
    } catch {
      #expect(
        error.sentence == "--font system needs the library FreeType, which is not on this machine.")
    }
  }

  @Test("The letters that Easel has are never looked for on the machine")
  func ownLetters() throws {
    #expect(try LetterFont.easel.outlines(of: [Glyph("ღ")]).isEmpty)
    #expect(try LetterFont.system.outlines(of: []).isEmpty)
  }
}
