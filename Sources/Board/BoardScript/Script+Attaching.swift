import BoardModel

extension Script {
  /// Returns the same script in which a line that draws also says what its thing is attached to. So
  /// `attach` stands only where a thing was attached later, or not to the middle of another.
  func attachingWhereDrawn() -> Script {
    let spokenOf = Set(lines.flatMap { $0.command.references })
    var joined: [Line] = []
    for line in lines {
      guard
        case .act(.attach(let thing, let point, .thing(let target, .middle)), let name, .also) =
          line.command, name.map({ !spokenOf.contains($0) }) ?? true, let last = joined.last,
        let command = last.command.attaching(point, of: thing, to: target)
      else {
        joined.append(line)
        continue
      }
      joined[joined.count - 1] = Line(number: last.number, command)
    }
    return Script(lines: joined)
  }
}

extension Script.Command {
  /// Returns the command that draws a thing, with one more attachment of it; nil if the command does
  /// not draw the thing, or could not say it.
  fileprivate func attaching(
    _ point: PointAttachment.Point, of thing: Script.Name, to target: Script.Name
  ) -> Script.Command? {
    guard case .act(let act, thing?, let gesture) = self, target < thing else { return nil }
    var (drawn, targets) = (act, [PointAttachment.Point: Script.Name]())
    if case .attached(let inner, let known) = act { (drawn, targets) = (inner, known) }
    // The player attaches the points in this order.
    let points = drawn.attachablePoints
    guard let index = points.firstIndex(of: point),
      points[index...].allSatisfy({ targets[$0] == nil })
    else { return nil }
    targets[point] = target
    return .act(.attached(drawn, targets), name: thing, gesture: gesture)
  }
}

extension Script.Act {
  /// The points of a thing that the line that draws it can attach.
  fileprivate var attachablePoints: [PointAttachment.Point] {
    switch self {
    case .draw(.line, _, false, _, _), .draw(.arrow, _, false, _, _): [.start, .end]
    case .write: [.middle]
    default: []
    }
  }
}
