import EaselBase

// The bytes of the messages. Numbers are written as Protobuf writes them, and bytes behind their
// count. A reader ignores bytes behind the last field that it knows.
extension JournalMessage {
  /// The number of the kind, and then the bytes of the message.
  package var encoded: [UInt8] {
    [UInt8(clamping: Self.names.firstIndex(of: name) ?? Self.names.count)] + bytes
  }

  /// Reads a message with the number of its kind. The bytes are untrusted.
  package init?(encoded: [UInt8]) {
    guard let kind = encoded.first.map(Int.init), Self.names.indices.contains(kind) else {
      return nil
    }
    self.init(named: Self.names[kind], Array(encoded.dropFirst()))
  }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    switch self {
    case .hello(let hello): bytes.append(hello)
    case .list(let list):
      bytes = list.signed
      bytes.append(counted: list.signature)
    case .want(let id, let index), .lacks(let id, let index):
      bytes += id.bytes
      bytes.append(varint: UInt64(index))
    case .chunk(let id, let index, let content):
      bytes += id.bytes
      bytes.append(varint: UInt64(index))
      bytes.append(counted: content)
    case .have(let ids, let isFull):
      bytes.append(ids: ids)
      bytes.append(isFull ? 1 : 0)
    case .bye: break
    }
    return bytes
  }

  /// Reads a message. The bytes are untrusted.
  package init?(named name: String, _ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    let message: JournalMessage? =
      switch name {
      case "journal.hello": reader.hello().map { .hello($0) }
      case "journal.list": reader.list().map { .list($0) }
      case "journal.want": reader.part().map { .want($0.id, index: $0.index) }
      case "journal.lacks": reader.part().map { .lacks($0.id, index: $0.index) }
      case "journal.chunk":
        reader.part().flatMap { part in
          reader.counted(max: Self.partBytesMax).map { .chunk(part.id, index: part.index, $0) }
        }
      case "journal.have":
        reader.ids().flatMap { ids in reader.flag().map { .have(ids, isFull: $0) } }
      case "journal.bye": .bye
      default: nil
      }
    guard let message else { return nil }
    self = message
  }

  /// The most bytes of a header, which is longer than a chunk.
  private static let partBytesMax = UInt64(JournalHeader.bytesMax)
}

extension JournalList {
  /// The bytes that the signature covers.
  var signed: [UInt8] {
    var bytes = uploader.bytes + key
    bytes.append(varint: version)
    bytes.append(varint: UInt64(attachments.count))
    for attachment in attachments { bytes += attachment.encoded }
    return bytes
  }
}

extension ListedAttachment {
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(varint: stamp)
    bytes.append(varint: UInt64(self.bytes))
    bytes.append(varint: UInt64(metadataBytes))
    return bytes + headerDigest
  }
}

extension JournalHeader {
  static let bytesMax =
    JournalLimits.contentTypeBytesMax + JournalLimits.metadataBytesMax + 64
    + JournalLimits.chunkCount(of: JournalLimits.attachmentBytesMax) * JournalLimits.digestBytes

  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(counted: Array(contentType.utf8))
    bytes.append(metadata == nil ? 0 : 1)
    if let metadata { bytes.append(counted: metadata) }
    bytes.append(counted: digests)
    return bytes
  }

  package init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard
      let type = reader.counted(max: UInt64(JournalLimits.contentTypeBytesMax)).flatMap({
        String(validating: $0, as: UTF8.self)
      }),
      let hasMetadata = reader.flag()
    else { return nil }
    var metadata: [UInt8]?
    if hasMetadata {
      metadata = reader.counted(max: UInt64(JournalLimits.metadataBytesMax))
      if metadata == nil { return nil }
    }
    guard let digests = reader.counted(max: UInt64(Self.bytesMax)) else { return nil }
    self.init(contentType: type, metadata: metadata, digests: digests)
  }
}

extension [UInt8] {
  fileprivate mutating func append(counted bytes: [UInt8]) {
    append(varint: UInt64(bytes.count))
    self += bytes
  }

  fileprivate mutating func append(ids: [Bytes16]) {
    append(varint: UInt64(ids.count))
    for id in ids { self += id.bytes }
  }

  fileprivate mutating func append(_ hello: JournalHello) {
    self += hello.key
    append(varint: UInt64(hello.versions.count))
    for known in hello.versions {
      self += known.key
      append(varint: known.version)
    }
    append(ids: hello.complete)
    append(hello.isFull ? 1 : 0)
    append(hello.isAnswer ? 1 : 0)
  }
}

extension ByteReader {
  fileprivate mutating func counted(max: UInt64) -> [UInt8]? {
    guard let count = varint(), count <= max else { return nil }
    return bytes(count).map(Array.init)
  }

  fileprivate mutating func flag() -> Bool? { varint().flatMap { $0 < 2 ? $0 == 1 : nil } }

  fileprivate mutating func id() -> Bytes16? { bytes(16).flatMap { Bytes16($0) } }

  fileprivate mutating func key() -> [UInt8]? {
    bytes(UInt64(JournalLimits.keyBytes)).map(Array.init)
  }

  fileprivate mutating func count(max: Int) -> Int? {
    varint().flatMap { $0 <= UInt64(max) ? Int($0) : nil }
  }

  fileprivate mutating func ids() -> [Bytes16]? {
    guard let count = count(max: JournalLimits.namesMax) else { return nil }
    return all(count) { $0.id() }
  }

  /// Reads this many values; nil if one of them is wrong.
  private mutating func all<Value>(
    _ count: Int, _ read: (inout ByteReader) -> Value?
  ) -> [Value]? {
    var values: [Value] = []
    for _ in 0..<count {
      guard let value = read(&self) else { return nil }
      values.append(value)
    }
    return values
  }

  /// Reads the name of a header or a chunk.
  fileprivate mutating func part() -> (id: Bytes16, index: Int)? {
    let last = JournalLimits.chunkCount(of: JournalLimits.attachmentBytesMax)
    guard let id = id(), let index = count(max: last) else { return nil }
    return (id, index)
  }

  fileprivate mutating func hello() -> JournalHello? {
    guard let key = key(),
      let count = count(max: JournalLimits.listsMax),
      let versions = all(
        count,
        { reader in
          reader.key().flatMap { key in
            reader.varint().map { JournalHello.Version(key: key, version: $0) }
          }
        }),
      let complete = ids(), let isFull = flag(), let isAnswer = flag()
    else { return nil }
    return JournalHello(
      key: key, versions: versions, complete: complete, isFull: isFull, isAnswer: isAnswer)
  }

  fileprivate mutating func list() -> JournalList? {
    guard let uploader = id(), let key = key(),
      let version = varint(), let count = count(max: JournalLimits.attachmentsMax),
      let attachments = all(count, { $0.attachment() }),
      let signature = counted(max: UInt64(JournalLimits.signatureBytesMax))
    else { return nil }
    return JournalList(
      uploader: uploader, key: key, version: version, attachments: attachments,
      signature: signature)
  }

  private mutating func attachment() -> ListedAttachment? {
    guard let stamp = varint(),
      let bytes = count(max: JournalLimits.attachmentBytesMax),
      let metadataBytes = count(max: JournalLimits.metadataBytesMax),
      let digest = self.bytes(UInt64(JournalLimits.digestBytes)).map(Array.init)
    else { return nil }
    return ListedAttachment(
      stamp: stamp, bytes: bytes, metadataBytes: metadataBytes, headerDigest: digest)
  }
}
