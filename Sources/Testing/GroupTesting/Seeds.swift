import Foundation

/// The number of random cases that a test checks a law with.
///
/// `EASEL_SEEDS=20 swift test` tries twenty times as many as usual.
public enum Seeds {
  /// Returns the usual number times the value of `EASEL_SEEDS`, which is limited to 1 to 1,000,000.
  /// The factor is 1 without a valid value.
  public static func count(_ usual: UInt64) -> UInt64 {
    let asked = ProcessInfo.processInfo.environment["EASEL_SEEDS"].flatMap(UInt64.init) ?? 1
    return usual &* min(max(asked, 1), 1_000_000)
  }

  /// Returns the seeds from 1 on.
  public static func range(_ usual: UInt64) -> ClosedRange<UInt64> { 1...max(count(usual), 1) }
}
