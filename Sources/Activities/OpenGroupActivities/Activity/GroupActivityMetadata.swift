import Foundation

/// The description of an activity for people.
///
/// This module reads only ``lifetimePolicy``; the other values are for ``GroupSystem/preparation``
/// and other readers in the program.
public struct GroupActivityMetadata: Codable, Hashable, Sendable {
  /// The name of the activity; nil if it has none.
  public var title: String?
  /// A second line for the name; nil if there is none.
  public var subtitle: String?
  /// A picture of the activity; nil if there is none.
  public var previewImage: CGImage?
  /// A link for people who cannot take part in the activity itself; nil if there is none.
  public var fallbackURL: URL?
  /// The kind of the activity; generic by default.
  public var type: ActivityType = .generic
  /// Whether the activity may continue on a display, such as a television: a program then offers to open
  /// it there, as a ``GroupSystem`` of the kind `display`.
  public var supportsContinuationOnTV = false
  /// The preferred ways of broadcasting the activity; this package does not broadcast.
  public var preferredBroadcastOptions: BroadcastOptions = []
  /// The scene that belongs to a session; without effect, since a terminal has one scene.
  public var sceneAssociationBehavior: SceneAssociationBehavior = .default
  /// The rule for when a session ends.
  public var lifetimePolicy: LifetimePolicy = .automatic

  /// The names in the format, independent of the property names.
  private enum CodingKeys: String, CodingKey {
    case title = "title"
    case subtitle = "subtitle"
    case previewImage = "previewImage"
    case fallbackURL = "fallbackURL"
    case type = "type"
    case supportsContinuationOnTV = "supportsContinuationOnTV"
    case preferredBroadcastOptions = "preferredBroadcastOptions"
    case sceneAssociationBehavior = "sceneAssociationBehavior"
    case lifetimePolicy = "lifetimePolicy"
  }

  /// Creates a description without texts, with default values.
  public init() {}

  /// The kind of the activity.
  public struct ActivityType: Codable, Hashable, Sendable {
    let name: String

    /// The names in the format, independent of the property names.
    private enum CodingKeys: String, CodingKey {
      case name = "name"
    }

    /// The kind of activities without a more specific kind.
    public static let generic = Self(name: "generic")
    /// The kind of activities in which people listen together.
    public static let listenTogether = Self(name: "listenTogether")
    /// The kind of activities in which people watch together.
    public static let watchTogether = Self(name: "watchTogether")
    /// The kind of activities in which people create together.
    public static let createTogether = Self(name: "createTogether")
    /// The kind of activities in which people explore together.
    public static let exploreTogether = Self(name: "exploreTogether")
    /// The kind of activities in which people learn together.
    public static let learnTogether = Self(name: "learnTogether")
    /// The kind of activities in which people read together.
    public static let readTogether = Self(name: "readTogether")
    /// The kind of activities in which people shop together.
    public static let shopTogether = Self(name: "shopTogether")
    /// The kind of activities in which people work out together.
    public static let workoutTogether = Self(name: "workoutTogether")
    /// The kind of activities in which people play together.
    public static let playTogether = Self(name: "playTogether")
  }

  /// The rule for when a session ends.
  public struct LifetimePolicy: Codable, Hashable, Sendable {
    let name: String

    /// The names in the format, independent of the property names.
    private enum CodingKeys: String, CodingKey {
      case name = "name"
    }

    /// Ends when everybody has left it, or when a participant ends it for everyone.
    public static let automatic = Self(name: "automatic")
    /// Also ends when its initiator leaves it.
    public static let endsWhenInitiatorLeaves = Self(name: "endsWhenInitiatorLeaves")
  }

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
    public static func content(_ targetContentIdentifier: String) -> Self {
      Self(name: "content", contentIdentifier: targetContentIdentifier)
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
}

/// A picture as rows of pixels; it replaces Core Graphics' type of Apple's platforms.
public struct CGImage: Codable, Hashable, Sendable {
  /// The width in pixels, from 1 to ``sideMax``.
  public let width: Int
  /// The height in pixels, from 1 to ``sideMax``.
  public let height: Int
  /// Red, green, blue and alpha, one byte each, row by row from the top left.
  public let pixels: Data

  /// The names in the format, independent of the property names.
  private enum CodingKeys: String, CodingKey {
    case width = "width"
    case height = "height"
    case pixels = "pixels"
  }

  /// The maximum width and height, in pixels.
  public static let sideMax = 4_096

  /// Returns nil unless both sides are 1 to 4,096 pixels and there are four bytes for each pixel.
  public init?(width: Int, height: Int, pixels: Data) {
    let sides = 1...Self.sideMax
    guard sides.contains(width), sides.contains(height), pixels.count == 4 * width * height else {
      return nil
    }
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// Decodes a picture.
  ///
  /// - Throws: a `DecodingError`, also if the number of bytes does not fit the sides.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let image = Self(
      width: try values.decode(Int.self, forKey: .width),
      height: try values.decode(Int.self, forKey: .height),
      pixels: try values.decode(Data.self, forKey: .pixels))
    guard let image else {
      throw DecodingError.dataCorruptedError(
        forKey: .pixels, in: values, debugDescription: "sides and pixels do not fit each other")
    }
    self = image
  }
}
