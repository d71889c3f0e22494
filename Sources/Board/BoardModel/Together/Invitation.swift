import EaselBase

/// What a session says of itself to those who may join it.
public struct Invitation: Hashable, Sendable {
  /// The board's name.
  public var title: SafeText
  /// Who begins the session, and how they would like to be known.
  public var author: AuthorID
  public var name: SafeText
  public var color: InkColor
  public var sign: UInt8
  /// The board as it stood when the session began.
  public var miniature: Miniature

  public init(
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

/// A board in so few cells that it can be shown beside a question: 2 × 4 dots of one colour each.
public struct Miniature: Hashable, Sendable {
  /// The dots of every cell as Unicode's braille numbers them, row by row.
  public let dots: [UInt8]
  /// The colour of every cell, `0xRRGGBB`.
  public let colors: [UInt32]

  /// The page is as many columns wide as this, and so many rows high.
  public static let columns = 32
  public static let rows = 9

  /// What is missing counts as blank, and what is beyond the cells as nothing.
  public init(dots: [UInt8] = [], colors: [UInt32] = []) {
    let count = Self.columns * Self.rows
    self.dots = Array((dots + Array(repeating: 0, count: count)).prefix(count))
    self.colors = Array(
      (colors.map { $0 & 0xFF_FFFF } + Array(repeating: 0, count: count)).prefix(count))
  }

  public var isBlank: Bool { dots.allSatisfy { $0 == 0 } }
}
