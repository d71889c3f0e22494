import EaselBase

/// The attachments of one uploader, signed by it. Of two lists with one key the higher version
/// counts, so only the uploader adds to the list and removes from it.
package struct JournalList: Hashable, Sendable {
  /// The participant that uploaded the attachments.
  package let uploader: Bytes16
  /// The public key that the uploader made for this session.
  package let key: [UInt8]
  /// Grows by one with each change.
  package let version: UInt64
  package let attachments: [ListedAttachment]
  /// The signature over all other fields.
  package let signature: [UInt8]

  package init(
    uploader: Bytes16, key: [UInt8], version: UInt64, attachments: [ListedAttachment],
    signature: [UInt8]
  ) {
    (self.uploader, self.key, self.version) = (uploader, key, version)
    (self.attachments, self.signature) = (attachments, signature)
  }

  /// Signs a list; nil if the key does not sign.
  package init?(
    uploader: Bytes16, version: UInt64, attachments: [ListedAttachment],
    signedBy signer: JournalSigner
  ) {
    let unsigned = JournalList(
      uploader: uploader, key: signer.publicKey, version: version, attachments: attachments,
      signature: [])
    guard let signature = signer.sign(unsigned.signed) else { return nil }
    self.init(
      uploader: uploader, key: signer.publicKey, version: version, attachments: attachments,
      signature: signature)
  }

  /// The bytes of all attachments.
  var bytes: Int { attachments.reduce(0) { $0 + $1.bytes } }

  /// Whether the list keeps the limits of an uploader.
  var isWithinLimits: Bool {
    attachments.count <= JournalLimits.attachmentsMax
      && attachments.allSatisfy { $0.bytes <= JournalLimits.attachmentBytesMax }
      && attachments.allSatisfy { $0.metadataBytes <= JournalLimits.metadataBytesMax }
      && bytes <= JournalLimits.uploaderBytesMax
  }
}

/// An attachment as its uploader lists it. Its id is a digest of all this with the uploader's key, so
/// nobody else can list an attachment of the same id.
package struct ListedAttachment: Hashable, Sendable {
  /// The place in the order of all attachments: greater than all stamps that the uploader knew.
  package let stamp: UInt64
  package let bytes: Int
  package let metadataBytes: Int
  /// The digest of the encoded ``JournalHeader``.
  package let headerDigest: [UInt8]

  package init(stamp: UInt64, bytes: Int, metadataBytes: Int, headerDigest: [UInt8]) {
    (self.stamp, self.bytes) = (stamp, bytes)
    (self.metadataBytes, self.headerDigest) = (metadataBytes, headerDigest)
  }

  var chunkCount: Int { JournalLimits.chunkCount(of: bytes) }
}

/// The metadata of an attachment, and the digest of each of its chunks.
package struct JournalHeader: Hashable, Sendable {
  /// The name of the type of the content.
  package let contentType: String
  /// Nil if the attachment has none.
  package let metadata: [UInt8]?
  /// The digests of all chunks, one behind the other.
  package let digests: [UInt8]

  package init(contentType: String, metadata: [UInt8]?, digests: [UInt8]) {
    (self.contentType, self.metadata, self.digests) = (contentType, metadata, digests)
  }

  /// Computes the digests of a content.
  package init(
    contentType: String, metadata: [UInt8]?, content: [UInt8],
    digest: ([UInt8]) -> [UInt8]
  ) {
    let digests = (0..<JournalLimits.chunkCount(of: content.count)).flatMap { chunk in
      digest(Array(content[JournalLimits.range(of: chunk, in: content.count)]))
    }
    self.init(contentType: contentType, metadata: metadata, digests: digests)
  }

  /// Returns the digest of a chunk.
  func digest(of chunk: Int) -> ArraySlice<UInt8> {
    digests.dropFirst(chunk * JournalLimits.digestBytes).prefix(JournalLimits.digestBytes)
  }

  /// Whether the header has a digest for each chunk, and as much metadata as listed.
  func fits(_ listed: ListedAttachment) -> Bool {
    digests.count == listed.chunkCount * JournalLimits.digestBytes
      && metadata?.count ?? 0 == listed.metadataBytes
  }
}

/// The key with which a participant signs its list, and the functions that check lists and chunks.
package struct JournalSigner: Sendable {
  package let publicKey: [UInt8]
  /// Returns nil if the key does not sign.
  package let sign: @Sendable ([UInt8]) -> [UInt8]?
  package let verify: @Sendable (_ signature: [UInt8], _ bytes: [UInt8], _ key: [UInt8]) -> Bool
  /// Returns 32 bytes.
  package let digest: @Sendable ([UInt8]) -> [UInt8]

  package init(
    publicKey: [UInt8], sign: @escaping @Sendable ([UInt8]) -> [UInt8]?,
    verify: @escaping @Sendable ([UInt8], [UInt8], [UInt8]) -> Bool,
    digest: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) {
    (self.publicKey, self.sign, self.verify, self.digest) = (publicKey, sign, verify, digest)
  }
}
