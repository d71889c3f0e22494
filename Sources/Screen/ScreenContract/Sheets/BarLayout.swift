import BoardModel
import CellFrame
import EaselBase

/// A piece of a bar: its text, its look, and the command of a click on it.
package struct BarPiece: Hashable, Sendable {
  package let text: String
  /// The number of columns of the text. It is measured once, because a bar tries many forms.
  package let columns: Int
  package var part: Theme.Part = .button
  /// The colour of the text; nil for the colour of `part`.
  package var swatch: InkColor?
  package var command: Command?

  package init(
    _ text: String, _ part: Theme.Part = .button, swatch: InkColor? = nil, _ command: Command? = nil
  ) {
    self.text = text
    columns = text.displayWidth
    self.part = part
    self.swatch = swatch
    self.command = command
  }

  package init(_ text: String, _ command: Command) { self.init(text, .button, command) }
}

/// A group of pieces that has several forms, from the widest to the narrowest.
package struct BarGroup: Hashable, Sendable {
  package var forms: [[BarPiece]]
  /// Whether the group stands at the right end of the bar.
  var isRight = false
  /// The pieces that the group shows instead of a form: the first ones that have room beside all
  /// other groups. So they never move another group. Nil if the group shows its forms.
  var contents: [[BarPiece]]?

  package init(_ forms: [[BarPiece]], isRight: Bool = false) {
    self.forms = forms
    self.isRight = isRight
  }

  /// Creates a group that keeps room for its contents.
  ///
  /// - Parameter rooms: the columns of each form, from the widest to the narrowest.
  package init(rooms: [Int], contents: [[BarPiece]]) {
    forms = rooms.map { $0 == 0 ? [] : [BarPiece(String(repeating: " ", count: $0), .hint)] }
    self.contents = contents
  }
}

