import BoardModel
import EaselBase

/// The description of a session for the people who may join it.
package struct Invitation: Hashable, Sendable {
  /// The board's name.
  package var title: SafeText
  /// The author who began the session.
  package var author: AuthorID
  /// The name of this author.
  package var name: SafeText
  /// The colour that the author wishes for.
  package var color: InkColor
  /// The number of the sign that the author wishes for.
  package var sign: UInt8
  /// The board as it stood when the session began.
  package var miniature: Miniature

  /// Creates an invitation from all its parts.
  package init(
    title: SafeText, author: AuthorID, name: SafeText, color: InkColor, sign: UInt8,
    miniature: Miniature
  ) {
    self.title = title
    self.author = author
    self.name = name
    self.color = color
    self.sign = sign
    self.miniature = miniature
  }
}

/// A small image of a board, which a program can show beside a question. Each cell has 2 × 4 dots
/// of one colour.
package struct Miniature: Hashable, Sendable {
  /// The dots of every cell, row by row, with one bit for each dot as in Unicode's braille
  /// patterns.
  package let dots: [UInt8]
  /// The colour of every cell, `0xRRGGBB`.
  package let colors: [UInt32]

  /// The width of the page, in cells.
  package static let columns = 32
  /// The height of the page, in cells.
  package static let rows = 9

  /// Creates a miniature; missing cells are blank, and values beyond the last cell are ignored.
  package init(dots: [UInt8] = [], colors: [UInt32] = []) {
    let count = Self.columns * Self.rows
    self.dots = Array((dots + Array(repeating: 0, count: count)).prefix(count))
    self.colors = Array(
      (colors.map { $0 & 0xFF_FFFF } + Array(repeating: 0, count: count)).prefix(count))
  }

  /// Whether every cell is without dots.
  package var isBlank: Bool { dots.allSatisfy { $0 == 0 } }
}
