import EaselBase
import GroupCore

/// A hash of the events in a run: two runs with the same events have the same hash.
struct Trace: Equatable, Sendable {
  private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ link: UInt64, _ now: Uptime, _ bytes: [UInt8]) {
    add(link)
    add(UInt64(bitPattern: now.milliseconds))
    var mixed = hash
    for byte in bytes { mixed = (mixed ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = mixed
  }

  mutating func add(_ word: UInt64) {
    hash = (hash ^ word) &* 0x100_0000_01B3
    hash ^= hash >> 29
  }
}

extension LinkMessage {
  /// The message in words, for a developer who looks for a cause.
  var story: String {
    guard case .envelope(let envelope) = self else { return "\(self)" }
    let said = ProgramCoding.call.decode(envelope.body).map { "\($0)" }
    let body = said.isEmpty ? "?" : said.joined(separator: ", ")
    return
      "\(envelope.origin.raw % 997) #\(envelope.number) to \(envelope.to) \(body.prefix(4_000))"
  }
}
