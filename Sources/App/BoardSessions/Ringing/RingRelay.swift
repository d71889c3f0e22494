import EaselPlatform

/// A ring on its way to the run that the user used last.
package struct CarriedRing: Codable, Hashable, Sendable {
  /// The user that rings, whom the kernel named to the run with the door.
  var user: uid_t
  /// The ring as it came to the door.
  var message: [UInt8]
}

/// Carries the rings of this run's door to the run that the user used last.
@MainActor package protocol RingRelay: AnyObject {
  /// Returns false if the user used this run last, so that it shows the ring itself.
  func carry(_ ring: CarriedRing, numbered number: UInt64) -> Bool
  /// The ring waits no longer.
  func end(_ number: UInt64)
}
