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
    case .draw(let lines): for line in lines { draw(line) }
    case .shape(let shape, let from, let to): draw(shape, from, to)
    case .write(let words, let place): write(words, place)
    case .say(let words):
      type([RobotKeys.speak] + words.map { .character($0) } + [.enter])
    case .move(let path): move(path, .move, every: 30)
    case .point(let path):
      type([RobotKeys.laser])
      draw(path)
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
    // A key without a meaning: the action lasts until then.
    add(.key(.function(24)))
  }

  private mutating func add(_ input: InputEvent) { inputs.append((at: time, input: input)) }

  private mutating func type(_ keys: [Key]) {
    for key in keys {
      add(.key(key))
      time += Self.typing
    }
  }

  // MARK: The mouse

  private mutating func draw(_ line: [DemoPlace]) {
    guard let first = line.first, let last = line.last else { return }
    mouse(.press(.left), first)
    move(line, .drag(.left), every: Self.mouseStep)
    mouse(.release(.left), last)
    time += 150
  }

  private mutating func draw(_ shape: DemoShape, _ from: DemoPlace, _ to: DemoPlace) {
    type([shape.key])
    draw([from, to])
    type([RobotKeys.pen])
  }

  /// Text has the size of cells, so its beginning depends on the size of the pane.
  private mutating func write(_ words: String, _ place: DemoPlace) {
    type([RobotKeys.text])
    var pointer = pointer(at: place)
    pointer.cell.column = max(pointer.cell.column - words.count / 2, 0)
    add(.mouse(MouseEvent(.press(.left), at: pointer)))
    add(.mouse(MouseEvent(.release(.left), at: pointer)))
    time += 100
    type(words.map { .character($0) } + [.escape, RobotKeys.pen])
  }

  private mutating func move(
    _ path: [DemoPlace], _ action: MouseEvent.Action, every step: Int64
  ) {
    for (from, to) in zip(path, path.dropFirst()) {
      let (start, end) = (place(of: from), place(of: to))
      let way = max(abs(end.column - start.column), 2 * abs(end.row - start.row))
      let count = max(Int((way / Self.stride).rounded(.up)), 1)
      for index in 1...count {
        let part = Double(index) / Double(count)
        time += step
        add(
          .mouse(
            MouseEvent(
              action,
              at: pointer(
                start.column + (end.column - start.column) * part,
                start.row + (end.row - start.row) * part))))
      }
    }
  }

  private mutating func mouse(_ action: MouseEvent.Action, _ place: DemoPlace) {
    add(.mouse(MouseEvent(action, at: pointer(at: place))))
    time += Self.mouseStep
  }

  private func pointer(at place: DemoPlace) -> Pointer {
    let cell = self.place(of: place)
    return pointer(cell.column, cell.row)
  }

  private func pointer(_ column: Double, _ row: Double) -> Pointer {
    let x = min(max(column, 0), Double(max(sight.columns - 1, 0)))
    let y = min(max(row, 0), Double(max(sight.rows - 1, 0)))
    return Pointer(
      CellPoint(column: Int(x), row: Int(y) + 1),
      fractionX: UInt8((x - x.rounded(.down)) * 255),
      fractionY: UInt8((y - y.rounded(.down)) * 255),
      isFine: true)
  }

  /// The place on the canvas, in columns and rows.
  private func place(of place: DemoPlace) -> (column: Double, row: Double) {
    let visible = sight.viewport.visible(columns: sight.columns, rows: sight.rows)
    let page = Double(Page.rect.maxY - Page.rect.minY)
    let spare = max(Double(visible.maxY) - Double(visible.minY) - page, 0) / page
    let y = place.y + place.layer.rawValue * min(spare * 0.4, 0.3)
    return sight.viewport.place(
      of: BoardPoint(
        clamping: place.x * Double(Page.rect.maxX - Page.rect.minX), y * page))
  }
}

extension DemoShape {
  fileprivate var key: Key {
    switch self {
    case .box: .character("r")
    case .oval: .character("o")
    case .arrow: .character("a")
    }
  }
}
