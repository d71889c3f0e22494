import ArgumentParser
import BoardFiles
import BoardModel
import BoardRendering
import BoardSessions
import EaselBase
import ScreenContract
import WhiteboardUI

/// A colour as a user writes it: a palette's name or `#rrggbb`.
struct ColorArgument: ExpressibleByArgument, Hashable {
  static let expected =
    "#rrggbb or one of \(PaletteColor.allCases.map(\.name).joined(separator: ", "))"

  let color: InkColor

  init?(argument: String) {
    if let named = PaletteColor(name: argument.lowercased()) {
      color = named.color
      return
    }
    let digits = argument.hasPrefix("#") ? argument.dropFirst() : argument[...]
    guard digits.utf8.count == 6, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
      let rgb = UInt32(digits, radix: 16)
    else { return nil }
    color = InkColor(rgb: rgb)
  }
}

/// The error for an argument: what was expected instead.
struct ArgumentError: Error, CustomStringConvertible {
  let description: String
}

extension ColorArgument {
  static func parsing(_ text: String) throws -> ColorArgument {
    guard let color = ColorArgument(argument: text) else {
      throw ArgumentError(description: "expected \(expected)")
    }
    return color
  }
}

/// A size in cells, `COLSxROWS`.
struct SizeArgument: ExpressibleByArgument, Hashable {
  static let range = 1...1_000

  let columns: Int
  let rows: Int

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  init?(argument: String) {
    let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]),
      Self.range.contains(columns), Self.range.contains(rows)
    else { return nil }
    self.init(columns: columns, rows: rows)
  }

  static func parsing(_ text: String) throws -> SizeArgument {
    guard let size = SizeArgument(argument: text) else {
      throw ArgumentError(
        description: "expected columns and rows like 80x24, each from \(range.lowerBound) to "
          + "\(range.upperBound)")
    }
    return size
  }

  /// Returns the size of an export; nil stands for no choice of the user.
  static func export(_ size: SizeArgument?, fit: Bool) -> ExportSize {
    if fit { return .page(columns: size?.columns ?? 80, rows: size?.rows ?? 24) }
    return size.map { .corner(columns: $0.columns, rows: $0.rows) } ?? .all()
  }
}

extension Raster: ExpressibleByArgument {}

extension RasterChoice: ExpressibleByArgument {
  /// All names, for help and for complaints.
  static let expected =
    "auto, pixels, mixed, mixed-sextants, mixed-octants, mixed-half, braille, half, quadrants, "
    + "sextants, octants or ascii"

  public init?(argument: String) { self.init(name: argument) }

  public static var allValueStrings: [String] { all.map(\.name) }
  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
extension ExportFormat: ExpressibleByArgument {}
extension LetterFont: ExpressibleByArgument {}

/// A board, as an argument of a command.
struct BoardArgument: ExpressibleByArgument, Hashable {
  let text: String
  let reference: BoardReference

  init?(argument: String) {
    guard let reference = BoardReference(argument) else { return nil }
    self.reference = reference
    text = argument
  }

  static var completion: CompletionKind { .shellCommand("easel boards list --names") }
}
