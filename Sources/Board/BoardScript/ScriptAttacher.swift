import BoardModel

/// Says in the line that draws a thing what the thing is attached to. So `attach` stands only where a
/// thing was attached later, or not to the middle of another.
struct ScriptAttacher {
  private(set) var lines: [Script.Line] = []
  /// The names to which a line refers.
  private let spokenOf: Set<Script.Name>

  init(_ lines: [Script.Line]) {
    spokenOf = Set(lines.flatMap { $0.command.references })
    for line in lines { add(line) }
  }

  private mutating func add(_ line: Script.Line) {
    guard
      case .act(.attach(let thing, let point, .thing(let target, .middle)), let name, .also) =
        line.command, name.map({ !spokenOf.contains($0) }) ?? true, let last = lines.last,
      let command = Self.attach(point, of: thing, to: target, in: last.command)
    else { return lines.append(line) }
    lines[lines.count - 1] = Script.Line(number: last.number, command)
  }

  /// Returns the command that draws a thing, with one more attachment of it; nil if the command does
  /// not draw the thing, or could not say it.
  private static func attach(
    _ point: PointAttachment.Point, of thing: Script.Name, to target: Script.Name,
    in command: Script.Command
  ) -> Script.Command? {
    guard case .act(let act, thing?, let gesture) = command, target < thing else { return nil }
    var (drawn, targets) = (act, [PointAttachment.Point: Script.Name]())
    if case .attached(let inner, let known) = act { (drawn, targets) = (inner, known) }
    // The player attaches the points in this order.
    let points = points(of: drawn)
    guard let index = points.firstIndex(of: point),
      points[index...].allSatisfy({ targets[$0] == nil })
    else { return nil }
    targets[point] = target
    return .act(.attached(drawn, targets), name: thing, gesture: gesture)
  }

  /// Returns the points of a thing that the line that draws it can attach.
  private static func points(of act: Script.Act) -> [PointAttachment.Point] {
    switch act {
    case .draw(.line, _, false, _, _), .draw(.arrow, _, false, _, _): [.start, .end]
    case .write: [.middle, .onLine]
    default: []
    }
  }
}
