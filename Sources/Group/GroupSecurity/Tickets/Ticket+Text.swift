import EaselBase

// easel://ADDRESS[,ADDRESS…]#CODE, where CODE is 51 bytes in base 64: version and role in one byte,
// the secret, the fingerprint, and a checksum over all of these. The highest bit of the first byte is
// set; in tickets of versions that were never released it is not.
extension Ticket {
  private static let scheme = "easel://"
  private static let codeLength = 1 + Secret.length + 16 + 2
  /// The number of characters in a code: 68.
  public static let codeCharacters = codeLength / 3 * 4
  /// Maximum bytes in the text of a ticket; a longer text is refused.
  public static let textBytesMax = 8 * 1_024

  /// The whole ticket, with its secret, in printable ASCII. Show it only to the people who are
  /// invited.
  public var text: String {
    var code = [0x80 | Self.version << 4 | role.rawValue] + secret.bytes + fingerprint.bytes
    let sum = Checksum16.of(code)
    code += [UInt8(sum >> 8), UInt8(sum & 0xFF)]
    let escaped = addresses.map(Self.escaped).joined(separator: ",")
    return Self.scheme + escaped + "#" + Base64URL.text(code)
  }

  /// Reads a ticket as it was printed, or pasted with line breaks in it. The text is untrusted.
  public init(_ text: String) throws(TicketError) {
    guard text.utf8.count <= Self.textBytesMax else { throw .notATicket }
    let whole = String(text.unicodeScalars.filter { !$0.properties.isWhitespace })
    // The scheme of an address may have large letters (RFC 3986, 3.1).
    guard whole.prefix(Self.scheme.count).lowercased() == Self.scheme else { throw .notATicket }
    let parts = whole.dropFirst(Self.scheme.count)
      .split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw .cutOff }
    let (role, secret, fingerprint) = try Self.code(parts[1])
    try self.init(
      addresses: try Self.addresses(parts[0]), role: role, secret: secret, fingerprint: fingerprint)
  }

  private static func code(
    _ text: Substring
  ) throws(TicketError) -> (Role, Secret, HostFingerprint) {
    // The first byte of a damaged code says nothing, so the checksum comes before the version. A
    // code of another version may have another length, but it ends with a checksum too.
    guard let bytes = Base64URL.bytes(text), let head = bytes.first, isWhole(bytes) else {
      throw text.utf8.count < codeCharacters ? .cutOff : .changed
    }
    try check(version: head)
    guard bytes.count == codeLength else { throw .changed }
    guard let role = Role(rawValue: head & 15) else { throw .unknownRole }
    guard let secret = Secret(Array(bytes[1..<33])), let raw = Bytes16(bytes[33..<49]) else {
      throw .changed
    }
    return (role, secret, HostFingerprint(raw))
  }

  private static func isWhole(_ code: [UInt8]) -> Bool {
    let sum = code.suffix(2)
    guard code.count > 2, let high = sum.first, let low = sum.last else { return false }
    return Checksum16.of(code.dropLast(2)) == UInt16(high) << 8 | UInt16(low)
  }

  private static func check(version head: UInt8) throws(TicketError) {
    guard head & 0x80 != 0 else { throw .unreleasedVersion }
    guard head >> 4 & 7 == version else { throw .unknownVersion(Int(head >> 4 & 7)) }
  }

  private static func addresses(_ text: Substring) throws(TicketError) -> [String] {
    guard !text.isEmpty else { throw .noAddress }
    var addresses: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let address = unescaped(part) else { throw .badAddress }
      addresses.append(address)
    }
    return addresses
  }

  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/[]@+=".utf8)

  private static func escaped(_ address: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let bytes = address.utf8.flatMap { byte in
      plain.contains(byte)
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func unescaped(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2).compactMap {
        Character(Unicode.Scalar($0)).hexDigitValue
      }
      guard digits.count == 2 else { return nil }
      rest = rest.dropFirst(2)
      bytes.append(UInt8(digits[0] << 4 | digits[1]))
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
