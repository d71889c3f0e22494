// Apple's framework brings Foundation with it, and many programs import nothing else.
@_exported import Foundation
import SecureTransports

/// The name of one peer: a text for people, and a random number that tells peers of one name apart.
///
/// Make one for this program, keep it by `NSKeyedArchiver`, and use it each time. The ids of other
/// peers come from a browser, an advertiser or a session. Nothing proves an id: another program can
/// use any name and any number.
open class MCPeerID: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Unchecked: both properties never change.
  /// The name for people. The name of another peer is text of an untrusted source, without control
  /// characters.
  public let displayName: String
  let number: [UInt8]

  /// The number of bytes that a name may have in UTF-8.
  static let nameBytes = 1...63
  static let numberLength = 16

  /// Makes an id for this program.
  ///
  /// - Parameter myDisplayName: a text of 1 to 63 bytes in UTF-8. Another length stops the program. Each
  ///   control character and line break becomes a space.
  public init(displayName myDisplayName: String) {
    precondition(
      Self.nameBytes.contains(myDisplayName.utf8.count),
      "a display name has 1 to 63 bytes in UTF-8")
    var chance = SystemRandomNumberGenerator()
    displayName = Self.withoutControls(myDisplayName)
    number = chance.bytes(Self.numberLength)
    super.init()
  }

  /// Makes the id of another peer. The values are untrusted.
  init?(name: String, number: [UInt8]) {
    guard Self.nameBytes.contains(name.utf8.count), number.count == Self.numberLength,
      name == Self.withoutControls(name)
    else { return nil }
    (displayName, self.number) = (name, number)
    super.init()
  }

  private static let controls: Set<Unicode.GeneralCategory> = [
    .control, .lineSeparator, .paragraphSeparator,
  ]

  private static func withoutControls(_ name: String) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(
      contentsOf: name.unicodeScalars.map {
        controls.contains($0.properties.generalCategory) ? " " : $0
      })
    return String(scalars)
  }

  // MARK: Archives

  private static let nameKey = "displayName"
  private static let numberKey = "number"

  /// True: the archive holds only a text and bytes.
  open class var supportsSecureCoding: Bool { true }

  /// Reads an id from an archive; nil if the archive holds none.
  public required init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: Self.nameKey),
      let number = coder.decodeObject(of: NSData.self, forKey: Self.numberKey),
      Self.nameBytes.contains(name.description.utf8.count), number.length == Self.numberLength
    else { return nil }
    displayName = Self.withoutControls(name.description)
    self.number = [UInt8](Data(referencing: number))
    super.init()
  }

  /// Writes the id into an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(NSString(string: displayName), forKey: Self.nameKey)
    coder.encode(NSData(data: Data(number)), forKey: Self.numberKey)
  }

  /// Returns this object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Identity

  /// Compares the name and the number.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? MCPeerID else { return false }
    return other.number == number && other.displayName == displayName
  }

  /// A digest of the number.
  open override var hash: Int { number.hashValue }

  /// The name.
  open override var description: String { displayName }
}
