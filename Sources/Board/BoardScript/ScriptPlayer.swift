import BoardModel
import BoardPaper
import EaselBase

/// Turns a script into operations, one for each line. A line about more things than one operation
/// may name becomes several operations in one gesture.
///
/// Every person of the cast draws as a separate replica. The entries of a replica are numbered from
/// 1 in the order of the steps, so the id of an entry is known before the entry exists.
public struct ScriptPlayer: Sendable {
  /// An operation of one person, or a pause.
  public enum Step: Hashable, Sendable {
    case operation(Operation, by: Script.Person)
    case wait(milliseconds: Int)
  }

  private let lines: [Script.Line]
  private let replicas: [Script.Person: ReplicaID]
  private let things: ScriptThings
  private var index = 0
  private var person = Script.Person()
  private var tools: [String: Tools] = [:]
  private var histories: [String: ScriptHistory] = [:]
  /// The first entry of each replica's present gesture.
  private var heads: [ReplicaID: SequenceNumber] = [:]
  /// Everything drawn so far. Every person of the cast has seen all of it.
  private var seen: VersionVector
  /// The latest edit of each text.
  private var edits: [EntryID: EntryID] = [:]
  /// The remaining operations of the present line.
  private var waiting: [Operation] = []

  /// The present tool settings of one person.
  private struct Tools {
    var pen = Script.Pen.initial
    var step = Script.initialStep
    var labelSize = Script.initialLabelSize
  }

  /// Prepares to play a script. Throws if two lines have the same name, or if a person of the cast
  /// has no replica.
  ///
  /// - Parameters:
  ///   - replicas: a fresh replica for every person in the cast.
  ///   - seen: the operations that are already on the board.
  ///   - things: the things that are already visible on the board.
  public init(
    _ script: Script, replicas: [Script.Person: ReplicaID], seen: VersionVector = VersionVector(),
    things: [EntryID] = []
  ) throws(ScriptError) {
    lines = script.lines
    self.replicas = replicas
    self.seen = seen
    self.things = try ScriptThings(script, replicas: replicas, seen: seen, before: things)
  }

  /// Returns the next step; nil at the end of the script.
  ///
  /// - Throws: if a line refers to an unknown name, if it refers to a gesture that it cannot join,
  ///   if there is nothing to undo or redo, or if no number is left for a person's entries.
  public mutating func next() throws(ScriptError) -> Step? {
    if !waiting.isEmpty { return .operation(waiting.removeFirst(), by: person) }
    while index < lines.count {
      let line = lines[index]
      index += 1
      switch line.command {
      case .person(let next): person = next
      case .pen(let pen): tools[person.name, default: Tools()].pen = pen
      case .step(let exponent): tools[person.name, default: Tools()].step = exponent
      case .labelSize(let width, let height):
        tools[person.name, default: Tools()].labelSize = (width, height)
      case .wait(let milliseconds): return .wait(milliseconds: milliseconds)
      case .act(let act, _, let gesture):
        waiting = try operations(act, gesture, line.number)
        return .operation(waiting.removeFirst(), by: person)
      }
    }
    return nil
  }

  /// Returns the operations of a line; at least one.
  private mutating func operations(
    _ act: Script.Act, _ gesture: Script.Gesture, _ line: Int
  ) throws(ScriptError) -> [Operation] {
    guard let replica = replicas[person] else {
      throw ScriptError(line: line, column: 1, "nobody plays this part")
    }
    var head = try head(gesture, of: replica, line)
    var operations: [Operation] = []
    for action in try actions(act, line) {
      guard let sequence = seen[replica].next else {
        throw ScriptError(line: line, column: 1, "this person can draw nothing more")
      }
      note(action, head: EntryID(replica, head ?? sequence))
      if case .change(.items(let ids), .setText) = action, let text = ids.first {
        edits[text] = EntryID(replica, sequence)
      }
      operations.append(Operation(action, gesture: head))
      head = head ?? sequence
      heads[replica] = head
      seen.include(EntryID(replica, sequence))
    }
    return operations
  }

