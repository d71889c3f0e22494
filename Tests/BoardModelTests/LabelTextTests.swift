import BoardModel
import EaselBase
import Testing

/// The text of a label, and the part of it that is shown.
@Suite struct LabelTextTests {
  private func label(_ text: String) -> Label {
    Label(
      origin: BoardPoint(x: 0, y: 0), columnWidth: 512, rowHeight: 1_024,
      color: PaletteColor.red.color, content: RawText(text))
  }

  private func picture(_ text: String) -> Picture {
    let id = EntryID(ReplicaID(Bytes16(high: 0, low: 1)), SequenceNumber(1))
    let stamp = Stamp(
      id: id, author: AuthorID(Bytes16(high: 1, low: 1)), lamport: Lamport(1), at: 0, lasted: 0)
    var picture = Picture()
    _ = picture.apply(Operation(.make(.label(label(text)))), stamp)
    return picture
  }

  /// Among them scalars that no Unicode table assigns a meaning today, a control and a mark.
  private static let texts = [
    "", "plain", "é", "e\u{301}", "a\u{1B}[31mb", "a\u{202E}b", "a\u{378}b", "a\u{E0FFF}b",
    "a\u{10FFFF}b", "a\nb", "a\r\nb", "a\tb",
  ]

  @Test("A picture holds the bytes of a label, whatever can be shown of them", arguments: texts)
  func bytes(text: String) throws {
    guard case .label(let label)? = picture(text).things.first?.item else {
      Issue.record("there is no label")
      return
    }
    #expect(label.content.utf8 == Array(text.utf8))
    let canonical = picture(text).canonicalBytes()
    #expect(canonical.suffix(text.utf8.count).elementsEqual(text.utf8))
  }

  @Test("Labels of other bytes are others, though strings of them are equal or look alike")
  func different() {
    #expect(label("é") != label("e\u{301}"))
    #expect(Set(Self.texts.map(label)).count == Self.texts.count)
    #expect(Set(Self.texts.map { picture($0).stableHash }).count == Self.texts.count)
  }

  @Test("The shown text of a label never steers a terminal, and its size fits it", arguments: texts)
  func shown(text: String) {
    let shown = label(text).text
    #expect(shown == SafeText(text, limit: .label))
    #expect(shown.string.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    #expect(!shown.string.unicodeScalars.contains("\u{202E}"))
    let safe = Label(
      origin: BoardPoint(x: 0, y: 0), columnWidth: 512, rowHeight: 1_024,
      color: PaletteColor.red.color, text: shown)
    #expect(label(text).bounds == safe.bounds)
  }
}
