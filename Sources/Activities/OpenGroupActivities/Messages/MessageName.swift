import Foundation

/// A message type with a custom identifier, independent of the type's name.
public protocol CustomMessageIdentifiable: Codable {
  /// The name of the type on the wire, 1 to 256 UTF-8 bytes; the empty name stands for bytes.
  static var messageIdentifier: String { get }
}

/// The names that identify message types on the wire.
enum MessageName {
  /// The name for bytes; no type has it.
  static let ofData = ""

  /// Returns the type's custom name, or else its ``TypeName``.
  static func of<Message>(_ type: Message.Type) -> String {
    if type == Data.self { return ofData }
    if let named = type as? any CustomMessageIdentifiable.Type { return named.messageIdentifier }
    return TypeName.of(type)
  }
}
