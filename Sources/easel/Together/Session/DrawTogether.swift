import Codec
import Drawing
import Foundation
import Log
import OpenGroupActivities
import Vocabulary

/// People draw on one board.
struct DrawTogether: GroupActivity {
  static let activityIdentifier = "org.easel.draw-together"

  /// An encoded `Invitation`.
  private let invitation: Data
  /// The hash of the log whose picture the board began from; nil where it began empty.
  private let base: Data?
  /// The hash of that picture, so that nobody who is asked for it can give another; nil where it began
  /// empty, and from a program that did not tell it.
  private let picture: Data?
  /// The session in whose place this one is begun, for everybody in it.
  let replaces: UUID?
  /// The session in which its board was first shared; nil where that is this one.
  let first: UUID?

  /// The names in the format, whatever the properties are called.
  private enum CodingKeys: String, CodingKey {
    case invitation = "invitation"
    case base = "base"
    case picture = "picture"
    case replaces = "replaces"
    case first = "first"
  }

  /// What a board began from.
  struct Base: Hashable, Sendable {
    /// The hash of the log whose picture it is.
    let log: Digest
    /// The picture's own; nil where that is not known.
    let picture: Digest?
  }

  init(_ invitation: Invitation, base: Base?, replaces: UUID?, first: UUID? = nil) {
    self.invitation = Data(invitation.encoded())
    self.base = base.map { Data($0.log.bytes) }
    picture = base?.picture.map { Data($0.bytes) }
    self.replaces = replaces
    self.first = first
  }

  /// As the others told it: any bytes may come.
  func read() throws -> (invitation: Invitation, base: Base?) {
    let invitation = try Invitation(decoding: Array(self.invitation))
    guard let log = base else { return (invitation, nil) }
    return (invitation, Base(log: try Self.digest(log), picture: try picture.map(Self.digest)))
  }

  private static func digest(_ bytes: Data) throws -> Digest {
    guard let digest = Digest(bytes) else { throw Refusal("a hash of \(bytes.count) bytes") }
    return digest
  }

  var metadata: GroupActivityMetadata {
    var metadata = GroupActivityMetadata()
    metadata.title = "Draw Together"
    metadata.type = .createTogether
    do { metadata.subtitle = try read().invitation.title.string } catch {
      // It goes without one.
      metadata.subtitle = nil
    }
    return metadata
  }
}
