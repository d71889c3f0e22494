import BoardDocument
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

// What the others see of oneself.
extension Whiteboard {
  /// Tells what changed, and whether the mouse's moves are wanted at all.
  mutating func showMyself() {
    let isAmongOthers = together.isAmongOthers
    if isAmongOthers != together.wantsHover {
      together.wantsHover = isAmongOthers
      effects.append(.call(.hover(isAmongOthers)))
    }
    guard isAmongOthers, let seat = together.seat else { return }
    let mine = appearance(in: seat)
    guard mine != seat.shown else { return }
    together.seat?.shown = mine
    emit(.appear(mine))
  }

  /// What one was given where it was another's first is what one asks for from then on: it stays when
  /// that one goes.
  func appearance(in seat: SessionState) -> Appearance {
    let look = seat.looks[seat.me]
    var mine = Appearance(
      author: me, name: setup.person.name, color: look?.color ?? setup.person.color,
      sign: look.map { UInt8(clamping: $0.sign) } ?? ownSign, since: seat.since)
    mine.pointer = isDrawing ? seat.shown?.pointer : ownPointer.map(view.viewport.boardPoint)
    mine.tool = kit.tool.number
    mine.view = view.isTooSmall ? nil : view.visible
    mine.trail = together.laser.points
    mine.speech = together.speech?.shown
    if let guidance = together.guidance, guidance.follows { mine.following = guidance.person }
    if setup.arrival == .hosting, case .failed(let reason) = board.saving {
      mine.unsaved = SafeText(reason.clause, limit: .title)
    }
    return mine
  }

  /// Ink tells where the hand is, which need not be told twice.
  private var isDrawing: Bool {
    switch gesture {
    case .inking(let inking): inking.points.count > 1
    case .shaping(let shaping): shaping.to != shaping.from
    case .idle, .erasing, .lassoing, .moving, .panning, .beaming: false
    }
  }

  /// The same in every session of one person.
  var ownSign: UInt8 { UInt8(truncatingIfNeeded: me.raw.low) }

  /// Where the hand is on the canvas: the keyboard's pen, else the mouse. Who speaks is seen even
  /// where neither was.
  var ownPointer: Pointer? {
    guard !view.isTooSmall else { return nil }
    if let keyPen, draft == nil { return keyPen.pointer }
    return together.hover ?? (together.speech == nil ? nil : view.middle)
  }

  /// Notes where the mouse is; nowhere while it is beside the canvas.
  mutating func noteHover(_ mouse: MouseEvent) {
    guard together.seat != nil else { return }
    var pointer = mouse.at
    pointer.cell.row -= View.top
    together.hover = view.hasOnCanvas(pointer.cell) && sheet == nil ? pointer : nil
  }

  // MARK: The session's board for those who may join

  var invitation: Invitation {
    Invitation(
      title: SafeText(board.name.string, limit: .title), author: me, name: setup.person.name,
      color: setup.person.color, sign: ownSign, miniature: Miniature(of: board.picture))
  }

  // MARK: The pen

  /// The name of the next operation that is made here.
  private var nextEntry: EntryID? {
    let replica = board.replica
    guard let number = (board.log.head(of: replica)?.sequence ?? SequenceNumber(0)).next else {
      return nil
    }
    return EntryID(replica, number)
  }

  mutating func penTouched(_ kind: Stroke.Kind, _ ink: Ink, filled: Bool, at point: BoardPoint) {
    guard together.seat != nil, let entry = nextEntry else { return }
    let style = WetStyle(
      kind: kind, ink: ink, filled: filled, stepExponent: view.viewport.stepExponent)
    emit(.penBegan(entry, style, point))
  }

  mutating func penMoved(to point: BoardPoint) {
    if together.seat != nil { emit(.penMoved([point])) }
  }

  /// Tells what is under the hand already when a session begins.
  mutating func showPen() {
    switch gesture {
    case .inking(let inking):
      guard let first = inking.points.first else { return }
      penTouched(inking.kind, inking.ink, filled: false, at: first)
      emit(.penMoved(Array(inking.points.dropFirst())))
    case .shaping(let shaping):
      penTouched(shaping.kind, shaping.ink, filled: shaping.isFilled, at: shaping.from)
      penMoved(to: shaping.to)
    case .idle, .erasing, .lassoing, .moving, .panning, .beaming: break
    }
  }

  /// Tells what stands in the text that is typed here, where that is something else than it was: of a
  /// text deleted to its last letter nothing is left to see.
  mutating func showTyping() {
    guard let seat = together.seat else { return }
    let typed = draft?.label.flatMap { label in
      nextEntry.map { SessionState.Typed(entry: $0, label: label) }
    }
    guard typed != seat.typed else { return }
    together.seat?.typed = typed
    if let typed { emit(.typed(typed.entry, typed.label)) } else { emit(.penAbandoned) }
  }

  /// What was typed is kept under the name it was shown by, or nothing of it is.
  mutating func typingEnded(isKept: Bool) {
    guard together.seat?.typed != nil else { return }
    together.seat?.typed = nil
    emit(isKept ? .penFinished : .penAbandoned)
  }
}

extension Tool {
  /// Which tool others are told one holds: its place among all there are.
  var number: UInt8 { UInt8(truncatingIfNeeded: Self.allCases.firstIndex(of: self) ?? 0) }

  init?(number: UInt8) {
    guard Self.allCases.indices.contains(Int(number)) else { return nil }
    self = Self.allCases[Int(number)]
  }
}

extension Miniature {
  /// The page, in the colours that everybody's themes know.
  public init(of picture: Picture) {
    var theme = Theme.terminal
    theme.palette = PaletteColor.allCases.map(\.rgb)
    let (columns, rows) = (Self.columns, Self.rows)
    var canvas = Canvas(
      columns: columns, rows: rows, viewport: .fit(columns: columns, rows: rows), raster: .braille,
      theme: theme, showsPage: false)
    canvas.repaint(picture)
    let places = (0..<columns * rows).map { ($0 % columns, $0 / columns) }
    self.init(
      dots: places.map { canvas.dots(column: $0.0, row: $0.1) },
      colors: places.map { column, row in
        if case .rgb(let value) = canvas.cell(column: column, row: row).style.foreground.meaning {
          value
        } else {
          0
        }
      })
  }
}
