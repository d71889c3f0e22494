import Foundation
import GroupJournal

/// The reason why an attachment was not added, loaded or removed.
public enum GroupSessionJournalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// This participant only watches, so it adds nothing.
  case mayNotAdd
  /// The attachment is larger than the limit; both numbers in bytes.
  case tooLarge(bytes: Int, limit: Int)
  /// This participant or the session would have more attachments than the limit.
  case tooManyAttachments(count: Int, limit: Int)
  /// This participant's attachments would be larger than the limit; both numbers in bytes.
  case participantFull(bytes: Int, limit: Int)
  /// The attachments of the session would be larger than the limit; both numbers in bytes.
  case sessionFull(bytes: Int, limit: Int)
  /// The metadata are larger than the limit; both numbers in bytes.
  case metadataTooLarge(bytes: Int, limit: Int)
  /// The name of the content's type is longer than the limit; both numbers in bytes of UTF-8.
  case contentTypeTooLong(bytes: Int, limit: Int)
  /// The metadata of the session would be larger than the limit; both numbers in bytes.
  case sessionMetadataFull(bytes: Int, limit: Int)
  /// The disk has not enough room; both numbers in bytes. A tenth of the free room stays free.
  case noRoom(bytes: Int, free: Int)
  /// The disk could not keep or read the attachment.
  case storageFailed
  /// The entry could not be signed.
  case notSigned
  /// Another participant added the attachment, so only that one may remove it.
  case notOwn
  /// The attachment was removed.
  case attachmentRemoved
  /// The last participant that had the attachment has left; the size in bytes.
  case attachmentLost(bytes: Int)
  /// The attachment has another type than the one that was asked for.
  case wrongType(stored: UTType, asked: UTType)
  /// The representation of the type is one of another type.
  case notTransferable
  /// The attachment has no metadata.
  case noMetadata

  init(_ refusal: JournalRefusal) {
    self =
      switch refusal {
      case .mayNotAdd: .mayNotAdd
      case .tooLarge(let bytes, let limit): .tooLarge(bytes: bytes, limit: limit)
      case .tooMany(let count, let limit): .tooManyAttachments(count: count, limit: limit)
      case .uploaderFull(let bytes, let limit): .participantFull(bytes: bytes, limit: limit)
      case .sessionFull(let bytes, let limit): .sessionFull(bytes: bytes, limit: limit)
      case .metadataTooLarge(let bytes, let limit): .metadataTooLarge(bytes: bytes, limit: limit)
      case .contentTypeTooLong(let bytes, let limit):
        .contentTypeTooLong(bytes: bytes, limit: limit)
      case .sessionMetadataFull(let bytes, let limit):
        .sessionMetadataFull(bytes: bytes, limit: limit)
      case .noRoom(let bytes, let free): .noRoom(bytes: bytes, free: free)
      case .storageFailed: .storageFailed
      case .notSigned: .notSigned
      case .notOwn: .notOwn
      case .removed, .notJoined: .attachmentRemoved
      case .lost(let bytes): .attachmentLost(bytes: bytes)
      }
  }

  /// The reason in English words, without a final full stop.
  public var description: String {
    switch self {
    case .mayNotAdd: "a participant that only watches adds nothing"
    case .tooLarge(let bytes, let limit):
      "the attachment has \(bytes) bytes, of which at most \(limit) are allowed"
    case .tooManyAttachments(let count, let limit):
      "there would be \(count) attachments, of which at most \(limit) are allowed"
    case .participantFull(let bytes, let limit):
      "this participant's attachments would have \(bytes) bytes, at most \(limit) are allowed"
    case .sessionFull(let bytes, let limit):
      "the session's attachments would have \(bytes) bytes, at most \(limit) are allowed"
    case .metadataTooLarge(let bytes, let limit):
      "the metadata have \(bytes) bytes, of which at most \(limit) are allowed"
    case .contentTypeTooLong(let bytes, let limit):
      "the name of the type has \(bytes) bytes, of which at most \(limit) are allowed"
    case .sessionMetadataFull(let bytes, let limit):
      "the session's metadata would have \(bytes) bytes, at most \(limit) are allowed"
    case .noRoom(let bytes, let free):
      "the attachment has \(bytes) bytes, and the disk has \(free) free"
    case .storageFailed: "the disk did not keep the attachment"
    case .notSigned: "the entry was not signed"
    case .notOwn: "another participant added the attachment"
    case .attachmentRemoved: "the attachment was removed"
    case .attachmentLost(let bytes):
      "the last participant with this attachment of \(bytes) bytes has left"
    case .wrongType(let stored, let asked):
      "the attachment is of type \(stored.identifier), not \(asked.identifier)"
    case .notTransferable: "the representation of the type is one of another type"
    case .noMetadata: "the attachment has no metadata"
    }
  }
}

extension GroupSessionJournalError: LocalizedError {
  /// The same text as ``description``.
  public var errorDescription: String? { description }
}
