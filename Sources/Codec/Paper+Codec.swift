import Drawing
import Vocabulary

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
      var columns = 0
      var runs: [Run] = []
      for raw in line.runs {
        let run = try Run(decoding: raw)
        columns += run.text.string.displayWidth
        bytes += raw.text.utf8.count
        guard columns <= Limits.paperColumns, bytes <= Limits.paperBytesPerOperation else {
          throw CodecError("text", .tooMany)
        }
        runs.append(run)
      }
      lines.append(Line(runs: runs))
    }
    self.init(lines: lines)
  }
}

extension PaperText.Run {
  fileprivate var proto: ProtoPaper.Run {
    .with {
      $0.text = text.string
      $0.foreground = look.foreground.bits
      $0.background = look.background.bits
      $0.attributes = UInt32(look.attributes.rawValue)
    }
  }

  fileprivate init(decoding run: ProtoPaper.Run) throws(CodecError) {
    guard let foreground = PaperText.Tone(bits: run.foreground),
      let background = PaperText.Tone(bits: run.background), run.attributes < 1 << 5
    else { throw CodecError("look", .outOfRange) }
    let attributes = PaperText.Attributes(rawValue: UInt8(truncatingIfNeeded: run.attributes))
    // A line of paper may be longer than `SafeText` lets one be, but only by what is then refused.
    guard run.text.utf8.count <= Limits.paperBytesPerOperation else {
      throw CodecError("text", .tooMany)
    }
    self.init(
      text: SafeText(run.text, limit: .line),
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
