import EaselBase

/// The bytes are no message of the DNS, or a larger one than this program reads.
struct DNSError: Error {}

/// A name of the DNS: its labels, from the left.
struct DNSName: Hashable, Sendable {
  let labels: [[UInt8]]
  /// The maximum number of bytes of a name, with the length before each label (RFC 1035, 3.1).
  static let bytesMax = 255
  static let labelMax = 63

  init(_ labels: [[UInt8]]) { self.labels = labels }
  init(_ text: String) { labels = text.split(separator: ".").map { Array($0.utf8) } }

  /// Returns whether the two names are the same; large and small letters of ASCII are.
  static func == (left: DNSName, right: DNSName) -> Bool { left.folded == right.folded }

  func hash(into hasher: inout Hasher) { hasher.combine(folded) }

  private var folded: [[UInt8]] {
    labels.map { $0.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }
  }
}

/// A question of the DNS, or the head of a record.
struct DNSQuestion: Hashable, Sendable {
  var name: DNSName
  var kind: UInt16
  /// 1 is the internet. The highest bit asks for an answer by unicast.
  var family: UInt16 = 1

  static let pointer: UInt16 = 12
  static let text: UInt16 = 16
  static let service: UInt16 = 33
  static let any: UInt16 = 255
}

struct DNSRecord: Hashable, Sendable {
  /// The content of a record. Records of other kinds are left out when a message is read.
  enum Content: Hashable, Sendable {
    case pointer(DNSName)
    case service(port: UInt16, target: DNSName)
    case text([[UInt8]])
  }

  var name: DNSName
  /// The time for which the record is valid.
  var seconds: UInt32
  var content: Content
}

/// A message of the DNS (RFC 1035), as far as the discovery of services (RFC 6763) needs it.
struct DNSMessage: Hashable, Sendable {
  var id: UInt16
  var isResponse: Bool
  var questions: [DNSQuestion] = []
  /// The answers and the additional records.
  var records: [DNSRecord] = []

  /// A longer message is neither read nor sent.
  static let bytesMax = 512
  /// A message with more questions or records is not read.
  static let entriesMax = 64

  init(id: UInt16, isResponse: Bool, questions: [DNSQuestion] = [], records: [DNSRecord] = []) {
    (self.id, self.isResponse) = (id, isResponse)
    (self.questions, self.records) = (questions, records)
  }

  // MARK: Writing

  /// The encoded form, without compression.
  var bytes: [UInt8] {
    var writer = DNSWriter()
    writer.add(id)
    // A response is authoritative.
    writer.add(isResponse ? 0x8400 : 0)
    for count in [questions.count, records.count, 0, 0] { writer.add(UInt16(clamping: count)) }
    for question in questions { writer.add(question) }
    for record in records { writer.add(record) }
    return writer.bytes
  }

  // MARK: Reading

  /// Parses a message. The bytes are untrusted.
  init(_ bytes: [UInt8]) throws(DNSError) {
    guard bytes.count <= Self.bytesMax else { throw DNSError() }
    var reader = DNSReader(bytes)
    id = try reader.number()
    isResponse = try reader.number() & 0x8000 != 0
    let questionCount = try reader.number()
    let recordCount = try Int(reader.number()) + Int(reader.number()) + Int(reader.number())
    guard Int(questionCount) + recordCount <= Self.entriesMax else { throw DNSError() }
    for _ in 0..<questionCount { questions.append(try reader.question()) }
    for _ in 0..<recordCount {
      if let record = try reader.record() { records.append(record) }
    }
  }
}

private struct DNSWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ number: UInt16) {
    bytes += [UInt8(number >> 8), UInt8(number & 0xFF)]
  }

  mutating func add(_ name: DNSName) {
    for label in name.labels {
      bytes.append(UInt8(clamping: label.count))
      bytes += label
    }
    bytes.append(0)
  }

  mutating func add(_ question: DNSQuestion) {
    add(question.name)
    add(question.kind)
    add(question.family)
  }

  mutating func add(_ record: DNSRecord) {
    var content = DNSWriter()
    let kind: UInt16
    switch record.content {
    case .pointer(let name):
      kind = DNSQuestion.pointer
      content.add(name)
    case .service(let port, let target):
      kind = DNSQuestion.service
      for number in [0, 0, port] { content.add(number) }
      content.add(target)
    case .text(let strings):
      kind = DNSQuestion.text
      for string in strings {
        content.bytes.append(UInt8(clamping: string.count))
        content.bytes += string
      }
    }
    add(DNSQuestion(name: record.name, kind: kind))
    add(UInt16(record.seconds >> 16))
    add(UInt16(record.seconds & 0xFFFF))
    add(UInt16(clamping: content.bytes.count))
    bytes += content.bytes
  }
}

private struct DNSReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func byte() throws(DNSError) -> UInt8 {
    guard index < bytes.count else { throw DNSError() }
    defer { index += 1 }
    return bytes[index]
  }

  mutating func number() throws(DNSError) -> UInt16 {
    UInt16(try byte()) << 8 | UInt16(try byte())
  }

  private mutating func string(_ count: Int) throws(DNSError) -> [UInt8] {
    guard count <= bytes.count - index else { throw DNSError() }
    defer { index += count }
    return Array(bytes[index..<index + count])
  }

  /// Reads a name. A pointer (RFC 1035, 4.1.4) leads only to an earlier place, so each name ends.
  mutating func name() throws(DNSError) -> DNSName {
    var (labels, length, end) = ([[UInt8]](), 1, nil as Int?)
    var limit = index
    while true {
      let head = try byte()
      switch head >> 6 {
      case 0 where head == 0:
        if let end { index = end }
        return DNSName(labels)
      case 0:
        let label = try string(Int(head))
        length += label.count + 1
        guard length <= DNSName.bytesMax else { throw DNSError() }
        labels.append(label)
      case 3:
        let target = Int(head & 0x3F) << 8 | Int(try byte())
        guard target < limit else { throw DNSError() }
        if end == nil { end = index }
        (index, limit) = (target, target)
      default: throw DNSError()
      }
    }
  }

  mutating func question() throws(DNSError) -> DNSQuestion {
    DNSQuestion(name: try name(), kind: try number(), family: try number())
  }

  /// Reads a record; nil if it is of a kind that this program does not use.
  mutating func record() throws(DNSError) -> DNSRecord? {
    let head = try question()
    let seconds = UInt32(try number()) << 16 | UInt32(try number())
    let length = Int(try number())
    guard length <= bytes.count - index else { throw DNSError() }
    let end = index + length
    let content = try content(of: head.kind, until: end)
    guard content == nil || index == end else { throw DNSError() }
    index = end
    return content.map { DNSRecord(name: head.name, seconds: seconds, content: $0) }
  }

  private mutating func content(
    of kind: UInt16, until end: Int
  ) throws(DNSError) -> DNSRecord.Content? {
    switch kind {
    case DNSQuestion.pointer: return .pointer(try name())
    case DNSQuestion.service:
      _ = try string(4)
      return .service(port: try number(), target: try name())
    case DNSQuestion.text:
      var strings: [[UInt8]] = []
      while index < end { strings.append(try string(Int(try byte()))) }
      return .text(strings)
    default: return nil
    }
  }
}
