import BoardModel
import BoardPaper
import EaselBase

/// Writes a log as a script. Playing the script gives the same picture.
///
/// The order of the log becomes the order of the lines. The recorder leaves out facts that a script
/// cannot express and that no picture shows: the time of drawing, and references to entries that
/// are not in the log.
public struct ScriptRecorder {
  private let operations: [(stamp: Stamp, operation: Operation)]
  private let cast: ScriptCast
  private let index: ScriptIndex
  private let reach: ScriptReach
  private var lines: [Script.Line] = []
  private var person = Script.Person()
  private var pens: [String: Script.Pen] = [:]
  private var steps: [String: UInt8] = [:]
  private var labelSizes: [String: BoardOffset] = [:]
  private var histories: [AuthorID: ScriptHistory] = [:]
  private var heads: [ReplicaID: SequenceNumber] = [:]

  /// Returns a log as a script. `names` holds the names of people; the recorder makes up a name for
  /// a person without one. If only one person drew, the script names no person, and the user who
  /// plays the script draws everything.
  public static func record(
    _ operations: [(stamp: Stamp, operation: Operation)], names: [AuthorID: String] = [:]
  ) -> Script {
    var recorder = ScriptRecorder(operations, names: names)
    for position in recorder.operations.indices { recorder.add(position) }
    return Script(lines: ScriptAttacher(recorder.lines).lines).namingOnlyWhatIsSpokenOf()
  }

  private init(
    _ operations: [(stamp: Stamp, operation: Operation)], names: [AuthorID: String]
  ) {
    self.operations = operations.sorted { $0.stamp.order < $1.stamp.order }
    cast = ScriptCast(self.operations.map(\.stamp), names: names)
    index = ScriptIndex(self.operations.map(\.stamp.id))
    reach = ScriptReach(self.operations, index)
  }

  private mutating func add(_ position: Int) {
    let (stamp, operation) = operations[position]
    let id = stamp.id
    let act = act(operation.action, at: position)
    let next = cast.person(stamp)
    if next != person {
      person = next
      lines.append(Script.Line(.person(next)))
    }
    prepare(operation.action)
    var gesture = Script.Gesture.own
    var head = id.sequence
    if let wanted = reach.gesture(of: operation, id), wanted != id.sequence {
      if heads[id.replica] == wanted {
        (gesture, head) = (.also, wanted)
      } else if let name = index.name(EntryID(id.replica, wanted)) {
        (gesture, head) = (.alsoTo(name), wanted)
      }
    }
    heads[id.replica] = head
    note(operation.action, by: stamp.author, head: EntryID(id.replica, head))
    guard case .setPaper(let rows) = act else {
      return lines.append(Script.Line(.act(act, name: position + 1, gesture: gesture)))
    }
    for (number, part) in ScriptPaperParts.parts(of: rows).enumerated() {
      lines.append(
        Script.Line(
          .act(
            .setPaper(part), name: number == 0 ? position + 1 : nil,
            gesture: number == 0 ? gesture : .also)))
    }
  }

  private mutating func note(_ action: Operation.Action, by author: AuthorID, head: EntryID) {
    switch action {
    case .cancel(let id): histories[author, default: ScriptHistory()].cancelled(id)
    case .restore(let id): histories[author, default: ScriptHistory()].restored(id)
    default: histories[author, default: ScriptHistory()].made(head)
    }
  }

