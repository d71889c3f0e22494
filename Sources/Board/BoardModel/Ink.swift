/// A colour with alpha: `0xRRGGBBAA`.
public struct InkColor: Hashable, Sendable {
  /// The colour as `0xRRGGBBAA`.
  public let rgba: UInt32

  /// Creates a colour from `0xRRGGBBAA`.
  public init(rgba: UInt32) { self.rgba = rgba }
  /// Creates a colour from `0xRRGGBB` and an alpha, 0 … 255; 255 is opaque.
  public init(rgb: UInt32, alpha: UInt8 = 255) { rgba = rgb << 8 | UInt32(alpha) }

  /// The red part, 0 … 255.
  public var red: UInt8 { UInt8(truncatingIfNeeded: rgba >> 24) }
  /// The green part, 0 … 255.
  public var green: UInt8 { UInt8(truncatingIfNeeded: rgba >> 16) }
  /// The blue part, 0 … 255.
  public var blue: UInt8 { UInt8(truncatingIfNeeded: rgba >> 8) }
  /// The opacity, 0 … 255; 255 is opaque.
  public var alpha: UInt8 { UInt8(truncatingIfNeeded: rgba) }
  /// The colour without its alpha, as `0xRRGGBB`.
  public var rgb: UInt32 { rgba >> 8 }

  /// Returns the same colour with another alpha, 0 … 255.
  public func with(alpha: UInt8) -> InkColor { InkColor(rgb: rgb, alpha: alpha) }
}

/// The colour and the width of a stroke.
public struct Ink: Hashable, Sendable {
  /// The colour, with its alpha.
  public let color: InkColor
  /// The width, 1 … 8. Width 1 is a line of single dots at every zoom. Each step above 1 adds
  /// `unitsPerWidth` units.
  public let width: UInt8

  /// The board units that each step of the width above 1 adds to the line: one dot on a page of 80
  /// columns.
  public static let unitsPerWidth: Int32 = 256

  /// The widths that an ink can have.
  public static let widths: ClosedRange<UInt8> = 1...8

  /// Creates an ink; limits the width to 1 … 8.
  public init(color: InkColor, width: UInt8) {
    self.color = color
    self.width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
  }

  /// The distance that the ink reaches to either side of its middle line, in units; 0 at width 1.
  public var reach: Int32 { Int32(width - 1) * Self.unitsPerWidth / 2 }
}
