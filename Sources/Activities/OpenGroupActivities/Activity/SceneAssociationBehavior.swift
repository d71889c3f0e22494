/// The scene of a program that belongs to a session; a terminal has one scene.
public struct SceneAssociationBehavior: Codable, Hashable, Sendable {
  let name: String
  var contentIdentifier: String?

  /// The names in the format, independent of the property names.
  private enum CodingKeys: String, CodingKey {
    case name = "name"
    case contentIdentifier = "contentIdentifier"
  }

  /// The default of the program.
  public static let `default` = Self(name: "default")
  /// A session without a scene.
  public static let none = Self(name: "none")
  /// Returns the behaviour that names a scene by its content identifier.
  public static func content(_ contentIdentifier: String) -> Self {
    Self(name: "content", contentIdentifier: contentIdentifier)
  }
}

/// The ways of broadcasting an activity.
public struct BroadcastOptions: OptionSet, Codable, Hashable, Sendable {
  /// The bits of the options; bit 0 stands for ``mirroredVideo``.
  public let rawValue: Int
  /// Creates options from their bits; unknown bits stay set.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// The option to mirror the video.
  public static let mirroredVideo = Self(rawValue: 1)
}