  private func head(
    _ gesture: Script.Gesture, of replica: ReplicaID, _ line: Int
  ) throws(ScriptError) -> SequenceNumber? {
    switch gesture {
    case .own: return nil
    case .also:
      guard let head = heads[replica] else {
        throw ScriptError(line: line, column: 1, "“also” needs a line of this person before it")
      }
      return head
    case .alsoTo(let name):
      let id = try entry(name, line)
      guard id.replica == replica else {
        throw ScriptError(line: line, column: 1, "#\(name) is another person's, or another run's")
      }
      return id.sequence
    }
  }

  private mutating func note(_ action: Operation.Action, head: EntryID) {
    switch action {
    case .cancel(let id): histories[person.name, default: ScriptHistory()].cancelled(id)
    case .restore(let id): histories[person.name, default: ScriptHistory()].restored(id)
    default: histories[person.name, default: ScriptHistory()].made(head)
    }
  }

  private func actions(_ act: Script.Act, _ line: Int) throws(ScriptError) -> [Operation.Action] {
    switch act {
    case .draw(let kind, let isFilled, let continues, let look, let points):
      return [
        .make(
          .stroke(
            try stroke(kind, filled: isFilled, continues: continues, look: look, points, line)))
      ]
    case .attached(let act, let targets): return try attached(act, targets, line)
    case .labelled(let act, let text): return try labelled(act, text, line)
    case .attach(let name, let point, let anchor):
      let attachment = PointAttachment(point, to: try self.anchor(anchor, line))
      return [.change(.items([try entry(name, line)]), .attach(attachment))]
    case .write(let origin, let text, let size):
      let tools = tools[person.name] ?? Tools()
      return [
        .make(
          .label(
            Label(
              origin: Script.corner(ofTextAt: origin, rowHeight: tools.labelSize.rowHeight),
              columnWidth: tools.labelSize.columnWidth,
              rowHeight: tools.labelSize.rowHeight, color: tools.pen.color(for: .pen),
              letterSize: size,
              text: text)))
      ]
    case .picture(let part): return [.make(try image(part, line))]
    case .setPaper(let rows): return [.setPaper(PaperText(lines: rows))]
    case .change(let targets, let effect):
      return try self.targets(targets, of: effect, line).map { .change($0, effect) }
    case .group(let targets):
      guard let replica = replicas[person], let next = seen[replica].next else { return [] }
      let effect = Operation.Effect.setGroup(EntryID(replica, next))
      return try self.targets(targets, of: effect, line).map { .change($0, effect) }
    case .rewrite(let name, let text):
      let id = try entry(name, line)
      let edit = TextEdit(RawText(text.string), replacing: edits[id] ?? id)
      return [.change(.items([id]), .setText(edit))]
    case .cancel(let name): return [.cancel(try entry(name, line))]
    case .restore(let name): return [.restore(try entry(name, line))]
    case .takeBack(let first, let last):
      let (start, end) = (try entry(first, line), try entry(last, line))
      guard start.replica == end.replica else {
        throw ScriptError(line: line, column: 1, "#\(first) and #\(last) are not of one person")
      }
      return [.takeBack(from: start.sequence, upTo: end)]
    case .undo:
      guard let id = histories[person.name]?.undoTarget else {
        throw ScriptError(line: line, column: 1, "there is nothing to undo here")
      }
      return [.cancel(id)]
    case .redo:
      guard let id = histories[person.name]?.redoTarget else {
        throw ScriptError(line: line, column: 1, "there is nothing to redo here")
      }
      return [.restore(id)]
    }
  }

