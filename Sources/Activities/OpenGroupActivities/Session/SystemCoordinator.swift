/// Arranges the participants of a session in space, on a headset. There is none in a terminal, so a
/// session never has this object; see ``GroupSession/systemCoordinator``.
public final class SystemCoordinator: Sendable {
  private init() {}

  /// The wishes of a program for the arrangement.
  public struct Configuration: Sendable {
    /// The preferred arrangement.
    public var spatialTemplatePreference = SpatialTemplatePreference.none
    /// Whether the program has a space around the people.
    public var supportsGroupImmersiveSpace = false

    /// Creates a configuration without wishes.
    public init() {}
  }

  /// The wishes of the program; without effect.
  public var configuration: Configuration {
    get { Configuration() }
    set {}
  }
}

/// An arrangement of participants in space.
public struct SpatialTemplatePreference: Hashable, Sendable {
  private let name: String

  /// No arrangement is preferred.
  public static let none = Self(name: "none")
  /// The participants sit beside each other.
  public static let sideBySide = Self(name: "sideBySide")
  /// The participants sit around the content.
  public static let surround = Self(name: "surround")
  /// The participants sit so that they can talk.
  public static let conversational = Self(name: "conversational")
}
