import BoardModel
import BoardPaper
import EaselBase

/// Brings text paper of any member into the limits of a script: a line holds less than what an entry
/// of a member that means harm may hold. What a screen shows of it stays the same.
enum ScriptPaperParts {
  /// Returns the lines in parts, each of which fits one laying of paper; at least one part.
  static func parts(of lines: [PaperText.Line]) -> [[PaperText.Line]] {
    var parts: [[PaperText.Line]] = [[]]
    var bytes = 0
    for line in lines.map(shown) {
      let size = Script.paperBytes(of: line)
      if bytes + size > Limits.paperBytesPerOperation, bytes > 0 {
        parts.append([])
        bytes = 0
      }
      parts[parts.count - 1].append(line)
      bytes += size
    }
    return parts
  }

  /// Returns the part of a line that a screen shows: without empty runs, except for the sign of a
  /// continued line, and without what lies beyond the last column or the limit of bytes.
  private static func shown(_ line: PaperText.Line) -> PaperText.Line {
    var shown = line.continues ? PaperText.Line(runs: []).continuing : PaperText.Line(runs: [])
    var (columns, bytes) = (0, Script.paperBytes(of: shown))
    for run in line.runs where columns < Limits.paperColumns {
      let room = Limits.paperBytesPerOperation - bytes - Script.paperBytesPerRun
      var text = String.UnicodeScalarView()
      var size = 0
      for cluster in run.text.string.clusters {
        let count = cluster.text.utf8.count
        guard columns < Limits.paperColumns, size + count <= room else { break }
        text += cluster.scalars
        (columns, size) = (columns + cluster.columns, size + count)
      }
      guard !text.isEmpty else { continue }
      shown.runs.append(PaperText.Run(text: SafeText(String(text)), look: run.look))
      bytes += size + Script.paperBytesPerRun
    }
    return shown
  }
}
