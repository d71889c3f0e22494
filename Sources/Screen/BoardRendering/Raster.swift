import CellFrame

/// The division of a cell into dots.
public enum Raster: String, CaseIterable, Sendable {
  /// For each thing the signs that suit it: box characters for boxes, and for level and upright
  /// lines, of width 1 and 2. Other lines of these widths are braille, and the rest is quadrants.
  case mixed
  /// The same with sextants instead of braille and quadrants.
  case mixedSextants = "mixed-sextants"
  /// The same with octants instead of braille and quadrants.
  case mixedOctants = "mixed-octants"
  /// Mixed ink for a console whose font has few signs: half blocks instead of braille and quadrants,
  /// only the usual box characters, and ASCII for heads of arrows and for dashes.
  case mixedHalf = "mixed-half"
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
    case .mixed, .mixedSextants, .mixedOctants, .mixedHalf, .half, .quadrants, .sextants, .octants:
      true
    }
  }

  /// Whether lines of width 1 and 2 are box characters if they are level or upright.
  var isMixed: Bool {
    switch self {
    case .mixed, .mixedSextants, .mixedOctants, .mixedHalf: true
    case .braille, .half, .quadrants, .sextants, .octants, .ascii: false
    }
  }

  /// In mixed ink, the largest width of a line that can be a box character.
  var thinWidth: UInt8 { self == .mixedHalf ? 1 : 2 }

  /// In mixed ink, the number of dots of a thin line on top of one another in a block.
  var dotsInBlock: Int { self == .mixed ? 2 : 1 }

  /// The number of dots side by side in a cell; of mixed ink, the number of blocks.
  var dotsX: Int { self == .half || self == .mixedHalf ? 1 : 2 }

  /// The number of dots on top of one another in a cell; of mixed ink, the number of blocks.
  var dotsY: Int {
    switch self {
    case .mixed, .mixedHalf, .half, .quadrants: 2
    case .mixedSextants, .sextants: 3
    case .mixedOctants, .braille, .octants, .ascii: 4
    }
  }
}

/// The user's choice of a raster.
public enum RasterChoice: Hashable, Sendable {
  /// The raster that suits the terminal.
  case automatic
  /// The same, and finished ink in pixels if the terminal shows them.
  case pixels
  case fixed(Raster)

  /// All choices, as settings and options list them.
  public static let all = [RasterChoice.automatic, .pixels] + Raster.allCases.map { .fixed($0) }

  /// Nil if no choice has this name.
  public init?(name: String) {
    guard let choice = Self.all.first(where: { $0.name == name }) else { return nil }
    self = choice
  }

  /// The name in settings and options.
  public var name: String {
    switch self {
    case .automatic: "auto"
    case .pixels: "pixels"
    case .fixed(let raster): raster.rawValue
    }
  }

  /// Returns the raster to draw with. Without UTF-8, it is always ASCII. It has only characters that
  /// the C library knows, because ncurses writes no others.
  ///
  /// The automatic choice is mixed ink. It takes sextants where the terminal draws them itself: solid
  /// blocks that are fine enough for handwriting. Elsewhere it takes braille and quadrants, which are
  /// in nearly every font.
  ///
  /// A font cannot be asked for sextants and octants. So they are drawn only in a terminal that
  /// is known for them; elsewhere Easel draws as the automatic choice does.
  ///
  /// - Parameters:
  ///   - hasSextants: whether the C library knows sextants.
  ///   - hasOctants: whether the C library knows octants.
  public func raster(
    isUTF8: Bool, depth: ColorDepth, blocks: BlockSupport, hasSextants: Bool, hasOctants: Bool
  ) -> Raster {
    guard isUTF8 else { return .ascii }
    let automatic: Raster =
      switch blocks {
      case .halves: .mixedHalf
      case .sextants where depth != .none && hasSextants: .mixedSextants
      case .sextants, .unknown: .mixed
      }
    return switch self {
    case .fixed(.octants) where blocks != .sextants || !hasOctants,
      .fixed(.mixedOctants) where blocks != .sextants || !hasOctants,
      .fixed(.sextants) where blocks != .sextants || !hasSextants,
      .fixed(.mixedSextants) where blocks != .sextants || !hasSextants:
      automatic
    case .fixed(let raster): raster
    case .automatic, .pixels: automatic
    }
  }
}
