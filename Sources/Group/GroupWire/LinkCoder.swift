import EaselBase
import GroupBase
import GroupCore
import OrderedCollections

/// Encodes the messages of one link, in order.
///
/// The other end has seen the same envelopes. So an envelope to everyone from a known origin does
/// not need the origin's name. If none of the origin's envelopes was lost in between, the envelope
/// does not need its number either: one byte (two for a high place) replaces both. A stroke in
/// progress sends thirty such envelopes per second. The seal of an envelope covers its values,
/// which are the same in every encoding.
public struct LinkEncoder: Sendable {
  private var memory = LinkMemory()

  /// Creates the encoder of a new link.
  public init() {}

  /// Encodes a message. If it is sent, call ``sent(_:)`` afterwards.
  public func encoded(_ message: LinkMessage) -> [UInt8] {
    guard case .envelope(let envelope) = message else {
      return [LinkMessageTag.neighbourly] + message.encoded()
    }
    guard var bytes = shortHead(of: envelope, extra: envelope.body.count) else {
      return Self.whole(message)
    }
    bytes += envelope.body
    return bytes
  }

  /// Encodes an envelope for several links. Apart from a short head, the bytes are the same for all
  /// of them. If it is sent, call ``sent(_:)`` afterwards.
  public func encoded(_ message: LinkMessage, from shared: inout SharedEnvelope) -> LinkFrame {
    guard case .envelope(let envelope) = message,
      envelope.body.count >= SharedBytes.countMin
    else { return LinkFrame(encoded(message)) }
    if let head = shortHead(of: envelope) {
      let body = shared.body ?? SharedBytes(envelope.body)
      shared.body = body
      return LinkFrame(head, body)
    }
    _ = Self.whole(message, from: &shared)
    return LinkFrame([], shared.whole)
  }

  /// Encodes an envelope with all its fields, as a datagram holds it.
  public static func whole(_ message: LinkMessage, from shared: inout SharedEnvelope) -> [UInt8] {
    let whole = shared.whole ?? SharedBytes(whole(message))
    shared.whole = whole
    return whole.bytes
  }

  private static func whole(_ message: LinkMessage) -> [UInt8] {
    [LinkMessageTag.whole] + message.encoded()
  }

  /// Returns what comes before the body in the short form; nil if the envelope needs all its fields.
  private func shortHead(of envelope: Envelope, extra: Int = 0) -> [UInt8]? {
    guard envelope.to == .everyone, let (index, last) = memory.index(of: envelope.origin) else {
      return nil
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(extra + 8)
    let isNext = envelope.number == last &+ 1
    bytes.append(varint: LinkMessageTag.firstIndex + UInt64(index) * 2 + (isNext ? 0 : 1))
    if !isNext { bytes.append(zigZag: Int64(bitPattern: envelope.number &- last)) }
    return bytes
  }

  /// Records that the encoded message was sent. The message arrives, or nothing more arrives over
  /// the link.
  public mutating func sent(_ message: LinkMessage) { memory.passed(message) }
}

/// The bytes of one envelope that are the same for all links, in the forms that were needed so far.
public struct SharedEnvelope: Sendable {
  fileprivate var body: SharedBytes?
  fileprivate var whole: SharedBytes?

  /// Creates the value of a new envelope.
  public init() {}
}

/// The meaning of the first byte of a message on a link.
public enum LinkMessageTag {
  /// A message between the two neighbours about their link.
  public static let neighbourly: UInt8 = 0
  /// An envelope with all its fields.
  static let whole: UInt8 = 1
  /// An envelope to everyone in short form. Its first number is this number plus twice the place of
  /// its origin among the seen origins. This means the origin's next envelope. If the first number
  /// is one higher, the difference from the origin's last number follows.
  static let firstIndex: UInt64 = 2

  /// Returns whether encoded bytes are for the neighbour alone. An envelope belongs to its origin,
  /// whichever neighbour sent it.
  public static func isNeighbourly(_ bytes: [UInt8]) -> Bool { bytes.first == neighbourly }

  /// Returns whether encoded bytes are the offer of datagrams, which the transports say to each other.
  public static func isOfDatagrams(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: datagramOffer)
  }

  private static let datagramOffer = [neighbourly] + LinkMessage.datagrams.encoded()

  /// Returns whether a message is for the neighbour alone.
  public static func isNeighbourly(_ frame: LinkFrame) -> Bool {
    (frame.head.first ?? frame.body?.bytes.first) == neighbourly
  }
}

