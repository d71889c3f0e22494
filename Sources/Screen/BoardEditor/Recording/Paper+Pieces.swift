import BoardModel
import BoardPaper
import EaselBase

extension AuthorID {
  /// The first six hex digits of the id, enough to distinguish people.
  var short: String {
    let digits = String(raw.high >> 40, radix: 16)
    return String(repeating: "0", count: max(6 - digits.count, 0)) + digits
  }
}

extension PaperText {
  /// Splits the lines into pieces of at most `limit` bytes. Only a piece of one long line may be
  /// larger.
  func pieces(ofBytes limit: Int) -> [PaperText] {
    var pieces: [PaperText] = []
    var (lines, size) = ([Line](), 0)
    for line in self.lines.prefix(Limits.paperRows) {
      // The size also counts the style of every run of text and the end of every line.
      let bytes = line.runs.reduce(8) { $0 + $1.content.utf8.count + 24 }
      if size + bytes > limit, !lines.isEmpty {
        pieces.append(PaperText(lines: lines))
        (lines, size) = ([], 0)
      }
      lines.append(line)
      size += bytes
    }
    if !lines.isEmpty { pieces.append(PaperText(lines: lines)) }
    return pieces
  }
}