/// The columns of each piece of a bar, used both for drawing and for finding the clicked piece.
package struct BarLayout: Hashable, Sendable {
  package struct PlacedPiece: Hashable, Sendable {
    package let piece: BarPiece
    package let columns: Range<Int>
  }

  package let placedPieces: [PlacedPiece]
  package let columns: Int

  /// Narrows the groups in the order of `folds` until all groups fit. Each entry of `folds` is the
  /// index of a group, which changes to its next form. If a large group freed more room than
  /// necessary, other groups become wider again. A group that still does not fit is left out.
  package init(_ groups: [BarGroup], folds: [Int], columns: Int) {
    var chosen = Array(repeating: 0, count: groups.count)
    func pieces(_ index: Int) -> [BarPiece] {
      let forms = groups[index].forms
      return forms.isEmpty ? [] : forms[min(chosen[index], forms.count - 1)]
    }
    func fits() -> Bool {
      // The first group has only one blank before it.
      groups.indices.reduce(-1) { $0 + Self.width(of: pieces($1)) } <= columns
    }
    var done: [Int] = []
    for fold in folds where groups.indices.contains(fold) && !fits() {
      chosen[fold] += 1
      done.append(fold)
    }
    for fold in done.reversed() {
      chosen[fold] -= 1
      if !fits() { chosen[fold] += 1 }
    }
    var shown = groups.indices.map(pieces)
    for (index, group) in groups.enumerated() {
      guard let contents = group.contents else { continue }
      shown[index] = []
      let taken = shown.reduce(-1) { $0 + Self.width(of: $1) }
      shown[index] = contents.first { taken + Self.width(of: $0) <= columns } ?? []
    }
    let left = groups.indices.filter { !groups[$0].isRight }.map { shown[$0] }
    let right = groups.indices.filter { groups[$0].isRight }.map { shown[$0] }
    let rightWidth = right.reduce(0) { $0 + Self.width(of: $1) }
    var placedPieces = Self.arrange(left, from: 0, in: columns)
    let end = placedPieces.last?.columns.upperBound ?? 0
    placedPieces += Self.arrange(right, from: max(end, columns - rightWidth), in: columns)
    self.placedPieces = placedPieces
    self.columns = columns
  }

  /// The blanks between two groups.
  private static let groupGap = 2

  /// Returns the width of a group, with the blanks before it.
  private static func width(of pieces: [BarPiece]) -> Int {
    pieces.isEmpty ? 0 : pieces.reduce(groupGap) { $0 + $1.columns }
  }

  private static func arrange(_ groups: [[BarPiece]], from start: Int, in columns: Int)
    -> [PlacedPiece]
  {
    var placedPieces: [PlacedPiece] = []
    var column = start
    for pieces in groups where !pieces.isEmpty {
      let gap = placedPieces.isEmpty ? 1 : groupGap
      guard column + gap + pieces.reduce(0, { $0 + $1.columns }) <= columns else { continue }
      column += gap
      for piece in pieces {
        placedPieces.append(PlacedPiece(piece: piece, columns: column..<column + piece.columns))
        column += piece.columns
      }
    }
    return placedPieces
  }

  private init(_ placedPieces: [PlacedPiece], columns: Int) {
    (self.placedPieces, self.columns) = (placedPieces, columns)
  }

  /// Returns the layout with other pieces in place of one piece, and of all columns that are free.
  ///
  /// - Parameter pieces: returns the pieces that fill this number of columns.
  package func stretching(_ part: BarPiece, into pieces: (Int) -> [BarPiece]) -> BarLayout {
    guard let index = placedPieces.firstIndex(where: { $0.piece == part }) else { return self }
    let next = placedPieces.indices.dropFirst(index + 1).first { next in
      placedPieces[next].columns.lowerBound
        > placedPieces[next - 1].columns.upperBound + Self.groupGap
    }
    let end = next.map { placedPieces[$0].columns.lowerBound - Self.groupGap } ?? columns - 1
    let last = placedPieces[(next ?? placedPieces.count) - 1].columns.upperBound
    let free = max(end - last, 0)
    let start = placedPieces[index].columns.lowerBound
    var placed = Array(placedPieces[..<index])
    placed += Self.arrange([pieces(part.columns + free)], from: start - 1, in: columns)
    placed += placedPieces[(index + 1)..<(next ?? placedPieces.count)].map {
      let columns = $0.columns.lowerBound + free..<$0.columns.upperBound + free
      return PlacedPiece(piece: $0.piece, columns: columns)
    }
    return BarLayout(placed + placedPieces[(next ?? placedPieces.count)...], columns: columns)
  }

  package func piece(at column: Int) -> BarPiece? {
    placedPieces.first { $0.columns.contains(column) }?.piece
  }

  /// Returns the bar as a row of cells.
  package func cells(_ theme: Theme) -> [Cell] {
    var row = Frame(
      columns: columns, rows: 1, filledWith: Cell(.space, theme[.bar]))
    for placed in placedPieces {
      row.write(
        placed.piece.text, at: CellPoint(column: placed.columns.lowerBound, row: 0),
        style: Self.style(of: placed.piece, theme))
    }
    return row.cells(row: 0)
  }

  private static func style(of piece: BarPiece, _ theme: Theme) -> Style {
    if let swatch = piece.swatch { return theme[.bar].showing(swatch, in: theme) }
    // Parts without a background of their own stand on the bar.
    let hasBackground = theme.parts[piece.part].map { $0.background != theme.background } ?? false
    let style = theme[piece.part]
    switch piece.part {
    case .hint, .title: return style.on(theme[.bar])
    default: return hasBackground ? style : style.on(theme[.bar])
    }
  }
}

extension Style {
  /// Returns the style of letters on a field of this colour: black or white, whichever is easier to read.
  package func on(_ color: InkColor, in theme: Theme) -> Style {
    let ground = theme.shade(of: color)
    let isDark = ColorMath.contrast(0xFF_FF_FF, ground) >= ColorMath.contrast(0, ground)
    return Style(
      foreground: .rgb(isDark ? 0xFF_FF_FF : 0), background: .rgb(ground),
      attributes: attributes.subtracting([.reverse, .dim]))
  }

  /// Returns the style with this colour for the text, and without the attributes that change a
  /// colour: reversed, the colour would fill the background; dim, it would be darker than the ink.
  package func showing(_ color: InkColor, in theme: Theme) -> Style {
    Style(
      foreground: .rgb(theme.shade(of: color)), background: background,
      attributes: attributes.subtracting([.reverse, .dim]))
  }
}
