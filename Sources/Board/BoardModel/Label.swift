import EaselBase

/// A text that a user typed onto the board.
public struct Label: Hashable, Sendable {
  /// The upper left corner of its box.
  public internal(set) var origin: BoardPoint
  /// The height of a cell on the author's screen, in units.
  public let rowHeight: Int32
  /// The width of a cell on the author's screen, in units.
  public let columnWidth: Int32
  /// The colour of the letters.
  public internal(set) var color: InkColor
  /// The size of the letters, in cells of the author's screen.
  public internal(set) var letterSize: LetterSize
  /// One or several lines, as the author sent them. Members compare pictures by these bytes, so
  /// they are the same in every build.
  public internal(set) var content: RawText
  /// The lines into which the shape round the text breaks its words; nil for a text that is attached to
  /// no shape. Each of these lines is centred in the box of the text.
  public internal(set) var flow: TextFlow?

  /// Creates a label from safe text; the sizes of a cell are in units.
  public init(
    origin: BoardPoint, columnWidth: Int32, rowHeight: Int32, color: InkColor,
    letterSize: LetterSize = .normal, text: SafeText
  ) {
    self.init(
      origin: origin, columnWidth: columnWidth, rowHeight: rowHeight, color: color,
      letterSize: letterSize, content: RawText(text.string))
  }

  /// Creates a label from the text that its author sent; the sizes of a cell are in units.
  ///
  /// - Parameter content: at most ``Limits/labelScalars`` scalars of any text.
  public init(
    origin: BoardPoint, columnWidth: Int32, rowHeight: Int32, color: InkColor,
    letterSize: LetterSize = .normal, content: RawText
  ) {
    self.origin = origin
    self.columnWidth = columnWidth
    self.rowHeight = rowHeight
    self.color = color
    self.letterSize = letterSize
    self.content = content
  }

  /// The part of the text that a user edits and that the clipboard holds, with the author's own line
  /// breaks.
  public var text: SafeText { SafeText(content, limit: .label) }

  /// The lines that screens and exports show.
  public var lines: [String] {
    guard let flow else {
      return text.string.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    return flow.lines.map { SafeText($0, limit: .line).string }
  }

  /// Returns how many letters a line stands to the right of the left edge of the text's box.
  ///
  /// - Parameter columns: the columns of the line.
  public func indent(ofLineWith columns: Int) -> Int {
    flow.map { max(($0.columns - columns) / 2, 0) } ?? 0
  }

  /// The box of the text: as wide as the widest line, and as high as all lines.
  public var bounds: BoardRect {
    let lines = lines
    let widest = lines.map(\.displayWidth).max() ?? 0
    return box(columns: max(widest, flow?.columns ?? 1), rows: lines.count)
  }

  /// The box of the text by the rules of ``TextFlow``, which are the same in every build.
  var anchorBox: BoardRect {
    let size = flow.map { ($0.columns, $0.lines.count) } ?? content.size
    return box(columns: size.0, rows: size.1)
  }

  private func box(columns: Int, rows: Int) -> BoardRect {
    BoardRect(
      origin,
      origin.moved(
        columns: columns * letterSize.columns, of: columnWidth,
        rows: rows * letterSize.rows, of: rowHeight))
  }

  /// Returns a copy at another place, and optionally in another colour. It is attached to nothing, and
  /// has the author's own line breaks.
  public func copied(movedBy offset: BoardOffset, color: InkColor?) -> Label {
    var copy = self
    copy.origin = origin.moved(by: offset)
    copy.color = color ?? self.color
    copy.flow = nil
    return copy
  }

  /// The same label with the author's own line breaks, at the same corner.
  package var withoutFlow: Label {
    var label = self
    label.flow = nil
    return label
  }

  /// The same label at the origin of the board. Members do not compare the places of texts on lines,
  /// because the way of a line between its ends is not compared either.
  var withoutPlace: Label {
    var label = withoutFlow
    label.origin = BoardPoint(x: 0, y: 0)
    return label
  }

  /// The lines into which the shape breaks the text, as their author typed them.
  package var flowLines: [String] {
    flow?.lines.map { String(decoding: $0.utf8, as: UTF8.self) } ?? []
  }

  /// Returns the label with the line breaks that it shows, each line centred by spaces if there is room
  /// for them. The result looks the same without the shape round it.
  package var flattened: Label {
    guard flow != nil else { return self }
    let centred = lines.map {
      String(repeating: " ", count: $0.isEmpty ? 0 : indent(ofLineWith: $0.displayWidth)) + $0
    }
    let contents = [centred, lines].map { RawText($0.joined(separator: "\n")) }
    var label = self
    label.content = contents.first(where: \.fitsLabel) ?? content
    label.flow = nil
    return label
  }
}

/// An edit of a label's words.
public struct TextEdit: Hashable, Sendable {
  /// The new words: at most ``Limits/labelScalars`` scalars of any text.
  public let content: RawText
  /// The operation that gave the label the words which the author edited: the operation that made
  /// the label, or an earlier edit. It changes nothing in the picture. If two edits replace the same
  /// words, neither author had seen the other's edit.
  public let replaced: EntryID

  /// Creates an edit without a check of its length.
  public init(_ content: RawText, replacing replaced: EntryID) {
    (self.content, self.replaced) = (content, replaced)
  }
}

extension RawText {
  /// Whether a label may hold the text.
  var fitsLabel: Bool {
    // Each byte that does not continue a scalar begins one.
    utf8.lazy.filter { $0 & 0xC0 != 0x80 }.count <= Limits.labelScalars
  }
}

/// The size of a label's letters.
public enum LetterSize: Hashable, Sendable, CaseIterable {
  /// One cell for each letter, and two for a wide one.
  case normal
  /// A block of cells for each letter, and two blocks for a wide one.
  case large

  /// Returns the size for a width of ink, 1 … 8: normal for 1, and large for any other.
  public init(width: UInt8) { self = width > Ink.widths.lowerBound ? .large : .normal }

  /// The number of cells side by side for a letter that is not wide.
  public var columns: Int { self == .large ? 6 : 1 }
  /// The number of cells on top of one another for a letter.
  public var rows: Int { self == .large ? 4 : 1 }
  /// The lowest width of ink that stands for this size.
  public var width: UInt8 { self == .large ? Ink.widths.lowerBound + 1 : Ink.widths.lowerBound }
}

extension BoardPoint {
  fileprivate func moved(columns: Int, of width: Int32, rows: Int, of height: Int32) -> BoardPoint {
    let limit = Int(Self.limit)
    func reach(_ count: Int, _ size: Int32) -> Int32 {
      Int32(min(max(min(count, limit) * Int(size) - 1, 0), limit))
    }
    return moved(by: BoardOffset(dx: reach(columns, width), dy: reach(rows, height)))
  }
}
