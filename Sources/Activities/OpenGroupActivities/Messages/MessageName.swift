import Foundation

/// A message type that is known by a name of its own, whatever the type is called.
public protocol CustomMessageIdentifiable: Codable {
  static var messageIdentifier: String { get }
}

/// By which name messages of a type travel.
enum MessageName {
  /// No type is called that.
  static let ofData = ""

  /// Without the module, which differs between programs that mean the same.
  static func of<Message>(_ type: Message.Type) -> String {
    if type == Data.self { return ofData }
    if let named = type as? any CustomMessageIdentifiable.Type { return named.messageIdentifier }
    return String(describing: type)
  }
}
