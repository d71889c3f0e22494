import EaselBase

/// A service that programs announce in their network.
package enum NearbyService: Hashable, Sendable {
  /// Runs of Easel, whose announcements have a role and a mark.
  case easel
  /// Programs that look for local peers, by their type of service (RFC 6335).
  case peers(String)

  var name: DNSName {
    switch self {
    case .easel: DNSName("_easel._tcp.local")
    case .peers(let type): DNSName("_\(type)._tcp.local")
    }
  }

  /// The first text of an announcement. It tells the kinds of programs with one service type apart.
  var version: String {
    switch self {
    case .easel: "v=1"
    case .peers: "v=peer1"
    }
  }
}

/// The facts with which a run says in its network that it is findable. They name nobody, and no
/// board; only a person who knows the user's key recognises the mark.
package struct NearbyAnnouncement: Hashable, Sendable {
  package let service: NearbyService
  /// Random bytes that name the run (8).
  package let instance: [UInt8]
  /// The TCP port for meetings.
  package let port: UInt16
  /// Whether the ticket of the run lets its guest draw.
  package let mayDraw: Bool
  /// The digest of the user's key in this hour (8 bytes); empty for a service of local peers.
  package let mark: [UInt8]

  package static let instanceLength = 8
  package static let markLength = 8
  /// A legacy answer is valid for at most ten seconds (RFC 6762, 6.7).
  package static let lifetime = Duration.seconds(10)

  package init(instance: [UInt8], port: UInt16, mayDraw: Bool, mark: [UInt8]) {
    (self.instance, self.port, self.mayDraw, self.mark) = (instance, port, mayDraw, mark)
    service = .easel
  }

  /// Creates the announcement of a program that looks for local peers.
  package init(ofPeers type: String, instance: [UInt8], port: UInt16) {
    (self.instance, self.port, mayDraw, mark) = (instance, port, false, [])
    service = .peers(type)
  }

  private var name: DNSName { DNSName([Self.hex(instance)] + service.name.labels) }

  private var records: [DNSRecord] {
    let seconds = UInt32(Self.lifetime.components.seconds)
    var text: [[UInt8]] = [Array(service.version.utf8)]
    if service == .easel {
      text += [
        Array("r=\(mayDraw ? "draw" : "watch")".utf8), Array("k=".utf8) + Self.hex(mark),
      ]
    }
    return [
      DNSRecord(name: service.name, seconds: seconds, content: .pointer(name)),
      DNSRecord(
        name: name, seconds: seconds,
        content: .service(port: port, target: DNSName([Self.hex(instance), Array("local".utf8)]))),
      DNSRecord(name: name, seconds: seconds, content: .text(text)),
    ]
  }

  /// Returns the answer to a question of another program; nil if this program does not answer it.
  /// The bytes are untrusted.
  ///
  /// - Parameter port: the port of the sender. A sender at the port of mDNS expects answers that this
  ///   program does not give.
  package func answer(to bytes: [UInt8], from port: UInt16) -> [UInt8]? {
    let message: DNSMessage
    do { message = try DNSMessage(bytes) } catch { return nil }
    let question = message.questions.first {
      $0.name == service.name && [DNSQuestion.pointer, DNSQuestion.any].contains($0.kind)
        && [1, 255].contains($0.family & 0x7FFF)
    }
    guard !message.isResponse, let question, port != MulticastDNS.port else { return nil }
    return DNSMessage(id: message.id, isResponse: true, questions: [question], records: records)
      .bytes
  }

  /// Returns the question for all runs that are findable.
  static func question(_ id: UInt16, for service: NearbyService = .easel) -> [UInt8] {
    DNSMessage(
      id: id, isResponse: false,
      questions: [DNSQuestion(name: service.name, kind: DNSQuestion.pointer)]
    ).bytes
  }

  /// Returns the announcements in an answer; none if the bytes, which are untrusted, are no answer to
  /// this question.
  static func all(
    in bytes: [UInt8], answering id: UInt16, for service: NearbyService = .easel
  ) -> [NearbyAnnouncement] {
    let message: DNSMessage
    do { message = try DNSMessage(bytes) } catch { return [] }
    let labels = service.name.labels
    guard message.isResponse, message.id == id else { return [] }
    return message.records.compactMap { record in
      guard record.name == service.name, case .pointer(let name) = record.content,
        name.labels.count == labels.count + 1,
        DNSName(Array(name.labels.dropFirst())) == service.name,
        let instance = bytes8(name.labels[0])
      else { return nil }
      return NearbyAnnouncement(
        instance, of: message.records.filter { $0.name == name }, service)
    }
  }

  private init?(_ instance: [UInt8], of records: [DNSRecord], _ service: NearbyService) {
    var (port, text) = (nil as UInt16?, [[UInt8]]())
    for record in records {
      switch record.content {
      case .service(let found, _): port = found
      case .text(let found): text = found
      case .pointer: break
      }
    }
    func value(_ key: String) -> [UInt8]? {
      let prefix = Array("\(key)=".utf8)
      return text.first { $0.starts(with: prefix) }.map { Array($0.dropFirst(prefix.count)) }
    }
    guard let port, port > 0, text.contains(Array(service.version.utf8)) else { return nil }
    if case .peers(let type) = service {
      self.init(ofPeers: type, instance: instance, port: port)
      return
    }
    guard let mark = value("k").flatMap(Self.bytes8),
      let role = value("r"), [Array("draw".utf8), Array("watch".utf8)].contains(role)
    else { return nil }
    self.init(
      instance: instance, port: port, mayDraw: role == Array("draw".utf8), mark: mark)
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func hex(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  private static func bytes8(_ text: [UInt8]) -> [UInt8]? {
    guard text.count == 16 else { return nil }
    let values = text.compactMap { digits.firstIndex(of: $0).map(UInt8.init) }
    guard values.count == 16 else { return nil }
    return stride(from: 0, to: 16, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }
}

/// The numbers of mDNS (RFC 6762).
package enum MulticastDNS {
  package static let port: UInt16 = 5_353
  package static let group = "224.0.0.251"
}
