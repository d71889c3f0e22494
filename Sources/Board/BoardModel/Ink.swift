/// A colour with alpha: `0xRRGGBBAA`.
public struct InkColor: Hashable, Sendable {
  public let rgba: UInt32

  public init(rgba: UInt32) { self.rgba = rgba }
  public init(rgb: UInt32, alpha: UInt8 = 255) { rgba = rgb << 8 | UInt32(alpha) }

  public var red: UInt8 { UInt8(truncatingIfNeeded: rgba >> 24) }
  public var green: UInt8 { UInt8(truncatingIfNeeded: rgba >> 16) }
  public var blue: UInt8 { UInt8(truncatingIfNeeded: rgba >> 8) }
  public var alpha: UInt8 { UInt8(truncatingIfNeeded: rgba) }
  /// `0xRRGGBB`.
  public var rgb: UInt32 { rgba >> 8 }

  public func with(alpha: UInt8) -> InkColor { InkColor(rgb: rgb, alpha: alpha) }
}

/// The colour and the width of a stroke.
public struct Ink: Hashable, Sendable {
  public let color: InkColor
  /// 1 … 8. Width 1 is a line of single dots at every zoom; each further step adds `unitsPerWidth`
  /// units.
  public let width: UInt8

  public static let unitsPerWidth: Int32 = 384

  /// Limits the width to 1 … 8.
  public init(color: InkColor, width: UInt8) {
    self.color = color
    self.width = min(max(width, 1), 8)
  }

  /// The distance that the ink reaches beyond its middle line at width 8 and less, in units.
  public var reach: Int32 { Int32(width - 1) * Self.unitsPerWidth / 2 }
}
