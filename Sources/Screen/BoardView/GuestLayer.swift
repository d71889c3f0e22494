import BoardContract
import BoardModel
import BoardRendering
import CellFrame

/// The strokes and texts in progress of other participants, drawn over a canvas.
///
/// The layer always shows its items as if they were drawn in order, later items above earlier
/// items. If ink grows, the layer draws only its new points, and the items above these points. If
/// ink disappears or the canvas below changes, the layer draws again only the items at this place.
struct GuestLayer: Sendable {
  /// The drawn part of each item. `settled` shows these parts.
  private var laid: [Laid] = []
  /// The canvas below with all items, but without tails: the last steps of strokes, which may still
  /// change.
  private var settled: Canvas?
  /// The canvas `settled` with the tails; nil until the first tail is drawn.
  private var whole: Canvas?
  private var tailCells = Touched()
  /// The cells in which the layer may differ from the canvas below.
  private var cells = Touched()

  private struct Laid {
    /// The item as far as it is drawn; nil while no part of the item is on the canvas.
    var item: Item?
    var hand: GrowingHand?
    package var cells = Touched()
  }

  package var items: [Item] { laid.compactMap(\.item) }

  /// The canvas below with all items; nil if there are no items.
  package var shown: Canvas? { whole ?? settled }

  package func cell(column: Int, row: Int) -> Cell? {
    whole?.cell(column: column, row: row) ?? settled?.cell(column: column, row: row)
  }

  /// Shows these items, instead of the items of the last call, over the canvas.
  ///
  /// - Parameter changed: the cells in which the canvas has changed since the last call.
  /// - Returns: the cells that changed.
  package mutating func show(
    _ items: [Item], over canvas: Canvas, changed: Touched = Touched()
  ) -> Touched {
    guard settled != nil, !items.isEmpty else { return draw(items, over: canvas) }
    var bared = keep(items)
    if !changed.isEmpty { bared.append(changed) }
    // If more items disappeared than remain, it is cheaper to draw all remaining items than to find
    // the affected ones.
    guard bared.count <= items.count else { return draw(items, over: canvas) }
    let bare = redraw(around: bared, over: canvas)
    return grow(to: items, after: bare)
  }

  /// Draws all items on a canvas that may have changed completely. The cost is a copy of the canvas
  /// and the dots of the items.
  /// - Returns: the cells that changed.
  private mutating func draw(_ items: [Item], over canvas: Canvas) -> Touched {
    var touched = cells
    self = GuestLayer()
    guard !items.isEmpty else { return touched }
    settled = canvas
    laid = items.map { _ in Laid() }
    touched.formUnion(grow(to: items, after: Touched()))
    return touched
  }

  /// Keeps the drawn parts of these items in the new order, and drops the drawn parts of all other
  /// items.
  /// - Returns: the cells of each dropped item.
  private mutating func keep(_ items: [Item]) -> [Touched] {
    var (old, gone) = (laid[...], [Touched]())
    let kept = items.map { item in
      guard let index = old.firstIndex(where: { $0.item.map(item.goesOn(from:)) ?? false }) else {
        return Laid()
      }
      gone += old[..<index].map(\.cells)
      defer { old = old[(index + 1)...] }
      return old[index]
    }
    gone += old.map(\.cells)
    laid = kept
    return gone
  }

  /// Restores the canvas in the cells where an item disappeared or the canvas changed. Draws again
  /// all items that touch these cells, and all items that touch such an item.
  /// - Returns: all restored cells.
  private mutating func redraw(around bared: [Touched], over below: Canvas) -> Touched {
    guard !bared.isEmpty, var canvas = settled else { return Touched() }
    settled = nil
    var (bared, bare) = (bared, Touched())
    var isBared = laid.map { _ in false }
    while let region = bared.popLast() {
      canvas.copy(region.rows, from: below)
      bare.formUnion(region)
      for index in laid.indices where !isBared[index] && region.meets(laid[index].cells) {
        isBared[index] = true
        bared.append(laid[index].cells)
      }
    }
    for index in laid.indices where isBared[index] {
      guard let item = laid[index].item else { continue }
      laid[index].hand = nil
      laid[index].cells = Self.draw(item, on: &canvas, after: &laid[index].hand)
    }
    settled = canvas
    return bare
  }

  /// Draws the new parts from the lowest item to the highest. Draws an item again if a new part
  /// below it touches its cells.
  private mutating func grow(to items: [Item], after bare: Touched) -> Touched {
    guard var canvas = settled else { return Touched() }
    settled = nil
    var (changed, covered) = (bare, Touched())
    for (index, item) in items.enumerated() {
      let old = laid[index].item
      if let old, covered.meets(laid[index].cells) {
        Self.layAgain(old, on: &canvas)
        covered.formUnion(laid[index].cells)
      }
      guard old != item else { continue }
      let new = Self.draw(item, on: &canvas, after: &laid[index].hand)
      laid[index].item = item
      laid[index].cells.formUnion(new)
      changed.formUnion(new)
      covered.formUnion(new)
    }
    settled = canvas
    changed.formUnion(layTails(over: canvas, after: changed))
    cells.formUnion(changed)
    return changed
  }

  /// Removes the tails of the last call, and draws the present tails from the lowest item to the
  /// highest.
  /// - Returns: the cells of the removed and the drawn tails.
  private mutating func layTails(over settled: Canvas, after changed: Touched) -> Touched {
    guard whole != nil || laid.contains(where: { $0.hand?.hasTail == true }) else {
      return Touched()
    }
    var canvas = whole ?? settled
    whole = nil
    var touched = tailCells
    canvas.copy(changed.rows, from: settled)
    canvas.copy(tailCells.rows, from: settled)
    tailCells = Touched()
    var covered = Touched()
    for part in laid {
      guard let item = part.item else { continue }
      if covered.meets(part.cells) {
        Self.layAgain(item, on: &canvas)
        covered.formUnion(part.cells)
      }
      guard let stroke = item.asStroke, let hand = part.hand, hand.hasTail else { continue }
      canvas.paintTail(of: stroke, at: hand)
      let new = Touched(takenFrom: &canvas)
      tailCells.formUnion(new)
      covered.formUnion(new)
    }
    whole = canvas
    touched.formUnion(tailCells)
    return touched
  }
}

// Single items on a canvas.
extension GuestLayer {
  /// Draws the new part of an item on top of everything.
  /// - Returns: the cells it touched.
  private static func draw(
    _ item: Item, on canvas: inout Canvas, after hand: inout GrowingHand?
  ) -> Touched {
    if let stroke = item.asStroke, stroke.kind.isFreehand {
      canvas.paint(stroke, after: &hand)
    } else {
      canvas.paint(item)
    }
    return Touched(takenFrom: &canvas)
  }

  /// Draws an item on top again, without its tail.
  private static func layAgain(_ item: Item, on canvas: inout Canvas) {
    var hand: GrowingHand?
    _ = draw(item, on: &canvas, after: &hand)
  }
}

extension Item {
  /// Whether this item equals the other item or continues it.
  fileprivate func goesOn(from other: Item) -> Bool {
    if let new = asStroke, let old = other.asStroke, old.kind.isFreehand {
      new.kind == old.kind && new.ink == old.ink && new.points.extends(old.points)
    } else {
      self == other
    }
  }
}
