/// The type of a service, such as `board-talk`: 1 to 15 letters, digits and hyphens (RFC 6335).
struct ServiceType: Hashable, Sendable {
  let name: String

  /// Reads a type; nil if it breaks a rule.
  init?(_ name: String) {
    let bytes = Array(name.utf8)
    let isPlain = bytes.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
    }
    guard (1...15).contains(bytes.count), isPlain, bytes.contains(where: { $0 >= 0x61 }),
      bytes.first != 0x2D, bytes.last != 0x2D, !name.contains("--")
    else { return nil }
    self.name = name
  }

  /// Reads a type that the program wrote. Another text stops the program.
  init(ofProgram name: String) {
    guard let type = ServiceType(name) else {
      preconditionFailure(
        "a service type has 1 to 15 small letters, digits and single hyphens between them, and at "
          + "least one letter: \(name)")
    }
    self = type
  }
}
