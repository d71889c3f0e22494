import Foundation

/// How an activity is described to people.
public struct GroupActivityMetadata: Codable, Hashable, Sendable {
  public var title: String?
  public var subtitle: String?
  public var previewImage: CGImage?
  /// A link for people who cannot take part in the activity itself.
  public var fallbackURL: URL?
  public var type: ActivityType = .generic
  public var supportsContinuationOnTV = false
  public var preferredBroadcastOptions: BroadcastOptions = []
  public var sceneAssociationBehavior: SceneAssociationBehavior = .default
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

  public init() {}

  /// The kind of the activity.
  public struct ActivityType: Codable, Hashable, Sendable {
    let name: String

    /// The names in the format, independent of the property names.
    private enum CodingKeys: String, CodingKey {
      case name = "name"
    }

    public static let generic = Self(name: "generic")
    public static let listenTogether = Self(name: "listenTogether")
    public static let watchTogether = Self(name: "watchTogether")
    public static let createTogether = Self(name: "createTogether")
    public static let exploreTogether = Self(name: "exploreTogether")
    public static let learnTogether = Self(name: "learnTogether")
    public static let readTogether = Self(name: "readTogether")
    public static let shopTogether = Self(name: "shopTogether")
    public static let workoutTogether = Self(name: "workoutTogether")
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

    public static let `default` = Self(name: "default")
    public static let none = Self(name: "none")
    public static func content(_ targetContentIdentifier: String) -> Self {
      Self(name: "content", contentIdentifier: targetContentIdentifier)
    }
  }

  public struct BroadcastOptions: OptionSet, Codable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let mirroredVideo = Self(rawValue: 1)
  }
}

/// A picture as rows of pixels; it replaces Core Graphics' type of Apple's platforms.
public struct CGImage: Codable, Hashable, Sendable {
  public let width: Int
  public let height: Int
  /// Red, green, blue and alpha, one byte each, row by row from the top left.
  public let pixels: Data

  /// The names in the format, independent of the property names.
  private enum CodingKeys: String, CodingKey {
    case width = "width"
    case height = "height"
    case pixels = "pixels"
  }

  public static let sideMax = 4_096

  /// Returns nil unless both sides are 1 to 4,096 pixels and there are four bytes for each pixel.
  public init?(width: Int, height: Int, pixels: Data) {
    let sides = 1...Self.sideMax
    guard sides.contains(width), sides.contains(height), pixels.count == 4 * width * height else {
      return nil
    }
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

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
