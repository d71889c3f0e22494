import EaselBase
import Foundation
import GroupJournal

extension GroupSessionJournal {
  /// An attachment of a session.
  public struct Attachment: Identifiable, Hashable, Sendable {
    /// The same for everybody in the session.
    public var id: UUID
    let attachment: JournalAttachment
    private let runner: JournalRunner

    init(_ attachment: JournalAttachment, _ runner: JournalRunner) {
      id = UUID(attachment.id)
      (self.attachment, self.runner) = (attachment, runner)
    }

    /// The size of the content in bytes.
    public var byteCount: Int { attachment.bytes }
    /// The type of the content.
    public var contentType: UTType { UTType(attachment.header.contentType) }

    /// How many bytes of the content this program has: now, and after each chunk that comes. It ends
    /// when the content is complete, is removed, is lost or finds no room. Only ``load(_:)`` makes the content come;
    /// small attachments also come without it.
    public var progress: AsyncStream<Int> { runner.progress(of: attachment.id) }

    /// Loads the content from the participants that have it. Later loads need no transfer.
    ///
    /// - Throws: a ``GroupSessionJournalError``, ``GroupSessionError/notJoined``, the error of
    ///   importing the value, or `CancellationError`. A transfer that was cancelled keeps what came.
    public func load<Item>(_ type: Item.Type) async throws -> Item where Item: Transferable {
      let asked = type.transferRepresentation.contentType
      guard asked == .data || asked == contentType else {
        throw GroupSessionJournalError.wrongType(stored: contentType, asked: asked)
      }
      return try await type.imported(from: Data(try await runner.load(attachment.id)))
    }

    /// Returns the metadata, which are here already.
    ///
    /// - Throws: ``GroupSessionJournalError/noMetadata``, or the error of decoding them as this type.
    public func loadMetadata<Metadata>(
      of type: Metadata.Type
    ) async throws -> Metadata where Metadata: Codable {
      guard let metadata = attachment.header.metadata else {
        throw GroupSessionJournalError.noMetadata
      }
      return try Coding.message(type, of: metadata)
    }

    /// Compares the identifiers.
    public static func == (left: Self, right: Self) -> Bool { left.id == right.id }
    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }
}

extension Bytes16 {
  /// The bytes of an id.
  init(_ id: UUID) {
    let bytes = withUnsafeBytes(of: id.uuid) { Array($0) }
    self.init(
      high: bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) },
      low: bytes[8...].reduce(0) { $0 << 8 | UInt64($1) })
  }
}

extension Bytes16 {
  /// The part of a participant's id that all joins of its member share: the number of the join is in
  /// the other bits.
  var member: Bytes16 { Bytes16(high: high, low: low >> 58) }
}

extension UUID {
  /// The id with these bytes.
  init(_ bytes: Bytes16) {
    self = bytes.bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
