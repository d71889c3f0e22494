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
  /// The session in whose place this one is begun, for everybody in it.
  let replaces: UUID?
  /// The session in which its board was first shared; nil where that is this one.
  let first: UUID?

  init(_ invitation: Invitation, base: Digest?, replaces: UUID?, first: UUID? = nil) {
    self.invitation = Data(invitation.encoded())
    self.base = base.map { Data($0.bytes) }
    self.replaces = replaces
    self.first = first
  }

  /// As the others told it: any bytes may come.
  func read() throws -> (invitation: Invitation, base: Digest?) {
    let invitation = try Invitation(decoding: Array(self.invitation))
    guard let bytes = base else { return (invitation, nil) }
    guard let digest = Digest(bytes) else { throw Refusal("a hash of \(bytes.count) bytes") }
    return (invitation, digest)
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
