import BoardEditor
import BoardModel
import BoardView
import CellFrame
import EaselBase

/// The times after which the name beside a resting pointer fades, in milliseconds.
private enum Fading {
  static let rests: Int64 = 1_000
  static let fades: Int64 = 1_500

  /// The maximum number of names on the screen; more names would be hard to read.
  static let tagsMax = 24
}

/// Draws each participant's sign at their pointer, and beside it their name or their speech.
package struct PointerTags {
  package let session: SessionState
  package let speech: Speech?
  /// This user's pointer on the canvas.
  let ownPointer: Pointer?
  let surface: Surface
  let uptime: Int64
  /// The user's own colour, for participants without a look.
  let ownColor: InkColor

  package init(
    session: SessionState, speech: Speech? = nil, ownPointer: Pointer? = nil, surface: Surface,
    uptime: Int64, ownColor: InkColor
  ) {
    (self.session, self.speech, self.ownPointer, self.surface, self.uptime, self.ownColor) = (
      session, speech, ownPointer, surface, uptime, ownColor
    )
  }

  private var view: View { surface.view }
  private var theme: Theme { surface.theme }
  private var chrome: Chrome { surface.chrome }

  package func draw(in overlay: inout Overlay) {
    let spots = session.guests.indices.compactMap { index in
      session.guests[index].pointer.flatMap(spot).map { (index, $0) }
    }
    var taken = Set(spots.lazy.map(\.1.cell))
    var room = Fading.tagsMax
    for (index, spot) in spots {
      guard room > 0, let tag = tag(of: session.guests[index]) else { continue }
      room -= 1
      draw(tag, beside: spot.cell, avoiding: &taken, in: &overlay)
    }
    // While a participant draws, the ink shows the position of the pointer. The name then stands at
    // the beginning of the stroke.
    let drawing = Set(session.items.lazy.filter(\.isInk).map(\.id.participant))
    for (index, spot) in spots where !drawing.contains(session.guests[index].id) {
      draw(sign: session.guests[index].id, at: spot, in: &overlay)
    }
    drawOwnSpeech(avoiding: &taken, in: &overlay)
  }

  /// The uptimes in milliseconds at which the next names and laser trails fade.
  package static func expiries(in session: SessionState, after uptime: Int64) -> [Int64] {
    var times: [Int64] = []
    for guest in session.guests {
      if guest.hasTrail { times.append(guest.beamEnds) }
      if guest.pointer != nil {
        times += [guest.movedAt.later(by: Fading.rests), guest.movedAt.later(by: Fading.fades)]
      }
    }
    return times.filter { $0 > uptime }
  }

  private struct Tag {
    let text: String
    let style: Style
    /// Whether the tag may cover ink: true for speech, false for a name alone.
    var coversInk = false
  }

  private func tag(of guest: Guest) -> Tag? {
    let shade = shade(of: guest.id)
    if let speech = guest.appearance?.speech {
      let text = " \(session.name(of: guest, chrome)): \(speech.string) "
      return Tag(
        text: chrome.fit(text, view.canvasColumns - 1), style: ground(shade), coversInk: true)
    }
    guard uptime < guest.movedAt.later(by: Fading.fades) else { return nil }
    let text = " \(chrome.fit(session.name(of: guest, chrome), 16)) "
    if uptime < guest.movedAt.later(by: Fading.rests) {
      return Tag(text: text, style: ground(shade))
    }
    return Tag(
      text: text,
      style: Style(foreground: .rgb(shade), background: theme.background, attributes: .dim))
  }

  private func drawOwnSpeech(avoiding taken: inout Set<CellPoint>, in overlay: inout Overlay) {
    guard let speech, let pointer = ownPointer else { return }
    let text = " you: \(speech.shown?.string ?? "") "
    let tag = Tag(
      text: chrome.fit(text, view.canvasColumns - 1), style: ground(shade(of: session.me)),
      coversInk: true)
    let end = draw(tag, beside: pointer.cell, avoiding: &taken, in: &overlay)
    if speech.isTyping { overlay.cursor = end }
  }

  private func draw(sign id: ParticipantUUID, at spot: Spot, in overlay: inout Overlay) {
    let style = Style(
      foreground: .rgb(shade(of: id)), background: theme.background, attributes: .bold)
    let (sign, arrows) = (session.sign(of: id, chrome), chrome.moreInk)
    let text =
      switch spot.edge {
      case nil: sign
      case .left: arrows.left + sign
      case .right: sign + arrows.right
      case .above: sign + arrows.above
      case .below: sign + arrows.below
      }
    let column = min(spot.cell.column, max(view.canvasColumns - text.displayWidth, 0))
    overlay.write(
      text, at: CellPoint(column: column, row: spot.cell.row + view.top), style: style)
  }

  /// - Returns: the last cell of the tag, on the screen; nil when the tag is not drawn.
  @discardableResult
  private func draw(
    _ tag: Tag, beside spot: CellPoint, avoiding taken: inout Set<CellPoint>,
    in overlay: inout Overlay
  ) -> CellPoint? {
    let width = tag.text.displayWidth
    let outline = theme[.page]
    let best = TagPositions(spot: spot, width: width, in: view).best { position in
      let cell = surface.cell(column: position.column, row: position.row)
      return cell.glyph != .space && cell.style != outline || taken.contains(position)
    }
    guard let (position, covered) = best, covered == 0 || tag.coversInk else { return nil }
    for column in position.column..<position.column + width {
      taken.insert(CellPoint(column: column, row: position.row))
    }
    let row = position.row + view.top
    overlay.write(tag.text, at: CellPoint(column: position.column, row: row), style: tag.style)
    return CellPoint(column: position.column + width - 1, row: row)
  }

  /// The place of a participant's sign.
  private struct Spot {
    let cell: CellPoint
    /// The edge beyond which the pointer lies; nil if it is on the canvas.
    var edge: ViewEdge?
  }

  /// Returns the place of a sign: the cell of the pointer, or the nearest one at the edge of the canvas.
  private func spot(_ point: BoardPoint) -> Spot? {
    let cell = view.viewport.cell(of: point)
    if view.hasOnCanvas(cell) { return Spot(cell: cell) }
    return view.edge(beyond: cell).map { Spot(cell: $0.at, edge: $0.edge) }
  }

  private func shade(of id: ParticipantUUID) -> UInt32 {
    theme.shade(of: session.looks[id]?.color ?? ownColor)
  }

  /// Returns a style with the participant's colour as the background and letters that are readable
  /// on it.
  private func ground(_ shade: UInt32) -> Style {
    let letters: UInt32 =
      ColorMath.contrast(0, shade) > ColorMath.contrast(0xFF_FFFF, shade) ? 0 : 0xFF_FFFF
    return Style(foreground: .rgb(letters), background: .rgb(shade))
  }
}