extension LinkMessage {
  fileprivate var isEnvelope: Bool { if case .envelope = self { true } else { false } }
}

/// Decodes the output of ``LinkEncoder``, in the same order.
public struct LinkDecoder: Sendable {
  private var memory = LinkMemory()

  /// Creates the decoder of a new link.
  public init() {}

  /// Decodes a message. The bytes are untrusted. Nil for a message of a newer version that this
  /// version need not understand.
  public mutating func decode(_ bytes: [UInt8]) throws(WireError) -> LinkMessage? {
    guard let first = bytes.first else { throw WireError("link", .missing) }
    let message =
      first <= LinkMessageTag.whole ? try long(bytes.dropFirst(), first) : try short(bytes)
    if let message { memory.passed(message) }
    return message
  }

  /// Decodes an envelope that came as a datagram. It changes no memory of a link. Nil unless the bytes,
  /// which are untrusted, are an envelope with all its fields.
  public static func lossyEnvelope(_ bytes: [UInt8]) -> LinkMessage? {
    guard bytes.first == LinkMessageTag.whole else { return nil }
    let message = try? LinkMessage(decoding: Array(bytes.dropFirst()))
    return message.flatMap { $0 }.flatMap { $0.isEnvelope ? $0 : nil }
  }

  /// Reads only the origin and the number of an envelope. Returns true if the envelope is in short
  /// form and `isKnown` accepts it. Returns false for all other messages, which the caller must
  /// then decode.
  public mutating func skim(
    _ bytes: [UInt8], where isKnown: (MemberID, _ number: UInt64) -> Bool
  ) -> Bool {
    var reader = ByteReader(bytes)
    guard let (origin, number) = head(&reader), isKnown(origin, number) else { return false }
    memory.passed(origin, number)
    return true
  }

  /// Returns the origin and the number of an envelope; nil if it is not in short form, or if no
  /// origin has its place.
  private func head(_ reader: inout ByteReader) -> (origin: MemberID, number: UInt64)? {
    guard let first = reader.varint(), first >= LinkMessageTag.firstIndex,
      let (origin, last) = memory[(first - LinkMessageTag.firstIndex) / 2]
    else { return nil }
    guard first % 2 == 1 else { return (origin, last &+ 1) }
    return reader.zigZag().map { (origin, last &+ UInt64(bitPattern: $0)) }
  }

  private func long(_ bytes: ArraySlice<UInt8>, _ form: UInt8) throws(WireError) -> LinkMessage? {
    let message = try LinkMessage(decoding: Array(bytes))
    // The first byte and the content disagree about whether this is an envelope. So the message was
    // not checked in the way that its kind requires.
    if let message, message.isEnvelope != (form == LinkMessageTag.whole) {
      throw WireError("link", .malformed)
    }
    return message
  }

  private func short(_ bytes: [UInt8]) throws(WireError) -> LinkMessage {
    var reader = ByteReader(bytes)
    guard let (origin, number) = head(&reader) else { throw WireError("envelope", .malformed) }
    return .envelope(
      Envelope(origin: origin, number: number, to: .everyone, body: Array(reader.rest)))
  }
}

/// The origins whose envelopes passed a link. Both of its ends remember the same origins.
private struct LinkMemory: Sendable {
  /// The number of the last envelope of each origin, in the order of the places.
  private var origins: OrderedDictionary<MemberID, UInt64> = [:]
  /// The place of the origin whose envelope passed last.
  private var recent = 0

  func index(of origin: MemberID) -> (index: Int, last: UInt64)? {
    known(origin).map { ($0, origins.values[$0]) }
  }

  /// Tests the most recent origin first, because an origin usually sends several envelopes in a
  /// row.
  private func known(_ origin: MemberID) -> Int? {
    if recent < origins.count, origins.keys[recent] == origin { return recent }
    return origins.index(forKey: origin)
  }

  subscript(index: UInt64) -> (member: MemberID, last: UInt64)? {
    guard index < UInt64(origins.count) else { return nil }
    let (member, last) = origins.elements[Int(index)]
    return (member, last)
  }

  /// Records a message that passed the link. At most `Router.originsMax` origins get a place. Later
  /// origins are named in each envelope.
  mutating func passed(_ message: LinkMessage) {
    if case .envelope(let envelope) = message { passed(envelope.origin, envelope.number) }
  }

  mutating func passed(_ origin: MemberID, _ number: UInt64) {
    if let index = known(origin) {
      origins.values[index] = number
      recent = index
    } else if origins.count < Router.originsMax {
      origins[origin] = number
    }
  }
}
