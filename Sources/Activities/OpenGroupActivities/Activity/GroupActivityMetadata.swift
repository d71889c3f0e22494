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
  /// A small picture of the activity; nil if there is none.
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

  /// Another name of ``title``.
  public var localizedTitle: String? {
    get { title }
    set { title = newValue }
  }
  /// Another name of ``subtitle``.
  public var localizedSubtitle: String? {
    get { subtitle }
    set { subtitle = newValue }
  }
  /// An older way to set ``type``; nil for a type that is not an experience.
  public var experience: Experience? {
    get { Experience.allCases.first { $0.type == type } }
    set { type = newValue?.type ?? .generic }
  }

  /// The types of activities that ``experience`` knows.
  public enum Experience: Int, CaseIterable, Codable, Sendable {
    /// People watch together.
    case watchTogether = 0
    /// People listen together.
    case listenTogether = 1

    fileprivate var type: ActivityType {
      switch self {
      case .watchTogether: .watchTogether
      case .listenTogether: .listenTogether
      }
    }
  }

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
}
