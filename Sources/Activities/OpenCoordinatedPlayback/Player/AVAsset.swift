import Foundation

/// Media that a player item stands for. There are no media here, only their identity.
public class AVAsset: @unchecked Sendable {
  // Unchecked: the only subclass, in this file, has constants only.

  init() {}
}

/// Media at an address.
public final class AVURLAsset: AVAsset, @unchecked Sendable {
  /// The address.
  public let url: URL

  /// Creates the media at an address.
  public init(url: URL) { self.url = url }
}
