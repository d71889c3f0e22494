import BoardModel
import BoardPaper
import EaselBase
import Testing

/// The text of paper as it was sent, and the part of it that is shown.
@Suite struct PaperTextTests {
  private func run(_ text: String) -> PaperText.Run { PaperText.Run(content: RawText(text)) }

  private func picture(_ text: String) -> Picture {
    let id = EntryID(ReplicaID(Bytes16(high: 0, low: 1)), SequenceNumber(1))
    let stamp = Stamp(
      id: id, author: AuthorID(Bytes16(high: 1, low: 1)), lamport: Lamport(1), at: 0, lasted: 0)
    var picture = Picture()
    let paper = PaperText(lines: [.init(runs: [run(text)])])
    _ = picture.apply(Operation(.setPaper(paper)), stamp)
    return picture
  }

  /// Among them scalars that no Unicode table assigns a meaning today, a control and a mark.
  private static let texts = [
    "", "plain", "é", "e\u{301}", "a\u{1B}[31mb", "a\u{202E}b", "a\u{378}b", "a\u{E0FFF}b",
    "a\u{10FFFF}b", "a\nb", "a\r\nb", "a\tb",
  ]

  @Test("A picture holds the bytes of paper, whatever can be shown of them", arguments: texts)
  func bytes(text: String) {
    #expect(picture(text).paper.first?.runs.first?.content.utf8 == Array(text.utf8))
    let bytes = picture(text).canonicalBytes()
    // Behind two counts and the length.
    #expect(bytes.dropFirst(24).prefix(text.utf8.count).elementsEqual(text.utf8))
  }

  @Test("Runs of other bytes are others, though strings of them are equal or look alike")
  func different() {
    #expect(run("é") != run("e\u{301}"))
    #expect(Set(Self.texts.map(run)).count == Self.texts.count)
    #expect(Set(Self.texts.map { picture($0).stableHash }).count == Self.texts.count)
  }

  @Test("The part of a run that is shown never steers a terminal", arguments: texts)
  func shown(text: String) {
    let shown = run(text).text
    #expect(shown == SafeText(revealing: RawText(text)))
    #expect(shown.string.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202E}" })
  }
}
