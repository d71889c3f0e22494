import Foundation

/// Media that a player item stands for. There are no media here, only their identity.
public class AVAsset: @unchecked Sendable {
  // Unchecked: the only subclass, in this file, has constants only.

  let address: URL

  /// Creates the media at an address.
  public init(url: URL) { address = url }
}

/// Media at an address.
public final class AVURLAsset: AVAsset, @unchecked Sendable {
  /// The address.
  public var url: URL { address }
}