/// The positions where a name can stand beside a pointer.
struct TagPositions {
  private let positions: [CellPoint]
  private let width: Int

  /// Lists the positions in order of preference: right of the pointer, left of it, then above and
  /// below at growing distance. Each position lies completely on the canvas.
  package init(spot: CellPoint, width: Int, in view: View) {
    let (after, before) = (spot.column + 1, spot.column - width)
    let columns = [after, before, spot.column - width / 2]
    let farther = [-1, 1, -2, 2, -3, 3].flatMap { row in columns.map { ($0, row) } }
    let wanted = ([(after, 0), (before, 0)] + farther)
      .map { CellPoint(column: $0.0, row: spot.row + $0.1) }
    let edge = CellPoint(
      column: min(max(after, 0), max(view.canvasColumns - width, 0)),
      row: spot.row + 1 < view.canvasRows ? spot.row + 1 : max(spot.row - 1, 0))
    self.width = width
    positions = (wanted + [edge]).filter {
      $0.column >= 0 && $0.column + width <= view.canvasColumns
        && (0..<view.canvasRows).contains($0.row)
    }
  }

  /// Returns the position that covers the fewest full cells, and the number of these cells. If several
  /// positions are equal, it returns the first.
  func best(_ isFull: (CellPoint) -> Bool) -> (position: CellPoint, covered: Int)? {
    var best: (position: CellPoint, covered: Int)?
    for position in positions {
      let covered = (position.column..<position.column + width).count {
        isFull(CellPoint(column: $0, row: position.row))
      }
      if covered == 0 { return (position, 0) }
      if best.map({ covered < $0.covered }) ?? true { best = (position, covered) }
    }
    return best
  }
}

extension Presence {
  /// The pointer on the canvas: the keyboard's pen, else the mouse. If both are unknown while the
  /// user speaks, the pointer is the middle of the view.
  package func pointer(_ editor: Editor, in view: View) -> Pointer? {
    guard !view.isTooSmall else { return nil }
    if let keyPen = editor.keyPen, !editor.text.isTyping { return keyPen.pointer }
    return hover ?? (talk.speech == nil ? nil : view.middle)
  }
}
