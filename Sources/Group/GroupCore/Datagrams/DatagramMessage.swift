import EaselBase

/// The content of one datagram, before it is sealed. It is read only after its seal was checked.
enum DatagramMessage: Hashable, Sendable {
  /// Asks for an echo.
  case probe(DatagramReport)
  /// The answer to the probe of the same number. It is as long as the probe.
  case echo(DatagramReport)
  /// A message of the layer above.
  case frame([UInt8])
  /// The message once more, for the case that the datagram of this counter was lost.
  case copy([UInt8], of: UInt64)

  var isEcho: Bool { if case .echo = self { true } else { false } }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    switch self {
    case .probe(let report): bytes = [1] + report.bytes
    case .echo(let report): bytes = [2] + report.bytes
    case .frame(let frame): bytes = [3] + frame
    case .copy(let frame, let counter):
      bytes = [4]
      bytes.append(number: counter)
      bytes += frame
    }
    return bytes
  }

  /// Reads a message; nil for a kind of a newer version.
  init?(_ bytes: [UInt8]) {
    let rest = bytes.dropFirst()
    switch bytes.first {
    case 1:
      guard let report = DatagramReport(rest) else { return nil }
      self = .probe(report)
    case 2:
      guard let report = DatagramReport(rest) else { return nil }
      self = .echo(report)
    case 3: self = .frame(Array(rest))
    case 4:
      guard rest.count >= 8 else { return nil }
      self = .copy(Array(rest.dropFirst(8)), of: rest.number(at: 0))
    default: return nil
    }
  }

  /// The bytes of a copy before its frame.
  static let headLength = 9
}

/// The facts that a side of a path tells the other one with each probe and each echo.
struct DatagramReport: Hashable, Sendable {
  /// The number of the probe; its echo has the same number.
  let number: UInt64
  /// Whether the sender of this report uses the path for messages.
  let isUp: Bool
  /// Whether the sender of this report waits for the next probe, to prove an address.
  let isHurried: Bool
  /// The authentic datagrams that have arrived at the sender of this report.
  let received: UInt64
  /// The highest counter among them.
  let highest: UInt64

  static let length = 25

  init(number: UInt64, isUp: Bool, isHurried: Bool, received: UInt64, highest: UInt64) {
    (self.number, self.isUp, self.isHurried) = (number, isUp, isHurried)
    (self.received, self.highest) = (received, highest)
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = [(isUp ? 1 : 0) | (isHurried ? 2 : 0)]
    bytes.reserveCapacity(Self.length)
    for value in [number, received, highest] { bytes.append(number: value) }
    return bytes
  }

  /// Reads a report; a newer version may say more behind it.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count >= Self.length, let first = bytes.first else { return nil }
    self.init(
      number: bytes.number(at: 1), isUp: first & 1 != 0, isHurried: first & 2 != 0,
      received: bytes.number(at: 9),
      highest: bytes.number(at: 17))
  }
}

extension [UInt8] {
  /// Appends eight bytes, the highest first.
  fileprivate mutating func append(number: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }
}

extension ArraySlice<UInt8> {
  /// Reads eight bytes, the highest first.
  fileprivate func number(at offset: Int) -> UInt64 {
    self[startIndex + offset..<startIndex + offset + 8].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