  private func stroke(
    _ kind: Stroke.Kind, filled: Bool, continues: Bool, look: StrokeLook, _ points: [BoardPoint],
    _ line: Int
  ) throws(ScriptError) -> Stroke {
    let tools = tools[person.name] ?? Tools()
    guard let packed = PackedPoints(points, stepExponent: tools.step) else {
      throw ScriptError(line: line, column: 1, "a stroke needs a point")
    }
    let ink = Ink(color: tools.pen.color(for: kind), width: tools.pen.width)
    return Stroke(
      kind: kind, ink: ink, filled: filled, points: packed, continues: continues, look: look)
  }

  private func image(_ part: Script.ImagePart, _ line: Int) throws(ScriptError) -> Item {
    switch part {
    case .first(let box, let size, let isPaper, let bytes):
      let size = size ?? PixelSize(ofFile: bytes) ?? .zero
      return .image(BoardImage(box: box, size: size, piece: bytes, isPaper: isPaper))
    case .more(let bytes): return .imagePiece(bytes)
    case .copy(let box, let name):
      return .image(BoardImage(box: box, copyOf: try entry(name, line)))
    }
  }

  /// Returns the operation that makes a thing, and the operations that attach its points.
  private func attached(
    _ act: Script.Act, _ targets: [PointAttachment.Point: Script.Name], _ line: Int
  ) throws(ScriptError) -> [Operation.Action] {
    var actions = try actions(act, line)
    guard let replica = replicas[person], let sequence = seen[replica].next else { return actions }
    for point in PointAttachment.Point.allCases {
      guard let target = targets[point] else { continue }
      let attachment = PointAttachment(point, to: .thing(try entry(target, line), .middle))
      actions.append(.change(.items([EntryID(replica, sequence)]), .attach(attachment)))
    }
    return actions
  }

  /// Returns the operations that draw a line, write a text, and put it on the line.
  private func labelled(
    _ act: Script.Act, _ text: SafeText, _ line: Int
  ) throws(ScriptError) -> [Operation.Action] {
    let drawn = try actions(act, line)
    guard case .make(let item)? = drawn.first, let replica = replicas[person],
      let first = seen[replica].next
    else { return drawn }
    let label = try actions(.write(item.bounds.middle, text, .normal), line)
    let id = EntryID(replica, SequenceNumber(first.raw + UInt64(drawn.count)))
    let attachment = PointAttachment(.onLine, to: .thing(EntryID(replica, first), .middle))
    return drawn + label + [.change(.items([id]), .attach(attachment))]
  }

  private func anchor(
    _ anchor: Script.Anchor, _ line: Int
  ) throws(ScriptError) -> PointAttachment.Anchor {
    switch anchor {
    case .nothing: .nothing
    case .board(let position): .board(position)
    case .thing(let name, let position): .thing(try entry(name, line), position)
    }
  }

  /// Returns the targets as one or more lists, so that one operation may name each list.
  private func targets(
    _ targets: Script.Targets, of effect: Operation.Effect, _ line: Int
  ) throws(ScriptError) -> [Operation.Targets] {
    switch targets {
    case .all:
      return effect == .hide
        ? seen.parts(of: Limits.replicas).map(Operation.Targets.upTo)
        : parts(of: things.all(before: index - 1))
    case .things(let names):
      var ids: [EntryID] = []
      for name in names { ids.append(try entry(name, line)) }
      return [.items(ids)]
    case .upTo(let names):
      var vector = VersionVector()
      for name in names { vector.include(try entry(name, line)) }
      return effect == .hide ? [.upTo(vector)] : parts(of: things.all(upTo: names))
    }
  }

  private func parts(of ids: [EntryID]) -> [Operation.Targets] {
    guard !ids.isEmpty else { return [.items([])] }
    return stride(from: 0, to: ids.count, by: Limits.targets).map { start in
      .items(Array(ids[start..<min(start + Limits.targets, ids.count)]))
    }
  }

  private func entry(_ name: Script.Name, _ line: Int) throws(ScriptError) -> EntryID {
    guard let id = things.names[name] else {
      throw ScriptError(line: line, column: 1, "no line is named #\(name)")
    }
    return id
  }
}
