import BoardModel
import BoardRendering
import CellFrame

/// Turns an action of a robot into the inputs of its mouse and keyboard.
struct RobotHand {
  /// The inputs, with the uptime of each in milliseconds.
  private(set) var inputs: [(at: Int64, input: InputEvent)] = []
  private var time: Int64
  private let sight: DemoRobot.Sight

  /// Milliseconds between two reports of the mouse.
  private static let mouseStep: Int64 = 20
  /// The way of the mouse between two reports, in columns.
  private static let stride = 1.1
  private static let typing: Int64 = 60

  init(at now: Int64, _ sight: DemoRobot.Sight) { (time, self.sight) = (now, sight) }

  mutating func perform(_ action: DemoAction) {
    switch action {
    case .draw(let actions, let layer): for action in actions { draw(action, layer) }
    case .say(let words):
      type([RobotKeys.speak] + words.map { .character($0) } + [.enter])
    case .move(let path, let layer): move(positions(of: path, layer), .move, every: 30)
    case .point(let path, let layer):
      type([RobotKeys.laser])
      draw(positions(of: path, layer))
      type([RobotKeys.pen])
    case .width(let width): type([.character(Character("\(width)"))])
    case .share: if sight.session == nil { type([RobotKeys.share]) }
    case .join:
      guard sight.session == nil else { break }
      type([.escape, RobotKeys.share])
      time += 1_300
      type([.enter])
    case .clear: type([RobotKeys.clear])
    case .restore: type([RobotKeys.restore])
    case .rest(let milliseconds): time += milliseconds
    }
    // Adds a key without a meaning, which marks the end of the action.
    add(.key(.function(24)))
  }

  private mutating func add(_ input: InputEvent) { inputs.append((at: time, input: input)) }

  private mutating func type(_ keys: [Key]) {
    for key in keys {
      add(.key(key))
      time += Self.typing
    }
  }

  // MARK: Drawing

  /// Draws a stroke, a shape or a text of a script with the tools of the whiteboard.
  private mutating func draw(_ action: Operation.Action, _ layer: DemoLayer) {
    switch action {
    case .make(.stroke(let stroke)):
      let path = positions(of: Array(stroke.points), layer)
      guard let key = RobotKeys.shape(stroke.kind) else { return draw(path) }
      type([key])
      draw(path)
      type([RobotKeys.pen])
    case .make(.label(let label)): write(label, layer)
    default: break
    }
  }

  private mutating func draw(_ line: [HandPosition]) {
    guard let first = line.first, let last = line.last else { return }
    mouse(.press(.left), first)
    move(line, .drag(.left), every: Self.mouseStep)
    mouse(.release(.left), last)
    time += 150
  }

  /// Text has the size of cells, so its beginning depends on the size of the pane. Its middle lies
  /// where the script has it.
  private mutating func write(_ label: Label, _ layer: DemoLayer) {
    type([RobotKeys.text])
    let words = label.text.string
    let bounds = label.bounds
    let middle = BoardPoint(
      x: bounds.minX + (bounds.maxX - bounds.minX) / 2,
      y: bounds.minY + (bounds.maxY - bounds.minY) / 2)
    var pointer = positions(of: [middle], layer).map(pointer).first ?? pointer(HandPosition(0, 0))
    pointer.cell.column = max(pointer.cell.column - words.count / 2, 0)
    add(.mouse(MouseEvent(.press(.left), at: pointer)))
    add(.mouse(MouseEvent(.release(.left), at: pointer)))
    time += 100
    type(words.map { .character($0) } + [.escape, RobotKeys.pen])
  }

  // MARK: The mouse

  /// A place on the canvas.
  private struct HandPosition {
    var column: Double
    var row: Double

    init(_ column: Double, _ row: Double) { (self.column, self.row) = (column, row) }
  }

  private mutating func move(
    _ path: [HandPosition], _ action: MouseEvent.Action, every step: Int64
  ) {
    for (start, end) in zip(path, path.dropFirst()) {
      let distance = max(abs(end.column - start.column), 2 * abs(end.row - start.row))
      let count = max(Int((distance / Self.stride).rounded(.up)), 1)
      for index in 1...count {
        let part = Double(index) / Double(count)
        time += step
        let position = HandPosition(
          start.column + (end.column - start.column) * part,
          start.row + (end.row - start.row) * part)
        add(.mouse(MouseEvent(action, at: pointer(position))))
      }
    }
  }

  private mutating func mouse(_ action: MouseEvent.Action, _ position: HandPosition) {
    add(.mouse(MouseEvent(action, at: pointer(position))))
    time += Self.mouseStep
  }

  private func pointer(_ position: HandPosition) -> Pointer {
    let x = min(max(position.column, 0), Double(max(sight.columns - 1, 0)))
    let y = min(max(position.row, 0), Double(max(sight.rows - 1, 0)))
    return Pointer(
      CellPoint(column: Int(x), row: Int(y) + 1),
      fractionX: UInt8((x - x.rounded(.down)) * 255),
      fractionY: UInt8((y - y.rounded(.down)) * 255),
      isFine: true)
  }

  /// Returns the places of points of the page on the canvas.
  private func positions(of points: [BoardPoint], _ layer: DemoLayer) -> [HandPosition] {
    let visible = sight.viewport.visible(columns: sight.columns, rows: sight.rows)
    let page = Double(Page.rect.maxY - Page.rect.minY)
    let spare = max(Double(visible.maxY) - Double(visible.minY) - page, 0) / page
    let shift = layer.rawValue * min(spare * 0.4, 0.3) * page
    return points.map { point in
      let shown = sight.viewport.position(
        of: BoardPoint(clamping: Double(point.x), Double(point.y) + shift))
      return HandPosition(shown.column, shown.row)
    }
  }
}
