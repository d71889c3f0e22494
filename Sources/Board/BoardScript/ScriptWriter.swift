import BoardModel
import BoardPaper
import EaselBase

extension Script {
  /// The script as text, with a line break after each line.
  public var text: String {
    var writer = ScriptWriter()
    for line in lines { writer.write(line.command) }
    return writer.text
  }
}

/// Writes commands as text. A position has the fewest digits that give the same step again.
private struct ScriptWriter {
  private(set) var text = ""
  private var person = Script.Person()
  private var steps: [String: UInt8] = [:]

  mutating func write(_ command: Script.Command) {
    switch command {
    case .person(let next):
      person = next
      line(words(next))
    case .pen(let pen):
      let width = pen.width == 1 ? [] : ["width", String(pen.width)]
      line(["pen", ScriptText.text(pen.color, hasAlpha: pen.hasAlpha)] + width)
    case .step(let exponent):
      steps[person.name] = exponent
      line(["step", String(1 << Int(min(exponent, 12)))])
    case .labelSize(Page.cellWidth, Page.cellHeight): line(["label-size", "natural"])
    case .labelSize(let width, let height): line(["label-size", pair(width, height)])
    case .wait(let milliseconds): line(["wait", "\(milliseconds)ms"])
    case .act(let act, let name, let gesture):
      line(words(name) + words(gesture) + words(act))
      if case .setPaper(let rows) = act { for row in rows { line([ScriptText.paperLine(row)]) } }
    }
  }

  private mutating func line(_ words: [String]) {
    text += words.joined(separator: " ") + "\n"
  }

  private func words(_ person: Script.Person) -> [String] {
    let run = person.run == 1 && !person.name.isEmpty ? [] : ["run", String(person.run)]
    guard !person.name.isEmpty else { return run }
    let isPlain =
      person.name.unicodeScalars.allSatisfy { $0 != " " && $0 != "\"" }
      && person.name != "run"
    return ["as", isPlain ? person.name : ScriptText.quoted(person.name)] + run
  }

  private func words(_ name: Script.Name?) -> [String] { name.map { ["#\($0)"] } ?? [] }

  private func words(_ gesture: Script.Gesture) -> [String] {
    switch gesture {
    case .own: []
    case .also: ["also"]
    case .alsoTo(let name): ["also", "to", "#\(name)"]
    }
  }

  private func words(_ act: Script.Act) -> [String] {
    switch act {
    case .draw(let kind, let isFilled, let continues, let look, let points):
      let step = steps[person.name] ?? Script.initialStep
      return [ScriptText.word(kind)] + (isFilled ? ["filled"] : []) + (continues ? ["more"] : [])
        + ScriptText.words(look) + points.map { pair($0.x, $0.y, stepExponent: step) }
    case .write(let origin, let text, let size):
      return ["text"] + (size == .large ? ["large"] : [])
        + [pair(origin.x, origin.y), ScriptText.quoted(text.string)]
    case .picture(let part): return ["picture"] + words(part)
    case .attached(let act, let targets):
      return words(act)
        + PointAttachment.Point.allCases.flatMap { point in
          targets[point].map { [ScriptText.preposition(point), "#\($0)"] } ?? []
        }
    case .labelled(let act, let text):
      return words(act) + ["label", ScriptText.quoted(text.string)]
    case .attach(let name, let point, let anchor):
      return ["attach"] + words(name) + [ScriptText.word(point), "to"] + words(anchor)
    case .group(let targets): return ["group"] + words(targets)
    case .setPaper: return ["paper"]
    case .undo: return ["undo"]
    case .redo: return ["redo"]
    case .cancel(let name): return ["cancel"] + words(name)
    case .restore(let name): return ["restore"] + words(name)
    case .takeBack(let first, let last): return ["takeback"] + words(first) + words(last)
    case .change(let targets, let effect): return words(targets, effect)
    case .rewrite(let name, let text):
      return ["rewrite"] + words(name) + [ScriptText.quoted(text.string)]
    }
  }

  private func words(_ targets: Script.Targets, _ effect: Operation.Effect) -> [String] {
    switch effect {
    case .hide:
      switch targets {
      case .all: return ["clear"]
      case .upTo: return ["clear"] + words(targets)
      case .things: return ["erase"] + words(targets)
      }
    case .move(let offset): return ["move"] + words(targets) + [pair(offset.dx, offset.dy)]
    case .recolour(let color):
      return ["recolour"] + words(targets) + [ScriptText.text(color, hasAlpha: color.alpha < 255)]
    case .resize(let scaling):
      return ["resize"] + words(targets)
        + [factor(scaling.scaleX) + "," + factor(scaling.scaleY)]
        + [pair(scaling.shiftX, scaling.shiftY)]
    case .setWidth(let width): return ["width"] + words(targets) + [String(width)]
    case .setFilled(let isFilled): return [isFilled ? "fill" : "outline"] + words(targets)
    case .reorder(let level): return [level == .front ? "front" : "back"] + words(targets)
    case .setText(let edit):
      let text = SafeText(edit.content, limit: .label).string
      return ["rewrite"] + words(targets) + [ScriptText.quoted(text)]
    case .setLook(let look):
      return ["look"] + words(targets) + (look == .plain ? ["plain"] : ScriptText.words(look))
    case .setGroup(let group): return [group == nil ? "ungroup" : "group"] + words(targets)
    // An attachment names things by the names of their lines: see ``Script/Act/attach(_:_:to:)``.
    case .attach: return []
    }
  }

  private func words(_ part: Script.ImagePart) -> [String] {
    switch part {
    case .first(let box, let size, let isPaper, let bytes):
      let pixels = size.map { ["pixels", "\($0.columns),\($0.rows)"] } ?? []
      return (isPaper ? ["paper"] : []) + words(box) + pixels + [
        ScriptText.quoted(Base64.text(bytes))
      ]
    case .more(let bytes): return ["more", ScriptText.quoted(Base64.text(bytes))]
    case .copy(let box, let name): return words(box) + ["copy"] + words(name)
    }
  }

  /// Returns the upper left corner and the size.
  private func words(_ box: BoardRect) -> [String] {
    [pair(box.minX, box.minY), pair(box.maxX - box.minX, box.maxY - box.minY)]
  }

  private func words(_ anchor: Script.Anchor) -> [String] {
    switch anchor {
    case .nothing: return ["nothing"]
    case .board(let position): return [pair(position.x, position.y)]
    case .thing(let name, .middle): return words(name)
    case .thing(let name, let position):
      let (u, v) = (
        PageFraction.text(position.u, of: BoxPoint.one),
        PageFraction.text(position.v, of: BoxPoint.one)
      )
      return words(name) + ["at", "\(u),\(v)"]
    }
  }

  /// Returns the scale of one axis as a decimal. A step of the scale is a little less than a
  /// millionth.
  private func factor(_ scale: Int32) -> String {
    PageFraction.text(scale, of: BoardScaling.one, digitsMax: 7)
  }

  private func words(_ targets: Script.Targets) -> [String] {
    switch targets {
    case .all: ["all"]
    case .things(let names): names.isEmpty ? ["nothing"] : names.map { "#\($0)" }
    case .upTo(let names): ["upto"] + names.map { "#\($0)" }
    }
  }

  private func pair(_ x: Int32, _ y: Int32, stepExponent: UInt8 = 0) -> String {
    PageFraction.text(x, of: Page.width, stepExponent: stepExponent) + ","
      + PageFraction.text(y, of: Page.height, stepExponent: stepExponent)
  }
}
