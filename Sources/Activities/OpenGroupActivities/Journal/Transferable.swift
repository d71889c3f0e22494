import Foundation

/// A type whose values can be attached to a session: the counterpart of the protocol of the same
/// name in CoreTransferable.
///
/// `Data` and `String` conform. Another type has a ``DataRepresentation``, or a
/// ``CodableRepresentation`` if it is `Codable`:
///
/// ```swift
/// struct Recipe: Codable, Transferable {
///   var title: String
///   static var transferRepresentation: some TransferRepresentation {
///     CodableRepresentation(contentType: UTType(exportedAs: "org.example.recipe"))
///   }
/// }
/// ```
public protocol Transferable {
  /// The type of the representation.
  associatedtype Representation: TransferRepresentation
  /// The bytes that stand for a value. If there are several representations, the first one counts.
  @TransferRepresentationBuilder<Self> static var transferRepresentation: Representation { get }
}

extension Transferable {
  /// Returns the bytes of the value.
  func exported() async throws -> Data {
    guard let item = self as? Representation.Item else {
      throw GroupSessionJournalError.notTransferable
    }
    return try await Self.transferRepresentation.export(item)
  }

  /// Returns the value of some bytes.
  static func imported(from data: Data) async throws -> Self {
    guard let item = try await transferRepresentation.importItem(from: data) as? Self else {
      throw GroupSessionJournalError.notTransferable
    }
    return item
  }
}

/// Bytes that stand for the values of a type.
public protocol TransferRepresentation<Item>: Sendable {
  /// The type of the values.
  associatedtype Item: Transferable
  /// The type of the bytes.
  var contentType: UTType { get }
  /// Returns the bytes of a value.
  func export(_ item: Item) async throws -> Data
  /// Returns the value of some bytes, which may come from any program.
  func importItem(from data: Data) async throws -> Item
}

/// A representation that two functions make.
public struct DataRepresentation<Item: Transferable>: TransferRepresentation {
  /// The type of the bytes.
  public let contentType: UTType
  private let exporting: @Sendable (Item) async throws -> Data
  private let importing: @Sendable (Data) async throws -> Item

  /// Creates a representation from the functions for both directions.
  public init(
    contentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data,
    importing: @escaping @Sendable (Data) async throws -> Item
  ) {
    (self.contentType, self.exporting, self.importing) = (contentType, exporting, importing)
  }

  /// Returns what the function for this direction returns.
  public func export(_ item: Item) async throws -> Data { try await exporting(item) }
  /// Returns what the function for this direction returns.
  public func importItem(from data: Data) async throws -> Item { try await importing(data) }
}

/// A representation as JSON.
public struct CodableRepresentation<Item: Transferable & Codable>: TransferRepresentation {
  /// The type of the bytes.
  public let contentType: UTType

  /// Creates a representation.
  public init(contentType: UTType) { self.contentType = contentType }
  /// Creates a representation of a type.
  public init(for type: Item.Type, contentType: UTType) { self.contentType = contentType }

  /// Returns the value as JSON.
  public func export(_ item: Item) async throws -> Data { Data(try Coding.bytes(of: item)) }
  /// Reads the value from JSON.
  public func importItem(from data: Data) async throws -> Item {
    try Coding.value(Item.self, of: Array(data))
  }
}

/// Collects the representations of a type, and keeps the first one.
@resultBuilder
public enum TransferRepresentationBuilder<Item: Transferable> {
  /// Accepts a representation of the type.
  public static func buildExpression<Content: TransferRepresentation>(
    _ content: Content
  ) -> Content where Content.Item == Item { content }

  /// Returns the first representation.
  public static func buildBlock<First: TransferRepresentation, each Rest: TransferRepresentation>(
    _ first: First, _ rest: repeat each Rest
  ) -> First { first }
}

/// The name of a type of content, in reverse-DNS notation.
public struct UTType: Hashable, Sendable, Codable {
  /// The name, such as `public.png`.
  public let identifier: String

  /// Creates a type from any name.
  public init(_ identifier: String) { self.identifier = identifier }
  /// Creates a type that this program defines.
  public init(exportedAs identifier: String) { self.identifier = identifier }
  /// Creates a type that another program defines.
  public init(importedAs identifier: String) { self.identifier = identifier }

  /// Any bytes.
  public static let data = UTType("public.data")
  /// Text in UTF-8.
  public static let utf8PlainText = UTType("public.utf8-plain-text")
  /// Text in any encoding.
  public static let plainText = UTType("public.plain-text")
  /// JSON.
  public static let json = UTType("public.json")
  /// A picture of any kind.
  public static let image = UTType("public.image")
  /// A picture as PNG.
  public static let png = UTType("public.png")
  /// A picture as JPEG.
  public static let jpeg = UTType("public.jpeg")
}

extension Data: Transferable {
  /// The bytes themselves.
  public static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(contentType: .data, exporting: { $0 }, importing: { $0 })
  }
}

extension String: Transferable {
  /// The text in UTF-8. Bytes that are no UTF-8 are refused.
  public static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(
      contentType: .utf8PlainText, exporting: { Data($0.utf8) },
      importing: { data in
        guard let text = String(bytes: data, encoding: .utf8) else {
          throw CocoaError(.fileReadInapplicableStringEncoding)
        }
        return text
      })
  }
}
