/// The limits of a journal. All participants of a session apply the same ones.
package enum JournalLimits {
  /// The most bytes of one attachment.
  package static let attachmentBytesMax = 100 << 20
  /// The most attachments of one uploader.
  package static let attachmentsMax = 64
  /// The most bytes of all attachments of one uploader.
  package static let uploaderBytesMax = 256 << 20
  /// The most bytes of all attachments of a session.
  package static let sessionBytesMax = 512 << 20
  /// The most bytes of an attachment's metadata.
  package static let metadataBytesMax = 64 << 10
  /// The most bytes of the metadata of all attachments of a session.
  package static let sessionMetadataBytesMax = 1 << 20
  /// The most bytes of the name of a content type.
  package static let contentTypeBytesMax = 128
  /// The bytes of each chunk of an attachment but the last.
  package static let chunkBytes = 60 << 10
  /// A participant copies attachments that its program does not load, up to this many bytes.
  static let copiedBytesMax = 64 << 20
  /// The most uploaders of which a participant keeps a list.
  static let listsMax = 256
  /// The most attachments that one message names.
  static let namesMax = 1_024
  /// The furthest by which a stamp may be above the highest known stamp.
  static let stampLeap: UInt64 = 1 << 20
  static let digestBytes = 32
  static let keyBytes = 32
  static let signatureBytesMax = 64

  /// Returns the number of chunks of an attachment of this many bytes.
  package static func chunkCount(of bytes: Int) -> Int { (bytes + chunkBytes - 1) / chunkBytes }

  /// Returns the place of a chunk within an attachment of this many bytes.
  package static func range(of chunk: Int, in bytes: Int) -> Range<Int> {
    let start = min(chunk * chunkBytes, bytes)
    return start..<min(start + chunkBytes, bytes)
  }
}

/// The reason why an attachment is not added or not loaded. All numbers are in bytes, but for
/// ``tooMany(count:limit:)``.
package enum JournalRefusal: Error, Hashable, Sendable {
  /// This participant only watches.
  case mayNotAdd
  case tooLarge(bytes: Int, limit: Int)
  /// The uploader or the session has as many attachments as it may have.
  case tooMany(count: Int, limit: Int)
  /// The attachments of the uploader, with this one.
  case uploaderFull(bytes: Int, limit: Int)
  /// The attachments of the session, with this one.
  case sessionFull(bytes: Int, limit: Int)
  case metadataTooLarge(bytes: Int, limit: Int)
  /// The name of the type of the content.
  case contentTypeTooLong(bytes: Int, limit: Int)
  /// The metadata of the session, with those of this attachment.
  case sessionMetadataFull(bytes: Int, limit: Int)
  /// The disk has too little room.
  case noRoom(bytes: Int, free: Int)
  /// The storage failed.
  case storageFailed
  /// The key of this participant did not sign.
  case notSigned
  /// This participant did not add the attachment, so it may not remove it.
  case notOwn
  /// The attachment was removed, or was never there.
  case removed
  /// The last participant with the attachment has left.
  case lost(bytes: Int)
  /// This participant is not in the session.
  case notJoined
}
