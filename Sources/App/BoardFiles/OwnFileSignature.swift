import EaselBase
import Foundation
import GroupSecurity

/// Marks a file as made by this user. A secret counts for its maker, not for its place: a file with
/// keys or a ticket may have come with a board that another person gave to this user.
///
/// Such a file begins with a heading, which names its format. The next line is a signature of the
/// rest.
package struct OwnFileSignature: Sendable {
  private let identity: Identity

  /// The number of characters of a signature in base64.
  private static let lineLength = (Identity.signatureLength + 2) / 3 * 4

  package init(_ identity: Identity) { self.identity = identity }

  /// Returns the bytes of the file.
  ///
  /// - Parameter heading: a whole line.
  func signed(_ content: [UInt8], under heading: String) throws(UserError) -> [UInt8] {
    do throws(SecurityError) {
      let signature = Data(try identity.sign(heading, content)).base64EncodedString()
      return Array((heading + signature + "\n").utf8) + content
    } catch { throw UserError(error.description) }
  }

  /// Returns the content of a file that this user made.
  ///
  /// - Throws: if another identity made the file, or it has another form.
  func content(of bytes: [UInt8], under heading: String) throws(UserError) -> [UInt8] {
    let (signature, content) = try Self.parts(of: bytes, under: heading)
    guard Identity.verify(signature, heading, of: content, by: identity.publicKey) else {
      throw UserError("another person made it, or you made it under another identity.")
    }
    return content
  }

  /// Returns the signature and the content, without a check of the signature.
  static func parts(
    of bytes: [UInt8], under heading: String
  ) throws(UserError) -> (signature: [UInt8], content: [UInt8]) {
    let rest = bytes.dropFirst(heading.utf8.count)
    let line = rest.prefix(lineLength)
    guard bytes.starts(with: heading.utf8), rest.count > lineLength,
      rest[rest.startIndex + lineLength] == UInt8(ascii: "\n"),
      let signature = Data(base64Encoded: String(decoding: line, as: UTF8.self))
    else { throw UserError("it is none") }
    return (Array(signature), Array(rest.dropFirst(lineLength + 1)))
  }
}
