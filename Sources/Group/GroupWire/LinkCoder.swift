import EaselBase
import GroupCore

/// Writes what goes over one link, in order.
///
/// The other end has seen the same envelopes, so that one to everyone from an origin that was seen
/// needs neither its name nor, where none of its envelopes was lost between, its number: one byte does,
/// of which wet ink sends thirty a second.
/// Whatever seals an envelope is over its values, which are the same however it was written.
public struct LinkEncoder: Sendable {
  private var memory = LinkMemory()

  public init() {}

  /// Then tell ``sent(_:)`` if it goes.
  public func encoded(_ message: LinkMessage) -> [UInt8] {
    if case .envelope(let envelope) = message, envelope.to == .everyone,
      let (place, last) = memory.place(of: envelope.origin)
    {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(envelope.body.count + 8)
      let isNext = envelope.number == last &+ 1
      bytes.append(varint: LinkForm.firstPlace + UInt64(place) * 2 + (isNext ? 0 : 1))
      if !isNext { bytes.append(zigZag: Int64(bitPattern: envelope.number &- last)) }
      bytes += envelope.body
      return bytes
    }
    if case .envelope = message { return [LinkForm.whole] + message.encoded() }
    return [LinkForm.neighbourly] + message.encoded()
  }

  /// The message that was encoded will arrive, or nothing more will.
  public mutating func sent(_ message: LinkMessage) { memory.passed(message) }
}

/// What the first byte over a link says about the rest.
public enum LinkForm {
  /// What the two neighbours say to each other about their link.
  public static let neighbourly: UInt8 = 0
  /// An envelope with all that it says.
  static let whole: UInt8 = 1
  /// An envelope to everyone, by twice its origin's place among those that were seen: the origin's next,
  /// or, of the number that is one higher, one by the way from its last.
  static let firstPlace: UInt64 = 2

  /// Whether encoded bytes are for the neighbour alone; an envelope is its origin's, however it came.
  public static func isNeighbourly(_ bytes: [UInt8]) -> Bool { bytes.first == neighbourly }
}

extension LinkMessage {
  fileprivate var isEnvelope: Bool { if case .envelope = self { true } else { false } }
}

/// Reads what ``LinkEncoder`` wrote, in the same order.
public struct LinkDecoder: Sendable {
  private var memory = LinkMemory()

  public init() {}

  /// Any bytes may come. Nil where a newer version says what this one need not understand.
  public mutating func decode(_ bytes: [UInt8]) throws(WireError) -> LinkMessage? {
    guard let first = bytes.first else { throw WireError("link", .missing) }
    let message =
      first <= LinkForm.whole ? try long(bytes.dropFirst(), first) : try short(bytes)
    if let message { memory.passed(message) }
    return message
  }

  /// Reads no more of an envelope than whose it is and its number, where it is written shortly and known
  /// well enough by that; false of all else, which is still to be decoded.
  public mutating func skim(
    _ bytes: [UInt8], where isKnown: (MemberID, _ number: UInt64) -> Bool
  ) -> Bool {
    var reader = VarintReader(bytes)
    guard let (origin, number) = head(&reader), isKnown(origin, number) else { return false }
    memory.passed(origin, number)
    return true
  }

  /// Whose envelope it is and its number; nil where it is not written shortly, or of a place that nobody
  /// has.
  private func head(_ reader: inout VarintReader) -> (origin: MemberID, number: UInt64)? {
    guard let first = reader.varint(), first >= LinkForm.firstPlace,
      let (origin, last) = memory[(first - LinkForm.firstPlace) / 2]
    else { return nil }
    guard first % 2 == 1 else { return (origin, last &+ 1) }
    return reader.zigZag().map { (origin, last &+ UInt64(bitPattern: $0)) }
  }

  private func long(_ bytes: ArraySlice<UInt8>, _ form: UInt8) throws(WireError) -> LinkMessage? {
    let message = try LinkMessage(decoding: Array(bytes))
    // What says that it is an envelope and is none, or the other way round, was not checked as what
    // it is.
    if let message, message.isEnvelope != (form == LinkForm.whole) {
      throw WireError("link", .malformed)
    }
    return message
  }

  private func short(_ bytes: [UInt8]) throws(WireError) -> LinkMessage {
    var reader = VarintReader(bytes)
    guard let (origin, number) = head(&reader) else { throw WireError("envelope", .malformed) }
    return .envelope(
      Envelope(origin: origin, number: number, to: .everyone, body: Array(reader.rest)))
  }
}

/// Whose envelopes passed a link, as both of its ends remember.
private struct LinkMemory: Sendable {
  private var places: [MemberID: Int] = [:]
  private var origins: [(member: MemberID, last: UInt64)] = []
  /// The place of the one that passed last.
  private var recent = 0

  func place(of origin: MemberID) -> (place: Int, last: UInt64)? {
    known(origin).map { ($0, origins[$0].last) }
  }

  /// Whoever speaks goes on speaking.
  private func known(_ origin: MemberID) -> Int? {
    if recent < origins.count, origins[recent].member == origin { return recent }
    return places[origin]
  }

  subscript(place: UInt64) -> (member: MemberID, last: UInt64)? {
    place < UInt64(origins.count) ? origins[Int(place)] : nil
  }

  /// As many as a router tells apart have a place; who comes later is named each time.
  mutating func passed(_ message: LinkMessage) {
    if case .envelope(let envelope) = message { passed(envelope.origin, envelope.number) }
  }

  mutating func passed(_ origin: MemberID, _ number: UInt64) {
    if let place = known(origin) {
      origins[place].last = number
      recent = place
    } else if origins.count < Router.originsMax {
      places[origin] = origins.count
      origins.append((origin, number))
    }
  }
}
