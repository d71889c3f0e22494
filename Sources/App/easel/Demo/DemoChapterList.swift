/// The chapters of the demo's script, as the pane of a user who has not joined lists them, and as
/// the last line shows them.
struct DemoChapterList: Hashable {
  let chapters: [String]
  /// The number of the present chapter.
  let current: Int
  let isASCII: Bool

  /// The keys of a user who has not joined.
  static let hint = "S draw with them   q quit"

  var pane: DemoScreen.Pane {
    let mark = isASCII ? ">" : "▸"
    let lines = chapters.enumerated().map { "\($0 == current ? mark : " ") \($1)" }
    return DemoScreen.Pane(
      name: "easel demo",
      content: .text(lines + ["", "  S  draw with them", "  q  quit"], current: current))
  }

  var caption: String { "\(current + 1)/\(chapters.count)  \(chapters[current])" }
}