  /// Returns the act of a line. A cancel, a restore and a taking back without an effect name their own
  /// line.
  private func act(_ action: Operation.Action, at position: Int) -> Script.Act {
    let history = histories[operations[position].stamp.author]
    switch action {
    case .make(.stroke(let stroke)):
      return .draw(
        stroke.kind, filled: stroke.filled, continues: stroke.continues, look: stroke.look,
        points: Array(stroke.points))
    case .make(.label(let label)):
      let position = Script.position(ofTextWith: label.origin, rowHeight: label.rowHeight)
      return .write(position, label.text, label.letterSize)
    case .make(.image(let image)): return .picture(part(image))
    case .make(.imagePiece(let bytes)): return .picture(.more(bytes))
    case .setPaper(let text): return .setPaper(text.lines)
    case .change(.items(let ids), .setText(let edit)):
      guard let name = ids.first.flatMap(index.name) else { return .change(.things([]), .hide) }
      return .rewrite(name, SafeText(edit.content, limit: .label))
    case .change(.items(let ids), .attach(let attachment)):
      guard let name = ids.first.flatMap(index.name) else { return .change(.things([]), .hide) }
      return .attach(name, attachment.point, to: anchor(attachment.anchor))
    case .change(let targets, .setGroup(.some)):
      return .group(self.targets(targets, at: position))
    case .change(let targets, let effect):
      return .change(self.targets(targets, at: position), effect)
    case .cancel(let id):
      return history?.undoTarget == id ? .undo : .cancel(index.name(id) ?? position + 1)
    case .restore(let id):
      return history?.redoTarget == id ? .redo : .restore(index.name(id) ?? position + 1)
    case .takeBack:
      let names = reach.takenBack(by: operations[position].stamp.id).map(index.name)
      // A line that names itself takes nothing back.
      return .takeBack(
        from: (names.first ?? nil) ?? position + 1, upTo: (names.last ?? nil) ?? position + 1)
    }
  }

  /// Returns a copy of an unknown image as an image without bytes, since it looks the same.
  private func part(_ image: BoardImage) -> Script.ImagePart {
    if let name = image.original.flatMap(index.name) { return .copy(image.box, of: name) }
    let bytes = image.bytes
    let isInFile = image.size == PixelSize(ofFile: bytes) ?? .zero
    return .first(image.box, isInFile ? nil : image.size, isPaper: image.isPaper, bytes)
  }

  private func anchor(_ anchor: PointAttachment.Anchor) -> Script.Anchor {
    switch anchor {
    case .nothing: .nothing
    case .board(let position): .board(position)
    case .thing(let id, let position): index.name(id).map { .thing($0, position) } ?? .nothing
    }
  }

  private func targets(_ targets: Operation.Targets, at position: Int) -> Script.Targets {
    switch targets {
    case .items(let ids):
      let names = ids.compactMap(index.name)
      // Everything that a change names counts towards the size of its gesture, even if it does not
      // exist.
      return .things(names + Array(repeating: position + 1, count: ids.count - names.count))
    case .upTo(let vector):
      guard !index.isAll(vector, before: position) else { return .all }
      let names = index.names(upTo: vector)
      return names.isEmpty ? .things([]) : .upTo(names)
    }
  }

  /// Before the next line of the script, adds the lines for the tool settings that it needs.
  private mutating func prepare(_ action: Operation.Action) {
    guard case .make(let item) = action else { return }
    switch item {
    case .stroke(let stroke):
      changePen(stroke.ink.color, width: stroke.ink.width, for: stroke.kind)
      let step = stroke.points.stepExponent
      if steps[person.name] ?? Script.initialStep != step {
        steps[person.name] = step
        lines.append(Script.Line(.step(exponent: step)))
      }
    case .label(let label):
      changePen(label.color, width: nil, for: .pen)
      let size = BoardOffset(dx: label.columnWidth, dy: label.rowHeight)
      let (width, height) = Script.initialLabelSize
      if labelSizes[person.name] ?? BoardOffset(dx: width, dy: height) != size {
        labelSizes[person.name] = size
        lines.append(Script.Line(.labelSize(columnWidth: size.dx, rowHeight: size.dy)))
      }
    case .image, .imagePiece: break
    }
  }

  private mutating func changePen(_ color: InkColor, width: UInt8?, for kind: Stroke.Kind) {
    let pen = pens[person.name] ?? .initial
    let width = width ?? pen.width
    guard pen.color(for: kind) != color || pen.width != width else { return }
    var next = Script.Pen(color: color.with(alpha: 255), width: width)
    if next.color(for: kind) != color {
      next = Script.Pen(color: color, hasAlpha: true, width: width)
    }
    pens[person.name] = next
    lines.append(Script.Line(.pen(next)))
  }
}
