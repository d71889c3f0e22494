import Sharing

/// Writes what goes over one link, in order.
///
/// The other end has seen the same envelopes, so that one to everyone from an origin that was seen
/// needs neither its name nor its whole number: two bytes do, of which wet ink sends sixty a second.
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
      bytes.reserveCapacity(envelope.body.count + 4)
      bytes.append(varint: UInt64(place) + 1)
      bytes.append(zigZag: Int64(bitPattern: envelope.number &- last))
      return bytes + envelope.body
    }
    return [0] + message.encoded()
  }

  /// The message that was encoded will arrive, or nothing more will.
  public mutating func sent(_ message: LinkMessage) { memory.passed(message) }
}

/// Reads what ``LinkEncoder`` wrote, in the same order.
public struct LinkDecoder: Sendable {
  private var memory = LinkMemory()

  public init() {}

  /// Any bytes may come. Nil where a newer version says what this one need not understand.
  public mutating func decode(_ bytes: [UInt8]) throws(WireError) -> LinkMessage? {
    guard let first = bytes.first else { throw WireError("link", .missing) }
    let message =
      first == 0 ? try LinkMessage(decoding: Array(bytes.dropFirst())) : try short(bytes)
    if let message { memory.passed(message) }
    return message
  }

  private func short(_ bytes: [UInt8]) throws(WireError) -> LinkMessage {
    var reader = VarintReader(bytes)
    guard let place = reader.varint(), let step = reader.zigZag() else {
      throw WireError("envelope", .malformed)
    }
    guard place >= 1, let (origin, last) = memory[place - 1] else {
      throw WireError("origin", .outOfRange)
    }
    let number = last &+ UInt64(bitPattern: step)
    return .envelope(
      Envelope(origin: origin, number: number, to: .everyone, body: Array(reader.rest)))
  }
}

/// Whose envelopes passed a link, as both of its ends remember.
private struct LinkMemory: Sendable {
  private var places: [MemberID: Int] = [:]
  private var origins: [(member: MemberID, last: UInt64)] = []

  func place(of origin: MemberID) -> (place: Int, last: UInt64)? {
    places[origin].map { ($0, origins[$0].last) }
  }

  subscript(place: UInt64) -> (member: MemberID, last: UInt64)? {
    place < UInt64(origins.count) ? origins[Int(place)] : nil
  }

  /// As many as a router tells apart have a place; who comes later is named each time.
  mutating func passed(_ message: LinkMessage) {
    guard case .envelope(let envelope) = message else { return }
    if let place = places[envelope.origin] {
      origins[place].last = envelope.number
    } else if origins.count < Router.originsMax {
      places[envelope.origin] = origins.count
      origins.append((envelope.origin, envelope.number))
    }
  }
}
