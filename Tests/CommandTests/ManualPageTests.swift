import Foundation
import FrameTesting
import Testing
import TestThreads

@testable import easel

/// The manual on the script language, as `easel help script` prints it.
@Suite struct ManualPageTests {
  @Test("Headings, paragraphs, examples, lists and references of mdoc become plain text")
  func plain() {
    let page = ManualPage(
      #"""
      .\" A comment.
      .Dd November 25, 2026
      .Sh NAME
      .Nm easel-x
      .Nd a page
      .Sh WORDS
      \fBpen\fR sets \(lqthe\(rq colour, and
      \fB\en\fR is a line.
      .Pp
      .Bd -literal -offset indent -compact
      label\-size  1,2
      .Ed
      .Bl -bullet -compact
      .It
      \fBall\fR: everything
      .It
      nothing
      .El
      .Xr easel 1 ,
      .Xr easel-play 1
      """#)
    #expect(
      page.text == """
        NAME

          easel-x - a page

        WORDS

          pen sets “the” colour, and \\n is a line.

            label-size  1,2

          - all: everything
          - nothing

          easel(1), easel-play(1)

        """)
  }

  @Test("The page names every command of the language, and no escape of mdoc is left")
  func script() throws {
    let text = try #require(ManualPage.text(of: "script"))
    for word in ["stroke", "region", "label-size", "recolour", "wait", "upto", "EASEL", "UNDO"] {
      #expect(text.localizedCaseInsensitiveContains(word), "\(word)")
    }
    #expect(!text.contains("\\f") && !text.contains("\n."))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
    #expect(ManualPage.text(of: "nothing") == nil)
  }

  @Test("The page about other networks exists, because the sheet of a ticket names it")
  func reach() throws {
    let text = try #require(ManualPage.text(of: "reach"))
    #expect(text.contains("easel join ssh://you@there") && text.contains("--listen"))
    #expect(!text.contains("\\f") && !text.contains("\n."))
  }

  @Test("The page says the same words as the page of the documentation") func same() throws {
    let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let documentation = here.appendingPathComponent(
      "../../Sources/App/easel/Documentation.docc/ScriptLanguage.md"
    ).standardizedFileURL
    func words(_ text: String) -> Set<String> {
      Set(text.lowercased().split { !$0.isLetter }.map(String.init))
    }
    let page = words(try #require(ManualPage.text(of: "script")))
    let other = words(try String(contentsOf: documentation, encoding: .utf8))
    let extra: Set = [
      "name", "description", "see", "overview", "play", "render", "record", "easel",
    ]
    #expect(page.symmetricDifference(other).subtracting(extra).isEmpty)
  }
}

/// The manual from the built program.
@Suite(.besidePool) struct HelpTopicTests {
  @Test("`easel help script` prints the page, and `easel help` names it") func topic() throws {
    let home = try Home.lasting()
    let page = try Easel.run(["help", "script"], in: home)
    #expect(page.code == 0 && page.text.contains("DRAWING") && page.errors.isEmpty)
    #expect(try Easel.run(["help"], in: home).text.contains("easel help script"))
    let slip = try Easel.run(["help", "scrip"], in: home)
    #expect(slip.code == 2 && slip.errors.contains("`easel help script`"))
  }
}
