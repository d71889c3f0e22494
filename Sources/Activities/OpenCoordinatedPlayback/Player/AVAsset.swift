import Foundation

/// Media that a player item stands for. There are no media here, only their identity.
public class AVAsset: @unchecked Sendable {
  // Unchecked: the subclasses, all in this file, have constants only.

  /// Nil for media that have no address, such as a composition.
  let address: URL?

  /// Creates the media at an address.
  public init(url: URL) { address = url }

  fileprivate init() { address = nil }
}

/// Media at an address.
public final class AVURLAsset: AVAsset, @unchecked Sendable {
  /// The address.
  public let url: URL

  /// Creates the media at an address.
  public override init(url: URL) {
    self.url = url
    super.init(url: url)
  }
}

/// Media that a program puts together from other media. They have no address, so an item of them is
/// coordinated only if the delegate of the player's coordinator names it.
public class AVComposition: AVAsset, @unchecked Sendable {
  fileprivate override init() { super.init() }

  @available(*, unavailable, message: "a composition has no address")
  public override init(url: URL) { super.init(url: url) }
}

/// A composition that a program makes. It has no tracks here.
public final class AVMutableComposition: AVComposition, @unchecked Sendable {
  /// Creates a composition.
  public override init() { super.init() }
}
