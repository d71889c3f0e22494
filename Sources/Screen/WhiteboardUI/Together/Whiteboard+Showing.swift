import BoardDocument
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

// Shows this user to the other participants.
extension Whiteboard {
  /// Sends the appearance if it changed, and asks for mouse moves only while other participants are
  /// here.
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

  /// Returns what this user shows. If another participant had this user's first choice of colour or
  /// sign, the user asks for the assigned one from then on; so it stays when that participant
  /// leaves.
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

  /// Whether a stroke in progress already shows the pointer's place, so that it is not sent twice.
  private var isDrawing: Bool {
    switch gesture {
    case .inking(let inking): inking.points.count > 1
    case .shaping(let shaping): shaping.to != shaping.from
    case .idle, .erasing, .lassoing, .moving, .panning, .beaming: false
    }
  }

  /// This user's sign, the same in every session.
  var ownSign: UInt8 { UInt8(truncatingIfNeeded: me.raw.low) }

  /// The pointer on the canvas: the keyboard's pen, else the mouse. While the user speaks and
  /// neither is known, it is the middle of the view.
  var ownPointer: Pointer? {
    guard !view.isTooSmall else { return nil }
    if let keyPen, draft == nil { return keyPen.pointer }
    return together.hover ?? (together.speech == nil ? nil : view.middle)
  }

  /// Notes where the mouse is; nil while it is beside the canvas or a sheet is open.
  mutating func noteHover(_ mouse: MouseEvent) {
    guard together.seat != nil else { return }
    var pointer = mouse.at
    pointer.cell.row -= View.top
    together.hover = view.hasOnCanvas(pointer.cell) && sheet == nil ? pointer : nil
  }

  // MARK: The invitation to this board

  var invitation: Invitation {
    Invitation(
      title: SafeText(board.name.string, limit: .title), author: me, name: setup.person.name,
      color: setup.person.color, sign: ownSign, miniature: Miniature(of: board.picture))
  }

  // MARK: The pen

  /// The id of the next operation that this user makes.
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

  /// Sends the stroke in progress when a session begins.
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

  /// Sends the typed text if it changed. If the user deleted all of it, the other participants
  /// remove it.
  mutating func showTyping() {
    guard let seat = together.seat else { return }
    let typed = draft?.label.flatMap { label in
      nextEntry.map { SessionState.Typed(entry: $0, label: label) }
    }
    guard typed != seat.typed else { return }
    together.seat?.typed = typed
    if let typed { emit(.typed(typed.entry, typed.label)) } else { emit(.penAbandoned) }
  }

  /// Ends the typed text: it is kept under the id it was shown with, or nothing of it is kept.
  mutating func typingEnded(isKept: Bool) {
    guard together.seat?.typed != nil else { return }
    together.seat?.typed = nil
    emit(isKept ? .penFinished : .penAbandoned)
  }
}

extension Tool {
  /// The tool's number as sent to other participants: its index among all tools.
  var number: UInt8 { UInt8(truncatingIfNeeded: Self.allCases.firstIndex(of: self) ?? 0) }

  init?(number: UInt8) {
    guard Self.allCases.indices.contains(Int(number)) else { return nil }
    self = Self.allCases[Int(number)]
  }
}

extension Miniature {
  /// Makes a small picture of the page, in the colours that all themes know.
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
