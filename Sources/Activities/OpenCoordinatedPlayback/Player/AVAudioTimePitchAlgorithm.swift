/// The way in which a player keeps the pitch of the sound at other rates.
///
/// There is no sound here. Only ``lowQualityZeroLatency`` has an effect.
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
  /// The name of the algorithm.
  public let rawValue: String
  /// Creates an algorithm with this name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Keeps the pitch of speech.
  public static let timeDomain = Self(rawValue: "TimeDomain")
  /// Keeps the pitch of music.
  public static let spectral = Self(rawValue: "Spectral")
  /// The pitch follows the rate.
  public static let varispeed = Self(rawValue: "Varispeed")
  /// Plays only some rates exactly. An item with it is not coordinated: its player is suspended with
  /// the reason `coordinatedPlaybackNotPossible`.
  public static let lowQualityZeroLatency = Self(rawValue: "LowQualityZeroLatency")
}
