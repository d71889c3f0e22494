import CellFrame

/// The division of a cell into dots.
public enum Raster: String, CaseIterable, Sendable {
  /// For each thing the signs that suit it: box characters for thin boxes and for thin level and
  /// upright lines, braille for other thin lines, and quadrants for the rest.
  case mixed
  /// 2 × 4 dots of one colour. A line over a fill makes two colours.
  case braille
  /// 1 × 2 blocks. A cell of blocks has two colours.
  case half
  /// 2 × 2 blocks.
  case quadrants
  /// 2 × 3 blocks.
  case sextants
  /// 2 × 4 blocks.
  case octants
  /// One character that looks like the dots.
  case ascii

  /// Whether a cell consists of blocks with colours of their own. Otherwise all its lines have one
  /// colour, and all its fills.
  public var hasBlocks: Bool {
    switch self {
    case .braille, .ascii: false
    case .mixed, .half, .quadrants, .sextants, .octants: true
    }
  }

  /// The number of dots side by side in a cell; of mixed ink, the number of blocks.
  var dotsX: Int { self == .half ? 1 : 2 }

  /// The number of dots on top of one another in a cell; of mixed ink, the number of blocks.
  var dotsY: Int {
    switch self {
    case .mixed, .half, .quadrants: 2
    case .sextants: 3
    case .braille, .octants, .ascii: 4
    }
  }
}

/// The user's choice of a raster.
public enum RasterChoice: Hashable, Sendable {
  /// The raster that suits the terminal.
  case automatic
  case fixed(Raster)

  /// All choices, as settings and options list them.
  public static let all = [RasterChoice.automatic] + Raster.allCases.map { .fixed($0) }

  /// Nil if no choice has this name.
  public init?(name: String) {
    guard let choice = Self.all.first(where: { $0.name == name }) else { return nil }
    self = choice
  }

  /// The name in settings and options.
  public var name: String {
    switch self {
    case .automatic: "auto"
    case .fixed(let raster): raster.rawValue
    }
  }

  /// Returns the raster to draw with. Without UTF-8, it is always ASCII. It has only characters that
  /// the C library knows, because ncurses writes no others.
  ///
  /// The automatic choice takes blocks where they look best. Solid blocks have the full strength
  /// of their colour, but only sextants are fine enough for handwriting. So it takes sextants where
  /// the terminal draws them itself, and braille elsewhere: a mesh of dots, but twice as fine as
  /// quadrants. Without colours a cell cannot show two of them, and braille shows most.
  ///
  /// - Parameters:
  ///   - hasSextants: whether the C library knows sextants.
  ///   - hasOctants: whether the C library knows octants.
  public func raster(
    isUTF8: Bool, depth: ColorDepth, blocks: BlockSupport, hasSextants: Bool, hasOctants: Bool
  ) -> Raster {
    guard isUTF8 else { return .ascii }
    return switch (self, blocks) {
    case (.fixed(.octants), _) where !hasOctants: hasSextants ? .sextants : .quadrants
    case (.fixed(.sextants), _) where !hasSextants: .quadrants
    case (.fixed(let raster), _): raster
    case (.automatic, .halves): .half
    case (.automatic, .sextants) where depth != .none && hasSextants: .sextants
    case (.automatic, _): .braille
    }
  }
}
