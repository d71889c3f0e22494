import Drawing
import Rendering

/// What others have under their hands, laid over a canvas.
///
/// However it came to be, it shows just what laying one thing after the other gives, later ones above
/// earlier ones. Ink that grew costs its new points, and what lies above it where it grew.
struct GuestLayer: Sendable {
  private(set) var items: [Item] = []
  /// As much of each as is on `settled`.
  private var laid: [Laid] = []
  /// The canvas below with all of it but the last steps that may still change.
  private var settled: Canvas?
  /// With these as well; nil as long as there was none.
  private var whole: Canvas?
  private var tailCells = Touched()
  /// The cells where it may differ from the canvas below.
  private var cells = Touched()

  private struct Laid {
    var hand: GrowingHand?
    var cells = Touched()
  }

  /// Nil where there is nothing to lay.
  var shown: Canvas? { whole ?? settled }

  func cell(column: Int, row: Int) -> Cell? {
    whole?.cell(column: column, row: row) ?? settled?.cell(column: column, row: row)
  }

  /// Shows other things over the canvas that it lay on last.
  /// - Returns: the cells that changed.
  mutating func show(_ items: [Item], over canvas: Canvas) -> Touched {
    guard settled != nil, canGrow(to: items) else { return lay(items, over: canvas) }
    return grow(to: items)
  }

  /// Lays things on a canvas that may be another than before, at the cost of a copy of it and their
  /// own dots.
  /// - Returns: the cells that changed.
  mutating func lay(_ items: [Item], over canvas: Canvas) -> Touched {
    var touched = cells
    self = GuestLayer()
    guard !items.isEmpty else { return touched }
    settled = canvas
    touched.formUnion(grow(to: items))
    return touched
  }

  private func canGrow(to items: [Item]) -> Bool {
    items.count >= self.items.count
      && zip(self.items, items).allSatisfy { old, new in
        if case (.stroke(let old), .stroke(let new)) = (old, new), old.kind.isFreehand {
          new.extends(old)
        } else {
          old == new
        }
      }
  }

  /// From the lowest to the highest: what lies where something below it came to lie just now is laid
  /// there once more.
  private mutating func grow(to items: [Item]) -> Touched {
    guard var canvas = settled else { return Touched() }
    settled = nil
    laid += Array(repeating: Laid(), count: items.count - laid.count)
    var (changed, covered) = (Touched(), Touched())
    for (index, item) in items.enumerated() {
      let old = index < self.items.count ? self.items[index] : nil
      if let old, covered.meets(laid[index].cells) {
        canvas.layAgain(old)
        covered.formUnion(laid[index].cells)
      }
      guard old != item else { continue }
      let new = canvas.lay(item, after: &laid[index].hand)
      laid[index].cells.formUnion(new)
      changed.formUnion(new)
      covered.formUnion(new)
    }
    self.items = items
    settled = canvas
    changed.formUnion(layTails(over: canvas, after: changed))
    cells.formUnion(changed)
    return changed
  }

  /// Takes back the last tails, and lays those there are now the same way.
  /// - Returns: the cells of all of them.
  private mutating func layTails(over settled: Canvas, after changed: Touched) -> Touched {
    guard whole != nil || laid.contains(where: { $0.hand?.hasTail == true }) else {
      return Touched()
    }
    var canvas = whole ?? settled
    whole = nil
    var touched = tailCells
    canvas.take(changed.rows, from: settled)
    canvas.take(tailCells.rows, from: settled)
    tailCells = Touched()
    var covered = Touched()
    for (item, part) in zip(items, laid) {
      if covered.meets(part.cells) {
        canvas.layAgain(item)
        covered.formUnion(part.cells)
      }
      guard case .stroke(let stroke) = item, let hand = part.hand, hand.hasTail else { continue }
      canvas.paintTail(of: stroke, at: hand)
      let new = canvas.touchedCells()
      tailCells.formUnion(new)
      covered.formUnion(new)
    }
    whole = canvas
    touched.formUnion(tailCells)
    return touched
  }
}

extension Canvas {
  /// Lays what is new of a thing on top of all.
  /// - Returns: the cells it touched.
  fileprivate mutating func lay(_ item: Item, after hand: inout GrowingHand?) -> Touched {
    if case .stroke(let stroke) = item, stroke.kind.isFreehand {
      paint(stroke, after: &hand)
    } else {
      paint(item)
    }
    return touchedCells()
  }

  /// Lays on top what lies on the canvas already, but for its tail.
  fileprivate mutating func layAgain(_ item: Item) {
    var hand: GrowingHand?
    _ = lay(item, after: &hand)
  }

  fileprivate mutating func touchedCells() -> Touched {
    var cells = Touched()
    cells.insert(takeTouched())
    return cells
  }
}

extension Stroke {
  /// Whether it is the other one, or that with further points.
  fileprivate func extends(_ other: Stroke) -> Bool {
    kind == other.kind && ink == other.ink && points.extends(other.points)
  }
}
