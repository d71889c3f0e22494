import EaselPlatform
import GroupCore

/// A host and a port, as in `tcp://example.org:7000`, `tcp://192.0.2.1:7000` and
/// `tcp://[2001:db8::1]:7000`.
struct TCPAddress: Hashable, Sendable {
  /// A host name, or an address without brackets.
  let host: String
  /// The port; 0 stands for any free port when this process listens.
  let port: UInt16

  private static let scheme = AddressScheme.tcp.prefix

  static func isNamed(by address: String) -> Bool { address.hasPrefix(scheme) }

  /// - Throws: `.malformed`.
  init(_ address: String) throws(TransportFault) {
    let rest = address.dropFirst(Self.scheme.count)
    guard Self.isNamed(by: address), let colon = rest.lastIndex(of: ":"),
      let port = Self.port(rest[rest.index(after: colon)...]),
      let host = Self.host(rest[..<colon])
    else { throw TransportFault(address, .malformed) }
    (self.host, self.port) = (host, port)
  }

  init(host: String, port: UInt16) { (self.host, self.port) = (host, port) }

  var address: String {
    host.contains(":") ? "\(Self.scheme)[\(host)]:\(port)" : "\(Self.scheme)\(host):\(port)"
  }

  /// Whether the address surely leads to the machine that dials it. False for other names, whose
  /// addresses only a lookup shows.
  var isOfThisMachine: Bool {
    var (four, six) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, host, &four) == 1 {
      return Self.isOfThisMachine(withUnsafeBytes(of: four) { Array($0) })
    }
    if inet_pton(AF_INET6, host, &six) == 1 {
      let bytes = withUnsafeBytes(of: six) { Array($0) }
      let isFour = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10...11] == [255, 255]
      if isFour { return Self.isOfThisMachine(Array(bytes[12...])) }
      // `::` and `::1`.
      return bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] <= 1
    }
    // Old forms of addresses, such as 127.1, count as well.
    let isNumber = host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
    return isNumber || host.lowercased() == "localhost"
      || host.lowercased().hasSuffix(".localhost")
  }

  /// Whether the host is a loopback address or its name, and not the address that stands for any.
  var isLoopback: Bool { isOfThisMachine && host != "::" && host != "0.0.0.0" }

  /// - Parameter four: the bytes of an IPv4 address.
  private static func isOfThisMachine(_ four: [UInt8]) -> Bool {
    four[0] == 127 || four == [0, 0, 0, 0]
  }

  /// Reads a port of digits only; Swift would also accept other forms of a number.
  private static func port(_ text: Substring) -> UInt16? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt16(text) : nil
  }

  private static func host(_ text: Substring) -> String? {
    if text.hasPrefix("["), text.hasSuffix("]") {
      let inner = text.dropFirst().dropLast()
      let isPlain = inner.utf8.allSatisfy {
        $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "%") || isNameByte($0)
      }
      return inner.contains(":") && isPlain ? String(inner) : nil
    }
    guard !text.isEmpty, text.utf8.count <= 253, text.utf8.allSatisfy(isNameByte) else {
      return nil
    }
    return text.hasPrefix("-") ? nil : String(text)
  }

  /// Returns whether a byte can stand in a host name or address. Names beyond ASCII use their
  /// encoded form.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension TCPTransport {
  /// Whether an address surely leads to the machine that dials it.
  package static func isOfThisMachine(_ address: String) -> Bool {
    do { return try TCPAddress(address).isOfThisMachine } catch { return false }
  }
}
