import Vocabulary

extension Script {
  /// Who does anything in it, in order of appearance.
  public var cast: [Person] {
    var person = Person()
    var known: Set<Person> = []
    var cast: [Person] = []
    for line in lines {
      switch line.command {
      case .person(let next): person = next
      case .act: if known.insert(person).inserted { cast.append(person) }
      default: break
      }
    }
    return cast
  }
}

/// Turns a script into operations, one a line.
///
/// Every person of the cast draws as a replica of their own, whose entries are numbered from 1 in
/// the order of the steps; so names stand for entries before these are made.
public struct ScriptPlayer: Sendable {
  public enum Step: Hashable, Sendable {
    case operation(Operation, by: Script.Person)
    case wait(milliseconds: Int)
  }

  private let lines: [Script.Line]
  private let replicas: [Script.Person: ReplicaID]
  private let names: [Script.Name: EntryID]
  private var index = 0
  private var person = Script.Person()
  private var tools: [String: Tools] = [:]
  private var histories: [String: ScriptHistory] = [:]
  /// The first entry of each replica's gesture at hand.
  private var heads: [ReplicaID: SequenceNumber] = [:]
  /// Everything drawn so far: each of the cast sees all of it.
  private var seen: VersionVector

  /// What one person has in hand.
  private struct Tools {
    var pen = Script.Pen.initial
    var step = Script.initialStep
    var labelSize = Script.initialLabelSize
  }

  /// `replicas` holds a fresh replica for everybody in the cast; `seen` is what is on the board
  /// already. Throws where a name is given twice, or somebody of the cast has no replica.
  public init(
    _ script: Script, replicas: [Script.Person: ReplicaID], seen: VersionVector = VersionVector()
  ) throws(ScriptError) {
    lines = script.lines
    self.replicas = replicas
    self.seen = seen
    var names: [Script.Name: EntryID] = [:]
    var counts: [Script.Person: UInt64] = [:]
    var person = Script.Person()
    for line in script.lines {
      if case .person(let next) = line.command { person = next }
      guard case .act(_, let name, _) = line.command else { continue }
      guard let replica = replicas[person] else {
        throw ScriptError(line: line.number, column: 1, "nobody plays this part")
      }
      counts[person, default: 0] += 1
      guard let name else { continue }
      let id = EntryID(replica, SequenceNumber(counts[person, default: 0]))
      guard names.updateValue(id, forKey: name) == nil else {
        throw ScriptError(line: line.number, column: 1, "#\(name) names another line already")
      }
    }
    self.names = names
  }

  /// Nil at the end of the script.
  public mutating func next() throws(ScriptError) -> Step? {
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
        return .operation(try operation(act, gesture, line.number), by: person)
      }
    }
    return nil
  }

  private mutating func operation(
    _ act: Script.Act, _ gesture: Script.Gesture, _ line: Int
  ) throws(ScriptError) -> Operation {
    guard let replica = replicas[person], let sequence = seen[replica].next else {
      throw ScriptError(line: line, column: 1, "this person can draw nothing more")
    }
    let id = EntryID(replica, sequence)
    let head = try head(gesture, of: replica, line)
    let action = try action(act, line)
    note(action, head: EntryID(replica, head ?? sequence))
    heads[replica] = head ?? sequence
    seen.include(id)
    return Operation(action, gesture: head)
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

  private func action(_ act: Script.Act, _ line: Int) throws(ScriptError) -> Operation.Action {
    let tools = tools[person.name] ?? Tools()
    switch act {
    case .draw(let kind, let isFilled, let continues, let points):
      guard let packed = PackedPoints(points, stepExponent: tools.step) else {
        throw ScriptError(line: line, column: 1, "a stroke needs a point")
      }
      let ink = Ink(color: tools.pen.color(for: kind), width: tools.pen.width)
      return .make(
        .stroke(
          Stroke(kind: kind, ink: ink, filled: isFilled, points: packed, continues: continues)))
    case .write(let place, let text):
      return .make(
        .label(
          Label(
            origin: place, columnWidth: tools.labelSize.columnWidth,
            rowHeight: tools.labelSize.rowHeight, color: tools.pen.color(for: .pen), text: text)))
    case .lay(let rows): return .lay(PaperText(lines: rows))
    case .change(let targets, let effect): return .change(try self.targets(targets, line), effect)
    case .cancel(let name): return .cancel(try entry(name, line))
    case .restore(let name): return .restore(try entry(name, line))
    case .undo:
      guard let id = histories[person.name]?.undoTarget else {
        throw ScriptError(line: line, column: 1, "there is nothing to undo here")
      }
      return .cancel(id)
    case .redo:
      guard let id = histories[person.name]?.redoTarget else {
        throw ScriptError(line: line, column: 1, "there is nothing to redo here")
      }
      return .restore(id)
    }
  }

  private func targets(
    _ targets: Script.Targets, _ line: Int
  ) throws(ScriptError) -> Operation.Targets {
    switch targets {
    case .all: return .upTo(seen)
    case .things(let names):
      var ids: [EntryID] = []
      for name in names { ids.append(try entry(name, line)) }
      return .items(ids)
    case .upTo(let names):
      var vector = VersionVector()
      for name in names { vector.include(try entry(name, line)) }
      return .upTo(vector)
    }
  }

  private func entry(_ name: Script.Name, _ line: Int) throws(ScriptError) -> EntryID {
    guard let id = names[name] else {
      throw ScriptError(line: line, column: 1, "no line is named #\(name)")
    }
    return id
  }
}
