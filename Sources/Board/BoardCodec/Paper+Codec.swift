import BoardLog
import BoardModel
import BoardPaper
import EaselBase

extension PaperText {
  var proto: ProtoPaper {
    .with { $0.lines = lines.map { line in .with { $0.runs = line.runs.map(\.proto) } } }
  }

  init(decoding paper: ProtoPaper) throws(CodecError) {
    guard paper.lines.count <= Limits.paperRows else { throw CodecError("lines", .tooMany) }
    var bytes = 0
    var lines: [Line] = []
    lines.reserveCapacity(paper.lines.count)
    for line in paper.lines {
      var runs: [Run] = []
      for run in line.runs {
        // The limit is in bytes. The number of columns of a text would depend on the Unicode tables
        // of each build.
        bytes += run.text.utf8.count
        guard bytes <= Limits.paperBytesPerOperation else { throw CodecError("text", .tooMany) }
        runs.append(try Run(decoding: run))
      }
      lines.append(Line(runs: runs))
    }
    self.init(lines: lines)
  }
}

extension PaperText.Run {
  fileprivate var proto: ProtoPaper.Run {
    .with {
      $0.text = String(decoding: content.utf8, as: UTF8.self)
      $0.foreground = look.foreground.bits
      $0.background = look.background.bits
      $0.attributes = UInt32(look.attributes.rawValue)
    }
  }

  fileprivate init(decoding run: ProtoPaper.Run) throws(CodecError) {
    guard let foreground = PaperText.Tone(bits: run.foreground),
      let background = PaperText.Tone(bits: run.background), run.attributes < 1 << 5
    else { throw CodecError("look", .unknown) }
    let attributes = PaperText.Attributes(rawValue: UInt8(truncatingIfNeeded: run.attributes))
    self.init(
      content: RawText(run.text),
      look: PaperText.Look(
        foreground: foreground, background: background, attributes: attributes))
  }
}

extension PaperText.Tone {
  fileprivate var bits: UInt32 {
    switch self {
    case .plain: 0
    case .indexed(let number): UInt32(number) + 1
    case .rgb(let value): 1 << 24 | value & 0xFF_FFFF
    }
  }

  fileprivate init?(bits: UInt32) {
    switch bits {
    case 0: self = .plain
    case 1...256: self = .indexed(UInt8(truncatingIfNeeded: bits - 1))
    case 1 << 24..<2 << 24: self = .rgb(bits & 0xFF_FFFF)
    default: return nil
    }
  }
}
